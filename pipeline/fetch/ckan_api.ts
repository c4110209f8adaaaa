/** The action API of CKAN portals: addresses of actions and their results. */

import {isObject, type JsonObject} from '../runtime/unknown_json.ts';
import {FetchError, type Target} from './errors.ts';

/** Address of an action below the portal's base. */
export function action(base: string, name: string, query: Record<string, string>): string {
  return `${base.replace(/\/$/, '')}/api/3/action/${name}?${new URLSearchParams(query)}`;
}

/** The `result` of a response; throws the portal's own message where it reports failure. */
export function resultOf(target: Target, answer: JsonObject): JsonObject {
  const {success, result, error} = answer;
  if (success === true && isObject(result)) return result;
  const message =
    isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'no reason given';
  throw new FetchError(
    target,
    `the portal did not succeed: ${message}`,
    'correct the ids in the declaration',
  );
}
