/** Reads a response body as text, streamed bodies too. */
import {isStreamed} from './streamed_body.ts';
import type {HttpResponse} from './types.ts';

export async function bodyText({body}: Pick<HttpResponse, 'body'>): Promise<string> {
  if (!isStreamed(body)) return String(body ?? '');
  const chunks: Buffer[] = [];
  try {
    // A chunk is valid only until the next call.
    for (let chunk = await body.next(); chunk; chunk = await body.next()) chunks.push(Buffer.from(chunk));
  } finally {
    body.close();
  }
  return Buffer.concat(chunks).toString();
}
