/** Messages of JSON-RPC 2.0: what is one, and which kind. */
import {type Arguments, isObject} from './arguments.ts';

export type Id = string | number;

/** A request, with an id; or a notification, without one. */
export interface Message {
  method: string;
  params: Arguments;
  id: Id | null;
}

const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isInteger(value);

/** The id of a possible request, or null. */
export const idOf = (body: unknown): Id | null =>
  isObject(body) && Object.hasOwn(body, 'id') && isId(body['id']) ? body['id'] : null;

const has = (message: Arguments, name: string): boolean => Object.hasOwn(message, name);

/** True of what answers a request. This server sends none, so that nothing waits for it. */
const isResponse = (message: Arguments): boolean =>
  (has(message, 'id') && isId(message['id']) && isObject(message['result'])) || isObject(message['error']);

/** The message that a value is; `response` for the answer of a client, null for what is no message. */
export function messageOf(value: unknown): Message | 'response' | null {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return null;
  if (!has(value, 'method')) return isResponse(value) ? 'response' : null;
  const {method, params = {}} = value;
  if (typeof method !== 'string' || !isObject(params)) return null;
  if (has(value, 'id') && !isId(value['id'])) return null;
  return {method, params, id: idOf(value)};
}
