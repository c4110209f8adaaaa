/** Bodies that are held in memory, with a bound: answers of portals and pages of crawls. */
import {FetchError, ResponseTooLarge, type Target} from './errors.ts';
import type {HttpClient, HttpResponse} from './http.ts';

/** Longest answer that is held in memory. */
const LONGEST = 128 * 1024 * 1024;

/** The whole body of an answer; throws TooMuch with `remedy` where it is longer than may be held. */
export async function readBody(
  target: Target,
  answer: HttpResponse,
  {max_bytes}: Pick<HttpClient, 'max_bytes'>,
  remedy: string,
): Promise<Buffer> {
  const longest = Math.min(LONGEST, max_bytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > longest)
      throw new ResponseTooLarge(target, `an answer of more than ${longest} bytes`, remedy);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws where a body comes under a coding: identity was asked for. */
export function refuseCoding(target: Target, answer: HttpResponse): void {
  const coding = answer.header('content-encoding') ?? 'identity';
  if (coding === 'identity') return;
  const what = `the publisher sent content-encoding ${coding} though identity was asked for`;
  throw new FetchError(target, what, 'download the file by hand and set MIRROR to its folder');
}
