/** Reads a response body as text, streamed bodies too. */

import {isStreamed} from '../http/streamed_body.ts';
import type {HttpResponse} from '../http/types.ts';

export async function bodyText({body}: Pick<HttpResponse, 'body'>): Promise<string> {
  if (!isStreamed(body)) return String(body ?? '');
  const pieces: Buffer[] = [];
  try {
    // A chunk is valid only until the next call.
    for (let piece = await body.next(); piece; piece = await body.next()) pieces.push(Buffer.from(piece));
  } finally {
    body.close();
  }
  return Buffer.concat(pieces).toString();
}
