/** Builds responses: data with entity tag and compression, 304, and errors. */
import {compress, compressLong, compressStream} from '../http/compress.ts';
import {quoteTag} from '../http/entity_tag.ts';
import {type HeaderBlock, type Headers, headerBlock, joinBlocks} from '../http/header_block.ts';
import {type ContentCoding, negotiateEncoding} from '../http/negotiate.ts';
import {contentRange, rangeOf} from '../http/ranges.ts';
import {STATUS_CODES} from '../http/status_codes.ts';
import {type FileBody, isStreamed, type StreamedBody} from '../http/streamed_body.ts';
import type {ErrorForm, HttpRequest, HttpResponse} from '../http/types.ts';
import {API_KEY_HEADER} from './authenticate.ts';
import {CORS} from './cors.ts';
import type {ErrorCode} from './error_row.ts';
import {ApiError} from './errors.ts';
import type {Rendered} from './formats/render.ts';
import {nextLink} from './next_link.ts';

/** Smaller bodies are not compressed. */
const SMALL = 1024;

/** Longer bodies are compressed in another thread while they are sent: 256 KB take 3 ms here. */
const LONG = 256 * 1024;

/** Fast enough for dynamic responses; static documents are compressed once at a higher level. */
const LEVEL = 4;

/** Additional headers of errors. */
const BY_CODE: Partial<Record<ErrorCode, Headers>> = {
  UNAUTHORIZED: {'WWW-Authenticate': `ApiKey realm="api", header="${API_KEY_HEADER}"`},
  METHOD_NOT_ALLOWED: {Allow: 'GET, HEAD, OPTIONS'},
  UNAVAILABLE: {'Retry-After': '1'},
};

/** A header value: what is not printable ASCII, and the percent sign, is percent-encoded. */
const headerText = (text: string): string => text.replace(/[^ -$&-~]/gu, encodeURIComponent);

/** The media type of a problem (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/**
 * The body of a problem: the facts of the error, and where the documents explain its reason. Titles are those
 * of HTTP, in English.
 */
function problem({code, status, reason, params, detail}: ApiError, form: ErrorForm, message: string): string {
  return JSON.stringify({
    type: `${form.origin}/docs/errors#${reason}`,
    title: STATUS_CODES[status]!,
    status,
    detail: detail ? `${message} ${detail[form.language]}` : message,
    code,
    reason,
    ...(params.length > 0 && {parameters: params}),
  });
}

/**
 * An error in English as specified, with its other forms. What the body of the specification has no place for
 * goes into headers.
 */
export function errorResponse(error: ApiError, blocks: readonly HeaderBlock[] = []): HttpResponse {
  const {code, status, detail, reason, params} = error;
  const inForm = (form: ErrorForm) => {
    const message = form.language === 'fr' ? error.french : error.message;
    return {
      headers: {
        ...CORS,
        'Content-Type': form.isProblem ? PROBLEM_TYPE : 'application/json; charset=utf-8',
        'Content-Language': form.language,
        'Cache-Control': 'no-store',
        Vary: 'Accept, Accept-Language',
        'X-Error-Reason': reason,
        ...(params.length > 0 && {'X-Error-Param': params.join(', ')}),
        ...(detail && {'X-Error-Detail': headerText(detail[form.language])}),
        ...BY_CODE[code],
        ...error.headers,
      },
      body: form.isProblem ? problem(error, form, message) : JSON.stringify({error: {code, message}}),
    };
  };
  return {status, blocks, ...inForm({language: 'en', isProblem: false, origin: ''}), inForm};
}

/** 429 for a client address; `Retry-After` says after how many seconds it may ask again. */
export function addressBusy(seconds: number): HttpResponse {
  const busy = errorResponse(new ApiError('address_busy'));
  return {...busy, headers: {...busy.headers, 'Retry-After': String(seconds)}};
}

const DATA: Headers = {
  ...CORS,
  'Cache-Control': 'private, max-age=60',
  Vary: 'Accept, Accept-Encoding, X-API-Key',
};

const UNCHANGED = headerBlock(DATA);

/** Cached per content type: the build's headers, and both joined into one block for a single write. */
const blocksByType = new Map<string, {others: HeaderBlock; all: HeaderBlock}>();

