/** The methods of the tool server: the SDK frames the messages, these rows answer them. */
import type {KeyHolder} from '../accounts/holder.ts';
import type {Context} from '../api/context.ts';
import {VERSION} from '../version.ts';
import {type Arguments, isObject} from './arguments.ts';
import {call} from './call.ts';
import {PROTOCOLS, RpcError} from './errors.ts';
import {OFFERED} from './tools.ts';

export const INFO = {name: 'federal-public-data', title: 'Federal public data', version: VERSION};

export const CAPABILITIES = {tools: {}};

/** What a client may tell its model of the whole. */
const INSTRUCTIONS =
  'Canadian public data, read-only: federal contracts, tenders, grants, lobbying, parliament, and building permits and zoning of municipalities. Money is in CAD, dates are YYYY-MM-DD, missing values are null. Text filters ignore case and accents and match parts of values. meta.total is the exact number of matches however few rows a page has; get_stats gives exact counts and sums. Names of institutions come as "English | Français".';

type Method = (params: Arguments, holder: KeyHolder, context: Context) => object;

const listed = [...OFFERED.values()].map((one) => one.listed);

function text(params: Arguments, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw new RpcError('parameters', {name, type: 'a string'});
  return value;
}

/** All but `ping`, which the SDK answers. */
export const METHODS: Readonly<Record<string, Method>> = {
  initialize(params) {
    const asked = text(params, 'protocolVersion');
    return {
      protocolVersion: PROTOCOLS.includes(asked) ? asked : PROTOCOLS[0],
      capabilities: CAPABILITIES,
      serverInfo: INFO,
      instructions: INSTRUCTIONS,
    };
  },
  'tools/list'(params) {
    if (params['cursor'] !== undefined) throw new RpcError('cursor');
    return {tools: listed};
  },
  'tools/call'(params, holder, context) {
    const given = params['arguments'] ?? {};
    if (!isObject(given)) throw new RpcError('parameters', {name: 'arguments', type: 'an object'});
    return call(text(params, 'name'), given, holder, context);
  },
};
