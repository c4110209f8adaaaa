/** Bodies that are produced while they are sent. */
import type {ByteRange} from './ranges.ts';

export interface StreamedBody {
  /** Total bytes if known: the response then has a `Content-Length`, otherwise it is chunked. */
  length?: number;
  /**
   * The next chunk, null after the last. A chunk stays valid until the following call. Never called
   * concurrently; an exception breaks the connection, so that no client takes a part for the whole.
   */
  next(): Buffer | null | Promise<Buffer | null>;
  /** Called exactly once, and never during a `next`. */
  close(): void;
  /** Of a file, before its first `next`: a range of its bytes in its place. */
  within?(range: ByteRange): StreamedBody;
}

/** The body of a file. */
export type FileBody = StreamedBody & Required<Pick<StreamedBody, 'length' | 'within'>>;

/** The same body; `callback` runs after it is closed. */
export function onClose(body: StreamedBody, callback: () => void): StreamedBody {
  return {
    ...(body.length === undefined ? {} : {length: body.length}),
    next: () => body.next(),
    close() {
      try {
        body.close();
      } finally {
        callback();
      }
    },
  };
}

type Body = Buffer | string | StreamedBody | null;

export const isStreamed = (body: Body): body is StreamedBody =>
  body !== null && typeof body === 'object' && 'next' in body;