function dataBlock(type: string, others: HeaderBlock): HeaderBlock {
  const cached = blocksByType.get(type);
  if (cached?.others === others) return cached.all;
  const all = joinBlocks(headerBlock({...DATA, 'Content-Type': type}), others);
  blocksByType.set(type, {others, all});
  return all;
}

/** Headers that are known before the body. */
interface ResponseHeaders {
  /** Entity tag without quotes. */
  tag: string;
  /** Headers of the build. */
  buildHeaders: HeaderBlock;
  /** Headers of the account. */
  rateHeaders: HeaderBlock;
  /** Value of `X-Ignored-Parameters`; empty for none. */
  ignored: string;
  /** The request target, which the link to the next page repeats. */
  target: string;
}

function perResponseHeaders(etag: string, ignored: string): Headers {
  return ignored === '' ? {ETag: etag} : {ETag: etag, 'X-Ignored-Parameters': ignored};
}

export const notModified = (
  etag: string,
  {buildHeaders: build, rateHeaders: rate, ignored}: ResponseHeaders,
): HttpResponse => ({
  status: 304,
  blocks: [UNCHANGED, build, rate],
  headers: perResponseHeaders(etag, ignored),
  body: null,
});

/** A stream of known length is a Parquet file, which is compressed already; any other is long. */
const isCompressible = (body: Buffer | StreamedBody): boolean =>
  isStreamed(body) ? body.length === undefined : body.length > SMALL;

/** The body in a coding: whole where it is short, else while it is sent. */
function compressed(body: Buffer | StreamedBody, coding: ContentCoding): Buffer | StreamedBody {
  if (isStreamed(body)) return compressStream(body, coding, LEVEL);
  return body.length > LONG ? compressLong(Buffer.from(body), coding, LEVEL) : compress(body, coding, LEVEL);
}

/**
 * 206 with the range of a file that the request asks for, 416 where the file has no such bytes, else all of
 * it.
 */
export function fileResponse(
  body: FileBody,
  {blocks, headers}: Pick<HttpResponse, 'blocks' | 'headers'>,
  {method, headers: asked}: HttpRequest,
): HttpResponse {
  const all = {...headers, 'Accept-Ranges': 'bytes'};
  // A range is asked of GET alone.
  const range = method === 'GET' ? rangeOf(asked, body.length, headers['ETag']!) : null;
  if (range === null) return {status: 200, blocks, headers: all, body};
  const partial = {...all, 'Content-Range': contentRange(range, body.length)};
  if (range !== 'outside') return {status: 206, blocks, headers: partial, body: body.within(range)};
  body.close();
  const refused = errorResponse(new ApiError('range', {size: body.length}), blocks.slice(1));
  return {...refused, headers: {...refused.headers, 'Content-Range': partial['Content-Range']}};
}

const isFile = (body: Buffer | StreamedBody): body is FileBody =>
  isStreamed(body) && body.within !== undefined && body.length !== undefined;

/**
 * 200 with a rendered body, compressed if the client accepts it and the size is worth it. The body may change
 * once this has returned.
 */
export function dataResponse(
  {type, body, headers: extra, next}: Rendered,
  shared: ResponseHeaders,
  request: HttpRequest,
): HttpResponse {
  const {headers: asked} = request;
  const coding = isCompressible(body) ? negotiateEncoding(asked['accept-encoding']) : null;
  const etag = quoteTag(shared.tag, coding);
  if (asked['if-none-match']?.trim() === '*') {
    if (isStreamed(body)) body.close();
    return notModified(etag, shared);
  }
  const blocks = [dataBlock(type, shared.buildHeaders), shared.rateHeaders];
  const headers = perResponseHeaders(etag, shared.ignored);
  if (extra) Object.assign(headers, extra);
  if (next) headers['Link'] = nextLink(shared.target, next);
  if (isFile(body)) return fileResponse(body, {blocks, headers}, request);
  if (!coding) return {status: 200, blocks, headers, body};
  headers['Content-Encoding'] = coding;
  return {status: 200, blocks, headers, body: compressed(body, coding)};
}
