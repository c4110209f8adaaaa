/** Writes a streamed body as fast as the client reads it, holding one piece of it at a time. */
import type {Streamed} from './streamed_body.ts';

/** What is needed of the transport's answer. */
export interface Sink {
  cork(work: () => void): unknown;
  /** False: what the socket does not take is kept, and nothing more should be written until it is writable. */
  write(piece: Buffer): boolean;
  /** First value false: the socket took a part, up to the write offset. Second value: all is sent. */
  tryEnd(piece: Buffer, total: number): [boolean, boolean];
  getWriteOffset(): number;
  onWritable(handler: () => boolean): unknown;
  onAborted(handler: () => void): unknown;
  resume(): unknown;
  end(): unknown;
  close(): unknown;
}

/** Bytes that are written before others get their turn. */
const TURN = 512 * 1024;

/** The transport itself drops who takes nothing for ten seconds; each try to write more starts them anew. */
const NUDGE_MS = 4000;

/** Bytes of a chunk kept back for such tries. */
const KEPT = 32;

/**
 * Bytes of a chunk. What is corked together must fit into the transport's cork buffer of 16 KB: when a cork holds more,
 * and the socket does not take the small parts at its beginning, the transport drops the large one.
 */
const CHUNK = 15 * 1024;

const NOTHING = Buffer.alloc(0);

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Writes head and body. A client that takes nothing for `stall_ms` is dropped. Settles when the body is closed;
 * rejects with the fault of a body that broke, the connection of which is then closed.
 */
export async function pour(
  sink: Sink,
  writeHead: () => void,
  body: Streamed,
  stall_ms: number,
): Promise<void> {
  let left = false;
  let begun = false;
  let takenAt = performance.now();
  let wake: (() => void) | null = null;
  sink.onWritable(() => {
    takenAt = performance.now();
    wake?.();
    return true;
  });
  sink.onAborted(() => {
    left = true;
    wake?.();
  });

  /** Waits until the client takes more, is gone, or ought to be tried again. True when it takes more. */
  async function taken(): Promise<boolean> {
    const before = takenAt;
    const rest = takenAt + stall_ms - performance.now();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, Math.min(NUDGE_MS, Math.max(0, rest)));
    });
    wake = null;
    clearTimeout(timer);
    if (!left && performance.now() - takenAt >= stall_ms) sink.close();
    return takenAt > before;
  }

  /** The head goes with the first piece. */
  function corked<T>(work: () => T): T {
    const results: T[] = [];
    sink.cork(() => {
      if (!begun) writeHead();
      begun = true;
      results.push(work());
    });
    return results[0]!;
  }

  /** True when the body has as many bytes as it said. */
  async function sendPart(piece: Buffer, total: number): Promise<boolean> {
    const from = sink.getWriteOffset();
    for (let rest = piece; !left; rest = piece.subarray(sink.getWriteOffset() - from)) {
      const [ok, whole] = corked(() => sink.tryEnd(rest, total));
      if (ok || whole) return whole;
      await taken();
      if (left) break;
    }
    return false;
  }

  let kept: Buffer = NOTHING;

  function writeKept(bytes: number): boolean {
    const part = kept.subarray(0, bytes);
    kept = kept.subarray(bytes);
    return part.length === 0 || sink.write(part);
  }

  /** The first call starts the ten seconds anew but ends the wait for the socket, which the failed write resumes. */
  function nudge(): boolean {
    sink.resume();
    return corked(() => writeKept(1));
  }

  /** True when the socket takes more. */
  function writeChunk(chunk: Buffer): boolean {
    const cut = Math.max(0, chunk.length - KEPT);
    const room = corked(() => {
      writeKept(kept.length);
      return cut === 0 || sink.write(chunk.subarray(0, cut));
    });
    kept = Buffer.from(chunk.subarray(cut));
    return room;
  }

  async function sendChunks(piece: Buffer): Promise<void> {
    // A head may be as long as the cork buffer itself.
    if (!begun) corked(() => null);
    for (let at = 0; at < piece.length; at += CHUNK) {
      let room = writeChunk(piece.subarray(at, at + CHUNK));
      while (!room) {
        room = await taken();
        if (left) return;
        room ||= nudge();
      }
    }
  }

  async function run(): Promise<void> {
    for (let written = 0; ; ) {
      const piece = await body.next();
      if (left) return;
      takenAt = performance.now();
      if (piece === null) {
        if (body.length) throw new Error(`a body of ${body.length} bytes ended early`);
        corked(() => {
          writeKept(kept.length);
          sink.end();
        });
        return;
      }
      if (body.length === undefined) await sendChunks(piece);
      else if (await sendPart(piece, body.length)) return;
      if (left) return;
      written += piece.length;
      if (written >= TURN) {
        written = 0;
        await nextTurn();
        if (left) return;
      }
    }
  }

  try {
    await run();
  } catch (error) {
    if (!left) sink.close();
    throw error;
  } finally {
    body.close();
  }
}
