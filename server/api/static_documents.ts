/**
 * Documents that need no key: made once for each build, and kept in the content codings that were asked for.
 */
import {compress} from '../http/compress.ts';
import type {Headers} from '../http/header_block.ts';
import {type ContentCoding, negotiateEncoding} from '../http/negotiate.ts';
import type {HttpResponse} from '../http/types.ts';
import {CORS} from './cors.ts';

export interface StaticDocument {
  type: string;
  text: string;
  /** Additional headers, such as a content security policy. */
  headers?: Headers;
}

/** A document in memory that all threads share. */
interface SharedDocument {
  type: string;
  bytes: SharedArrayBuffer;
  headers: Headers;
}

/** By path. */
export type SharedDocuments = Record<string, SharedDocument>;

/** Brings documents to shared memory. */
export const shareDocuments = (all: Record<string, StaticDocument>): SharedDocuments =>
  Object.fromEntries(
    Object.entries(all).map(([path, {type, text, headers = {}}]) => {
      const bytes = new SharedArrayBuffer(Buffer.byteLength(text));
      Buffer.from(bytes).write(text);
      return [path, {type, bytes, headers}];
    }),
  );

interface KeptDocument {
  headers: Headers;
  /**
   * Copied from shared memory by the first request for it: most threads are asked for few between two builds.
   */
  plain(): Buffer;
  /** The document in a coding, compressed by the first request for it. */
  encoded(coding: ContentCoding): Buffer;
}

export type StaticDocuments = Pick<ReadonlyMap<string, KeptDocument>, 'get' | 'has'>;

/** The key of `/llms.txt` while the data is synthetic; no request has such a path. */
export const SYNTHETIC_LLMS = '/llms.txt?synthetic';

/** Once for each build: the document of OpenAPI takes 16 ms, and 139 at the highest level for 7% less. */
const LEVEL = 6;

function keepDocument({type, bytes, headers}: SharedDocument): KeptDocument {
  let copied: Buffer | null = null;
  const plain = (): Buffer => {
    copied ??= Buffer.from(new Uint8Array(bytes));
    return copied;
  };
  const all = {...CORS, 'Content-Type': type, 'Cache-Control': 'public, max-age=300', ...headers};
  const kept = new Map<ContentCoding, Buffer>();
  return {
    headers: {...all, Vary: 'Accept-Encoding'},
    plain,
    encoded(coding) {
      const made = kept.get(coding) ?? compress(plain(), coding, LEVEL);
      kept.set(coding, made);
      return made;
    },
  };
}

/** Documents by path; nothing is compressed yet. */
export const keepDocuments = (all: SharedDocuments): StaticDocuments =>
  new Map(Object.entries(all).map(([path, document]) => [path, keepDocument(document)] as const));

/** The document at a path in the requested coding, or null. */
export function documentResponse(
  documents: StaticDocuments,
  path: string,
  acceptEncoding: string | undefined,
): HttpResponse | null {
  const kept = documents.get(path);
  if (!kept) return null;
  const coding = negotiateEncoding(acceptEncoding);
  if (!coding) return {status: 200, blocks: [], headers: kept.headers, body: kept.plain()};
  const headers = {...kept.headers, 'Content-Encoding': coding};
  return {status: 200, blocks: [], headers, body: kept.encoded(coding)};
}
