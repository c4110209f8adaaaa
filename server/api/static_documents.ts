/** Documents that need no key: built once at start, kept in every content coding. */
import {compressBuffer} from '../http/compress.ts';
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

interface CompressedDocument {
  headers: Headers;
  plain: Buffer;
  encoded: Record<ContentCoding, Buffer>;
}

export type StaticDocuments = Pick<ReadonlyMap<string, CompressedDocument>, 'get' | 'has'>;

/** The key of `/llms.txt` while the data is synthetic; no request has such a path. */
export const SYNTHETIC_LLMS = '/llms.txt?synthetic';

/** Slow but small; done once. */
const LEVEL = 9;

async function compressDocument({type, text, headers = {}}: StaticDocument): Promise<CompressedDocument> {
  const plain = Buffer.from(text);
  const [br, gzip] = await Promise.all([
    compressBuffer(plain, 'br', LEVEL),
    compressBuffer(plain, 'gzip', LEVEL),
  ]);
  const all = {...CORS, 'Content-Type': type, 'Cache-Control': 'public, max-age=300', ...headers};
  return {headers: {...all, Vary: 'Accept-Encoding'}, plain, encoded: {br, gzip}};
}

/** Documents by path. */
export async function compressDocuments(all: Record<string, StaticDocument>): Promise<StaticDocuments> {
  const compressed = Object.entries(all).map(
    async ([path, document]) => [path, await compressDocument(document)] as const,
  );
  return new Map(await Promise.all(compressed));
}

/** The document at a path in the requested coding, or null. */
export function documentResponse(
  documents: StaticDocuments,
  path: string,
  acceptEncoding: string | undefined,
): HttpResponse | null {
  const compressed = documents.get(path);
  if (!compressed) return null;
  const coding = negotiateEncoding(acceptEncoding);
  if (!coding) return {status: 200, blocks: [], headers: compressed.headers, body: compressed.plain};
  const headers = {...compressed.headers, 'Content-Encoding': coding};
  return {status: 200, blocks: [], headers, body: compressed.encoded[coding]};
}
