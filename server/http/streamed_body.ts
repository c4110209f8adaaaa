/** Bodies that are made while they are sent. */

export interface Streamed {
  /** Bytes in all where they are known beforehand: the answer then has a `Content-Length`, else it comes in chunks. */
  length?: number;
  /**
   * The next piece, null behind the last one. A piece stays as it is until the following call. Never called while
   * an earlier call is under way; a throw breaks the connection, so that no client takes the part for the whole.
   */
  next(): Buffer | null | Promise<Buffer | null>;
  /** Called once, whatever happened, and never while a `next` is under way. */
  close(): void;
}

/** The same body; `behind` is called when it is closed. */
export function closing(body: Streamed, behind: () => void): Streamed {
  return {
    ...(body.length === undefined ? {} : {length: body.length}),
    next: () => body.next(),
    close() {
      try {
        body.close();
      } finally {
        behind();
      }
    },
  };
}

type Body = Buffer | string | Streamed | null;

export const isStreamed = (body: Body): body is Streamed =>
  body !== null && typeof body === 'object' && 'next' in body;
