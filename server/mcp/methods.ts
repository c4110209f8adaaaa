/** The methods of the tool server; the SDK handles JSON-RPC framing. */
import type {Principal} from '../accounts/principal.ts';
import type {ApiContext} from '../api/context.ts';
import {SYNTHETIC_NOTICE} from '../api/synthetic.ts';
import {VERSION} from '../version.ts';
import {type Arguments, isObject} from './arguments.ts';
import {callTool} from './call_tool.ts';
import {PROTOCOLS, RpcError} from './errors.ts';
import {LISTED_TOOLS} from './listed_tools.ts';

export const INFO = {name: 'federal-public-data', title: 'Federal public data', version: VERSION};

export const CAPABILITIES = {tools: {}};

/** Instructions for the client's model. */
const INSTRUCTIONS =
  'Canadian public data, read-only: federal contracts, tenders, grants, lobbying, parliament, and building permits and zoning of municipalities. Money is in CAD, dates are YYYY-MM-DD, missing values are null. Text filters ignore case and accents and match parts of values. meta.total is the exact number of matches however few rows a page has; get_stats gives exact counts and sums. Names of institutions come as "English | Français".';

type Method = (params: Arguments, principal: Principal, context: ApiContext) => object;

const listed = [...LISTED_TOOLS.values()].map((one) => one.listed);

function text(params: Arguments, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw new RpcError('parameters', {name, type: 'a string'});
  return value;
}

/** All methods except `ping`, which the SDK answers. */
export const METHODS: Readonly<Record<string, Method>> = {
  initialize(params, _principal, context) {
    const requested = text(params, 'protocolVersion');
    return {
      protocolVersion: PROTOCOLS.includes(requested) ? requested : PROTOCOLS[0],
      capabilities: CAPABILITIES,
      serverInfo: INFO,
      instructions: context.builds.info()?.synthetic ? `${SYNTHETIC_NOTICE} ${INSTRUCTIONS}` : INSTRUCTIONS,
    };
  },
  'tools/list'(params) {
    if (params['cursor'] !== undefined) throw new RpcError('cursor');
    return {tools: listed};
  },
  'tools/call'(params, principal, context) {
    const given = params['arguments'] ?? {};
    if (!isObject(given)) throw new RpcError('parameters', {name: 'arguments', type: 'an object'});
    return callTool(text(params, 'name'), given, principal, context);
  },
};
