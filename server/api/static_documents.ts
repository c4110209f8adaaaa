/** The documents that need no key: made once at start, kept in every coding (specification 7.4). */

import {compress} from '../http/compress.ts';
import type {Headers} from '../http/header_block.ts';
import {type Coding, negotiateCoding} from '../http/negotiate.ts';
import type {ApiResponse} from '../http/types.ts';
import {CORS} from './cors.ts';

export interface Document {
  type: string;
  text: string;
  /** Further headers, as a content security policy. */
  headers?: Headers;
}

interface Held {
  headers: Headers;
  plain: Buffer;
  coded: Record<Coding, Buffer>;
}

export type Documents = ReadonlyMap<string, Held>;

/** Small, since it is done once. */
const LEVEL = 9;

async function hold({type, text, headers = {}}: Document): Promise<Held> {
  const plain = Buffer.from(text);
  const [br, gzip] = await Promise.all([compress(plain, 'br', LEVEL), compress(plain, 'gzip', LEVEL)]);
  const all = {...CORS, 'Content-Type': type, 'Cache-Control': 'public, max-age=300', ...headers};
  return {headers: {...all, Vary: 'Accept-Encoding'}, plain, coded: {br, gzip}};
}

/** Documents by path. */
export async function holdDocuments(all: Record<string, Document>): Promise<Documents> {
  const held = Object.entries(all).map(async ([path, document]) => [path, await hold(document)] as const);
  return new Map(await Promise.all(held));
}

/** The document of a path in the coding asked for, or null. */
export function documentResponse(
  documents: Documents,
  path: string,
  acceptEncoding: string | undefined,
): ApiResponse | null {
  const held = documents.get(path);
  if (!held) return null;
  const coding = negotiateCoding(acceptEncoding);
  if (!coding) return {status: 200, blocks: [], headers: held.headers, body: held.plain};
  const headers = {...held.headers, 'Content-Encoding': coding};
  return {status: 200, blocks: [], headers, body: held.coded[coding]};
}
