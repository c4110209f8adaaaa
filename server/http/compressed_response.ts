/**
 * Responses with a whole body that is made for each request and compressed where the client accepts it:
 * pages, feeds and tiles.
 */
import {compress} from './compress.ts';
import {quoteTag} from './entity_tag.ts';
import type {Headers} from './header_block.ts';
import {negotiateEncoding} from './negotiate.ts';
import type {HttpResponse} from './types.ts';

/** Smaller bodies are not compressed. */
const SMALL = 1024;

/** Fast enough for what is made for each request. */
const LEVEL = 4;

/**
 * `headers`: all but `ETag` and `Content-Encoding`, and `Vary` only where the answer varies by more. `tag`:
 * the entity tag without quotes and coding; null for none. `acceptEncoding` is the header of the request.
 */
export function compressedResponse(
  {status, headers, tag, body}: {status: number; headers: Headers; tag: string | null; body: Buffer},
  acceptEncoding: string | undefined,
): HttpResponse {
  const coding = body.length > SMALL ? negotiateEncoding(acceptEncoding) : null;
  const all = {
    Vary: 'Accept-Encoding',
    ...headers,
    ...(tag === null ? {} : {ETag: quoteTag(tag, coding)}),
    ...(coding ? {'Content-Encoding': coding} : {}),
  };
  return {status, blocks: [], headers: all, body: coding ? compress(body, coding, LEVEL) : body};
}
