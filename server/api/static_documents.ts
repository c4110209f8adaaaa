/** Documents that need no key: kept in the content codings that were asked for. */
import type {Answer} from '../../engine/types.ts';
import {compressBuffer} from '../http/compress.ts';
import type {Headers} from '../http/header_block.ts';
import {type ContentCoding, negotiateEncoding} from '../http/negotiate.ts';
import type {HttpResponse} from '../http/types.ts';
import {CORS} from './cors.ts';
import {mapMaybe} from './map_maybe.ts';

export interface StaticDocument {
  type: string;
  text: string;
  /** Additional headers, such as a content security policy. */
  headers?: Headers;
}

interface KeptDocument {
  headers: Headers;
  plain: Buffer;
  /** The document in a coding, compressed by the first request for it. */
  encoded(coding: ContentCoding): Answer<Buffer>;
}

/** Documents by path. */
export interface StaticDocuments {
  has(path: string): boolean;
  /** One that is there. */
  get(path: string): Answer<KeptDocument>;
}

/** The key of `/llms.txt` while the data is synthetic; no request has such a path. */
export const SYNTHETIC_LLMS = '/llms.txt?synthetic';

/** Paths of all documents. */
export const DOCUMENT_PATHS = ['/openapi.json', '/docs', '/llms.txt', SYNTHETIC_LLMS] as const;

/** Slow but small; done once for each build. */
const LEVEL = 9;

function keepDocument({type, text, headers = {}}: StaticDocument): KeptDocument {
  const plain = Buffer.from(text);
  const all = {...CORS, 'Content-Type': type, 'Cache-Control': 'public, max-age=300', ...headers};
  const kept = new Map<ContentCoding, Answer<Buffer>>();
  const compress = async (coding: ContentCoding): Promise<Buffer> => {
    try {
      const bytes = await compressBuffer(plain, coding, LEVEL);
      kept.set(coding, bytes);
      return bytes;
    } catch (error) {
      // The next reader tries again.
      kept.delete(coding);
      throw error;
    }
  };
  return {
    headers: {...all, Vary: 'Accept-Encoding'},
    plain,
    encoded(coding) {
      const known = kept.get(coding);
      if (known) return known;
      const made = compress(coding);
      kept.set(coding, made);
      return made;
    },
  };
}

/** Keeps documents by path. Most threads are asked for few of them between two builds, so that nothing is compressed yet. */
export function keepDocuments(all: Record<string, StaticDocument>): StaticDocuments {
  const kept = new Map(
    Object.entries(all).map(([path, document]) => [path, keepDocument(document)] as const),
  );
  return {has: (path) => kept.has(path), get: (path) => kept.get(path)!};
}

function responseOf(kept: KeptDocument, acceptEncoding: string | undefined): Answer<HttpResponse> {
  const coding = negotiateEncoding(acceptEncoding);
  if (!coding) return {status: 200, blocks: [], headers: kept.headers, body: kept.plain};
  const headers = {...kept.headers, 'Content-Encoding': coding};
  return mapMaybe(kept.encoded(coding), (body) => ({status: 200, blocks: [], headers, body}));
}

/** The document at a path in the requested coding, or null. */
export function documentResponse(
  documents: StaticDocuments,
  path: string,
  acceptEncoding: string | undefined,
): Answer<HttpResponse> | null {
  if (!documents.has(path)) return null;
  return mapMaybe(documents.get(path), (kept) => responseOf(kept, acceptEncoding));
}
