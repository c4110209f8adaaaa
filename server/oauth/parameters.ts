/** Parameters of requests, each given once (RFC 6749 3.1, 3.2). */
import {Refusal} from './errors.ts';

/** How often a parameter is given, with a value or without. */
export const timesGiven = (params: URLSearchParams, name: string): number => params.getAll(name).length;

/** The value; null where it is not given or empty. Throws where it is given more than once. */
export function single(params: URLSearchParams, name: string): string | null {
  if (timesGiven(params, name) > 1) throw new Refusal('repeated');
  return params.get(name) || null;
}

/** The value; throws the fault where there is none. */
export function required(
  params: URLSearchParams,
  name: string,
  missing: ConstructorParameters<typeof Refusal>[0],
): string {
  const value = single(params, name);
  if (value === null) throw new Refusal(missing);
  return value;
}
