/** The body of an answer as one text, also where it is made while it is sent. */

import {isStreamed} from '../http/streamed_body.ts';
import type {ApiResponse} from '../http/types.ts';

export async function bodyText({body}: Pick<ApiResponse, 'body'>): Promise<string> {
  if (!isStreamed(body)) return String(body ?? '');
  const pieces: Buffer[] = [];
  try {
    // A piece is good until the next one is asked for.
    for (let piece = await body.next(); piece; piece = await body.next()) pieces.push(Buffer.from(piece));
  } finally {
    body.close();
  }
  return Buffer.concat(pieces).toString();
}
