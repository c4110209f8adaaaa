/** JSON responses of portals; every number keeps its notation. */

import {isObject, type JsonObject, parseExact} from '../runtime/unknown_json.ts';
import {GZIP, readBody} from './body.ts';
import type {FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import type {HttpClient, HttpResponse} from './http.ts';
import {TransientError} from './retry.ts';

/**
 * GETs a JSON object. Numbers that JavaScript would write differently (`1.50`, 20 digits) become opaque
 * values that JSON.stringify writes unchanged.
 */
export async function getJson(target: Target, context: FetchContext): Promise<JsonObject> {
  const read = await getValue(target, context);
  if (isObject(read)) return read;
  throw notJson(target, 'object', JSON.stringify(read));
}

/** As getJson, for any value; `heavy_tries` as in HttpRequest. */
export function getValue(
  target: Target,
  {http, emit, signal}: FetchContext,
  heavy_tries?: number,
): Promise<unknown> {
  const headers = () => ({accept: 'application/json', 'accept-encoding': GZIP});
  const ask = {...target, headers, emit, signal, ...(heavy_tries === undefined ? {} : {heavy_tries})};
  return http.get(ask, (answer) => readJson(target, answer, http));
}

async function readJson(target: Target, answer: HttpResponse, http: HttpClient): Promise<unknown> {
  const bytes = await readBody(target, answer, http, 'lower `page` in the declaration');
  const text = bytes.toString('utf8');
  const read = parseExact(text);
  if (read !== undefined) return read;
  // What begins like JSON was probably cut on its way and may arrive whole the next time.
  if (/^\s*[[{]/.test(text)) throw new TransientError('the JSON of the answer is cut or broken', null, true);
  throw notJson(target, '', text);
}

function notJson(target: Target, kind: string, text: string): FetchError {
  const problem = `the answer is not ${kind ? `a JSON ${kind}` : 'JSON'}, it begins "${text.slice(0, 40)}"`;
  return new FetchError(target, problem, 'open the address in a browser and correct the declaration');
}
