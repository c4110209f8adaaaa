/** Reads response bodies into memory, up to a limit: portal responses and crawled pages. */
import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import {byHand, codeOf, FetchError, ResponseTooLarge, type Target} from './errors.ts';
import {firstBytes, type HttpClient, type HttpResponse} from './http.ts';
import {TransientError} from './retry.ts';

/** Largest body held in memory. */
const LONGEST = 128 * 1024 * 1024;

const unpack = promisify(gunzip);

/** The whole body of a response, unpacked; throws ResponseTooLarge with `remedy` beyond the limit. */
export async function readBody(
  target: Target,
  answer: HttpResponse,
  {max_bytes}: Pick<HttpClient, 'max_bytes'>,
  remedy: string,
): Promise<Buffer> {
  const longest = Math.min(LONGEST, max_bytes);
  const tooLarge = () => new ResponseTooLarge(target, `an answer of more than ${longest} bytes`, remedy);
  const body = await firstBytes(answer.body, longest + 1);
  if (body.length > longest) throw tooLarge();
  if (answer.header('content-encoding') !== GZIP) return body;
  try {
    return await unpack(body, {maxOutputLength: longest});
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new TransientError('the gzip of the answer is cut or broken', null, true);
  }
}

/** The compression that portals may use for JSON, which becomes a tenth as long. */
export const GZIP = 'gzip';

/** Throws for a compressed body: identity was requested. */
export function refuseCoding(target: Target, answer: HttpResponse): void {
  const coding = answer.header('content-encoding') ?? 'identity';
  if (coding === 'identity') return;
  const problem = `the publisher sent content-encoding ${coding} though identity was asked for`;
  throw new FetchError(target, problem, byHand(target.source));
}
