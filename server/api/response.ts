/** Builds responses: data with entity tag and compression, 304, and the one form of errors. */
import type {Answer} from '../../engine/types.ts';
import {coded, compress} from '../http/compress.ts';
import {quotedTag} from '../http/entity_tag.ts';
import {type Block, block, type Headers, joined} from '../http/header_block.ts';
import {negotiateCoding} from '../http/negotiate.ts';
import {isStreamed, type Streamed} from '../http/streamed_body.ts';
import type {ApiResponse} from '../http/types.ts';
import {CORS} from './cors.ts';
import type {ApiError} from './errors.ts';
import type {Rendered} from './formats/render.ts';

/** Bodies up to so many bytes are sent as they are. */
const SMALL = 1024;

/** Fast enough for answers made on the spot; the documents are compressed once and take more. */
const LEVEL = 4;

/** Headers that an error brings along by its status. */
const BY_STATUS: Record<number, Headers> = {
  405: {Allow: 'GET, HEAD, OPTIONS'},
  503: {'Retry-After': '1'},
};

export function errorResponse(error: ApiError, blocks: readonly Block[] = []): ApiResponse {
  return {
    status: error.status,
    blocks,
    headers: {
      ...CORS,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...BY_STATUS[error.status],
    },
    body: JSON.stringify({error: {code: error.code, message: error.message}}),
  };
}

const DATA: Headers = {
  ...CORS,
  'Cache-Control': 'private, max-age=60',
  Vary: 'Accept, Accept-Encoding',
};

const UNCHANGED = block(DATA);

/** By content type, of which there are few: the other headers and both joined, so that one write gives all. */
const typed = new Map<string, {others: Block; all: Block}>();

function blockOf(type: string, others: Block): Block {
  const found = typed.get(type);
  if (found?.others === others) return found.all;
  const all = joined(block({...DATA, 'Content-Type': type}), others);
  typed.set(type, {others, all});
  return all;
}

/** What is known of an answer before its body is. */
export interface Beginning {
  /** Without quotes. */
  tag: string;
  /** Headers of the build. */
  build: Block;
  /** Headers of the account. */
  rate: Block;
  /** Value of `X-Ignored-Parameters`; empty for none. */
  ignored: string;
}

function ownHeaders(etag: string, ignored: string): Headers {
  return ignored === '' ? {ETag: etag} : {ETag: etag, 'X-Ignored-Parameters': ignored};
}

export const notModified = (etag: string, {build, rate, ignored}: Beginning): ApiResponse => ({
  status: 304,
  blocks: [UNCHANGED, build, rate],
  headers: ownHeaders(etag, ignored),
  body: null,
});

/** A stream of a length that is known is a file, which is compressed in itself; any other is long. */
const isWorthCoding = (body: Buffer | Streamed): boolean =>
  isStreamed(body) ? body.length === undefined : body.length > SMALL;

/** 200 with a rendered body, compressed, later, where the client asks for it and the size is worth it. */
export function dataResponse(
  {type, body, headers: said}: Rendered,
  beginning: Beginning,
  request: Readonly<Headers>,
): Answer<ApiResponse> {
  const coding = isWorthCoding(body) ? negotiateCoding(request['accept-encoding']) : null;
  const etag = quotedTag(beginning.tag, coding);
  if (request['if-none-match']?.trim() === '*') {
    if (isStreamed(body)) body.close();
    return notModified(etag, beginning);
  }
  const blocks = [blockOf(type, beginning.build), beginning.rate];
  const headers = ownHeaders(etag, beginning.ignored);
  if (said) Object.assign(headers, said);
  if (!coding) return {status: 200, blocks, headers, body};
  headers['Content-Encoding'] = coding;
  if (isStreamed(body)) return {status: 200, blocks, headers, body: coded(body, coding, LEVEL)};
  // Copied, since its room may be taken by the next body before the compressor is done.
  return compress(Buffer.from(body), coding, LEVEL).then((small) => ({
    status: 200,
    blocks,
    headers,
    body: small,
  }));
}
