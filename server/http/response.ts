/** Plain answers: headers, entity tags, compression and the one form of errors (specification 1.7, 1.10). */
import {hash} from 'node:crypto';
import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import type {Answer} from '../../engine/types.ts';
import type {ApiError} from '../api/errors.ts';
import type {Rendered} from '../api/formats/render.ts';
import {type Coding, negotiateCoding} from '../api/request/negotiate.ts';
import {coded} from './compress.ts';
import {type Block, block, type Headers, joined} from './header_block.ts';
import {isStreamed, type Streamed} from './streamed_body.ts';

export interface ApiResponse {
  status: number;
  /** Headers that the answer shares with others. */
  blocks: readonly Block[];
  headers: Headers;
  /** Null for none. */
  body: Buffer | string | Streamed | null;
}

/** Bodies up to so many bytes are sent as they are. */
const SMALL = 1024;

/** Fast enough for answers made on the spot; the documents are compressed once and take more. */
const LEVEL = 4;

const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'X-Data-As-Of',
  'X-Ignored-Parameters',
  'X-Total-Count',
  'X-Limit',
  'X-Offset',
  'X-Next-Cursor',
  'Content-Disposition',
];

/** On every answer of the API port. */
export const CORS: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
};

export const PREFLIGHT: ApiResponse = {
  status: 204,
  blocks: [],
  headers: {
    ...CORS,
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers': 'X-API-Key, Accept, If-None-Match',
    'Access-Control-Max-Age': '86400',
  },
  body: null,
};

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

/** Tag of a query against a build and a service version, without quotes. */
export function entityTag(build: string, version: string, canonical: string): string {
  return `${build}-${hash('sha256', `${version}\n${canonical}`, 'hex').slice(0, 20)}`;
}

const quoted = (tag: string, coding: Coding | null = null) => (coding ? `"${tag}-${coding}"` : `"${tag}"`);

/** The tag of `If-None-Match` that names the answer in any of its codings; null when none does. */
export function matchingTag(header: string | undefined, tag: string): string | null {
  if (header === undefined) return null;
  const variants = [quoted(tag), quoted(tag, 'gzip'), quoted(tag, 'br')];
  const given = header.split(',').map((item) => item.trim().replace(/^W\//, ''));
  return given.find((item) => variants.includes(item)) ?? null;
}

const compressors = {
  br: (body: Buffer, level: number) =>
    promisify(brotliCompress)(body, {params: {[constants.BROTLI_PARAM_QUALITY]: level}}),
  gzip: (body: Buffer, level: number) => promisify(gzip)(body, {level}),
};

/** The body in a coding. `level` from 1 (fast) to 9 (small). */
export const compress = (body: Buffer, coding: Coding, level: number): Promise<Buffer> =>
  compressors[coding](body, level);

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
  const etag = quoted(beginning.tag, coding);
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
