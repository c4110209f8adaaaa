/** Completes the arguments of prompts and the variables of templates, from `/values` or a closed set. */
import type {Principal} from '../accounts/principal.ts';
import type {ApiContext} from '../api/context.ts';
import {readUncounted} from '../api/dispatch.ts';
import {BASE_PATH} from '../api/routes/index.ts';
import {bodyText} from '../http/body_text.ts';
import {type Arguments, isObject} from './arguments.ts';
import {plainKey} from './plain_values.ts';
import {PROMPTS} from './prompts.ts';
import {TEMPLATES} from './resources.ts';
import type {ValueSource} from './types.ts';

/** Most values that a client is given. */
const MOST = 50;

/** Where the values of what a reference names come from; undefined where any text will do. */
function sourceOf(reference: unknown, name: unknown): ValueSource | undefined {
  if (!isObject(reference) || typeof name !== 'string') return undefined;
  if (reference['type'] === 'ref/prompt') {
    const all = PROMPTS.find((one) => one.name === reference['name'])?.arguments ?? {};
    return Object.hasOwn(all, name) ? all[name]?.values : undefined;
  }
  const all = TEMPLATES.find(({template}) => template.uriTemplate === reference['uri'])?.variables ?? {};
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** The values of a field that begin with or contain a text, and how many there are; none where it fails. */
async function fieldValues(
  [dataset, field]: readonly [string, string],
  typed: string,
  principal: Principal,
  context: ApiContext,
): Promise<{values: string[]; total: number}> {
  const query = new URLSearchParams({q: typed, limit: String(MOST)});
  const target = `${BASE_PATH}/values/${dataset}/${field}?${query}`;
  const response = await readUncounted(principal, {method: 'GET', target, headers: {}}, context);
  if (response.status !== 200) return {values: [], total: 0};
  const {data, meta} = JSON.parse(await bodyText(response)) as {
    data: {value: string}[];
    meta: {total: number};
  };
  return {values: data.map(({value}) => value), total: meta.total};
}

/** The completion of one argument; empty where there is nothing to choose from. Counts nothing. */
export async function complete(
  {ref, argument}: Arguments,
  principal: Principal,
  context: ApiContext,
): Promise<object> {
  const {name, value} = isObject(argument) ? argument : {name: undefined, value: undefined};
  const typed = typeof value === 'string' ? value : '';
  const source = sourceOf(ref, name);
  if (!source) return {completion: {values: [], total: 0, hasMore: false}};
  if ('values' in source) {
    const values = source.values.filter((one) => plainKey(one).includes(plainKey(typed)));
    return {completion: {values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST}};
  }
  const found = await Promise.all(source.fields.map((one) => fieldValues(one, typed, principal, context)));
  const all = [...new Set(found.flatMap(({values}) => values))];
  const hasMore = all.length > MOST || found.some(({values, total}) => values.length < total);
  // Fields share values, so that their number is known for one field alone.
  const total = found.length === 1 ? {total: found[0]!.total} : {};
  return {completion: {values: all.slice(0, MOST), ...total, hasMore}};
}
