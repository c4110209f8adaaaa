/** JSON answers of portals, with every number kept as it was written. */

import {wholeBody} from './body.ts';
import type {Visit} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import type {Answer, Http} from './http.ts';
import {isObject, type JsonObject} from './shape.ts';

/** Part of the ECMAScript proposal "JSON.parse source text access" that this runtime has and the library types lack. */
interface ExactJson {
  parse: (
    text: string,
    reviver: (key: string, value: unknown, context: {source?: string}) => unknown,
  ) => unknown;
  rawJSON: (text: string) => unknown;
}
const exact: ExactJson = JSON as unknown as ExactJson;

/**
 * GETs a JSON object. Numbers that JavaScript would write differently (`1.50`, 20 digits) come as opaque values that
 * JSON.stringify writes as they were.
 */
export function getJson(target: Target, {http, tell, signal}: Visit): Promise<JsonObject> {
  return http.get({...target, headers: () => ({accept: 'application/json'}), tell, signal}, (answer) =>
    readJson(target, answer, http),
  );
}

async function readJson(target: Target, answer: Answer, http: Http): Promise<JsonObject> {
  const bytes = await wholeBody(target, answer, http, 'lower `page` in the declaration');
  const text = bytes.toString('utf8');
  const read = parse(text);
  if (isObject(read)) return read;
  const what = `the answer is not a JSON object, it begins "${text.slice(0, 40)}"`;
  throw new FetchError(target, what, 'open the address in a browser and correct the declaration');
}

function parse(text: string): unknown {
  try {
    return exact.parse(text, (_, value, {source}) =>
      typeof value === 'number' && source !== undefined && String(value) !== source
        ? exact.rawJSON(source)
        : value,
    );
  } catch {
    return null; // the caller says what came instead of JSON
  }
}
