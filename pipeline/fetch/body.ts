/** Reads response bodies into memory, up to a limit: portal responses and crawled pages. */
import {FetchError, ResponseTooLarge, type Target} from './errors.ts';
import type {HttpClient, HttpResponse} from './http.ts';

/** Largest body held in memory. */
const LONGEST = 128 * 1024 * 1024;

/** The whole body of a response; throws ResponseTooLarge with `remedy` beyond the limit. */
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

/** Throws for a compressed body: identity was requested. */
export function refuseCoding(target: Target, answer: HttpResponse): void {
  const coding = answer.header('content-encoding') ?? 'identity';
  if (coding === 'identity') return;
  const problem = `the publisher sent content-encoding ${coding} though identity was asked for`;
  throw new FetchError(target, problem, 'download the file by hand and set MIRROR to its folder');
}
