/** Reads request parameters, each of which may occur once (RFC 6749 3.1, 3.2). */
import {OAuthError} from './errors.ts';

/** Number of occurrences, with or without a value. */
export const timesGiven = (params: URLSearchParams, name: string): number => params.getAll(name).length;

/** The value; null if absent or empty. Throws if repeated. */
export function single(params: URLSearchParams, name: string): string | null {
  if (timesGiven(params, name) > 1) throw new OAuthError('repeated');
  return params.get(name) || null;
}

/** The value; throws `missing` if there is none. */
export function required(
  params: URLSearchParams,
  name: string,
  missing: ConstructorParameters<typeof OAuthError>[0],
): string {
  const value = single(params, name);
  if (value === null) throw new OAuthError(missing);
  return value;
}
