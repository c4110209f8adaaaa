/**
 * Version 2026-07-28: there is no handshake. Every request names its version and what its client can do in
 * `_meta`, and headers repeat for proxies what the body says.
 */
import {type Arguments, isObject} from './arguments.ts';
import {RpcError, STATELESS} from './errors.ts';
import type {Message} from './json_rpc.ts';

const RESERVED = 'io.modelcontextprotocol/';
const VERSION_KEY = `${RESERVED}protocolVersion`;
const REQUIRED = [VERSION_KEY, `${RESERVED}clientCapabilities`] as const;
const SERVER_KEY = `${RESERVED}serverInfo`;

/** By method: the parameter that `Mcp-Name` repeats. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** A header of a request; undefined where it is missing. */
export type HeaderOf = (name: string) => string | undefined;

const metaOf = ({params}: Message): Arguments | null => (isObject(params['_meta']) ? params['_meta'] : null);

/**
 * True of a message of this version: it says so itself, or has the header of the version. `initialize` asks
 * for a version that has it, unless it says otherwise itself.
 */
export function isStateless(message: Message, headerOf: HeaderOf): boolean {
  const meta = metaOf(message);
  if (meta && Object.hasOwn(meta, VERSION_KEY)) return true;
  const header = headerOf('mcp-protocol-version')?.trim() ?? '';
  return message.method !== 'initialize' && STATELESS.includes(header);
}

const BASE64 = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** The text of a header: values that headers cannot hold come as Base64; null for damaged ones. */
function headerText(value: string): string | null {
  const trimmed = value.trim();
  if (!trimmed.startsWith('=?base64?') || !trimmed.endsWith('?=')) return trimmed;
  const [, encoded] = BASE64.exec(trimmed) ?? [];
  if (encoded === undefined || encoded.length % 4 !== 0) return null;
  return Buffer.from(encoded, 'base64').toString();
}

/** Throws the error of the first header that is not what the body says. */
function checkHeaders({method, params}: Message, version: string, headerOf: HeaderOf): void {
  const named = NAMES.get(method);
  const name = named === undefined ? undefined : params[named];
  const expected: [string, unknown][] = [
    ['MCP-Protocol-Version', version],
    ['Mcp-Method', method],
    ...(typeof name === 'string' ? [['Mcp-Name', name] as [string, string]] : []),
  ];
  for (const [header, value] of expected) {
    const given = headerOf(header.toLowerCase());
    if (given === undefined || headerText(given) !== value) throw new RpcError('header', {name: header});
  }
}

/** Throws the error of a request that does not say what this version asks for. */
export function checkStateless(message: Message, headerOf: HeaderOf): void {
  const meta = metaOf(message) ?? {};
  const missing = REQUIRED.find((key) =>
    key === VERSION_KEY ? typeof meta[key] !== 'string' : !isObject(meta[key]),
  );
  if (missing !== undefined) throw new RpcError('meta', {name: missing});
  const requested = String(meta[VERSION_KEY]);
  const header = headerOf('mcp-protocol-version')?.trim();
  if (header !== undefined && header !== requested)
    throw new RpcError('header', {name: 'MCP-Protocol-Version'});
  if (!STATELESS.includes(requested)) {
    throw new RpcError('unsupported', {version: requested}, {supported: STATELESS, requested});
  }
  checkHeaders(message, requested, headerOf);
}

/** How long a client may keep a result, and whether for others, too. */
export interface Kept {
  ttlMs: number;
  cacheScope: 'public' | 'private';
}

/** A result of this version: it is complete, says who made it, and how long it may be kept. */
export function completed(result: object, server: object, kept: Kept | undefined): object {
  const own = (result as {_meta?: object})._meta;
  return {...result, resultType: 'complete', ...kept, _meta: {...own, [SERVER_KEY]: server}};
}
