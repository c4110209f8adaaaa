/** Writes a streamed body as fast as the client reads it, holding one chunk of it at a time. */
import type {StreamedBody} from './streamed_body.ts';

/** The part of a uWebSockets.js response that is used. */
export interface StreamSink {
  cork(work: () => void): unknown;
  /** False: the transport buffers what the socket does not take; write no more until it is writable. */
  write(chunk: Buffer): boolean;
  /** First value false: the socket took the chunk up to the write offset only. Second value: all is sent. */
  tryEnd(chunk: Buffer, total: number): [boolean, boolean];
  getWriteOffset(): number;
  onWritable(handler: () => boolean): unknown;
  onAborted(handler: () => void): unknown;
  resume(): unknown;
  end(): unknown;
  close(): unknown;
}

/**
 * Milliseconds of producing and writing after which other requests are served; a chunk is not interrupted.
 */
const SLICE_MS = 0.4;

/**
 * The transport drops a client that takes nothing for ten seconds; each attempt to write restarts its timer.
 */
const PROBE_MS = 4000;

/** Bytes at the end of each chunk held back for such attempts. */
const RESERVED_BYTES = 32;

/**
 * What is corked together must fit the transport's cork buffer of 16 KB: when a cork holds more, and the
 * socket does not take the small writes at its beginning, the transport loses the large one.
 */
const CHUNK_BYTES = 15 * 1024;

const EMPTY = Buffer.alloc(0);

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A sink with its state. */
type Outlet = ReturnType<typeof openOutlet>;

function openOutlet(sink: StreamSink, writeHead: () => void, timeout_ms: number) {
  let isHeadWritten = false;
  let lastProgressAt = performance.now();
  let wake: (() => void) | null = null;
  const outlet = {
    sink,
    isAborted: false,
    /** Bytes held back of the chunk before. */
    reserved: EMPTY as Buffer,
    /** The client may take its time again. */
    progress(): void {
      lastProgressAt = performance.now();
    },
    /** Runs `work` in a cork; the head goes with the first one. */
    cork<T>(work: () => T): T {
      let result!: T;
      sink.cork(() => {
        if (!isHeadWritten) writeHead();
        isHeadWritten = true;
        result = work();
      });
      return result;
    },
    /** Writes the head by itself, as it alone may fill the cork buffer. */
    head(): void {
      if (!isHeadWritten) outlet.cork(() => null);
    },
    writeReserved(): void {
      if (outlet.reserved.length > 0) sink.write(outlet.reserved);
      outlet.reserved = EMPTY;
    },
    /**
     * Waits until the socket is writable, the client is gone, or a probe is due. True when it is writable.
     */
    async writable(): Promise<boolean> {
      const before = lastProgressAt;
      const rest = before + timeout_ms - performance.now();
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, Math.min(PROBE_MS, Math.max(0, rest)));
      });
      wake = null;
      clearTimeout(timer);
      if (!outlet.isAborted && performance.now() - lastProgressAt >= timeout_ms) sink.close();
      return lastProgressAt > before;
    },
  };
  sink.onWritable(() => {
    outlet.progress();
    wake?.();
    return true;
  });
  sink.onAborted(() => {
    outlet.isAborted = true;
    wake?.();
  });
  return outlet;
}

/** Sends a chunk of a body of known length; true when the whole body is sent. */
async function sendSized(outlet: Outlet, chunk: Buffer, total: number): Promise<boolean> {
  const {sink} = outlet;
  const from = sink.getWriteOffset();
  for (let rest = chunk; !outlet.isAborted; rest = chunk.subarray(sink.getWriteOffset() - from)) {
    const [ok, complete] = outlet.cork(() => sink.tryEnd(rest, total));
    if (ok || complete) return complete;
    await outlet.writable();
    if (outlet.isAborted) break;
  }
  return false;
}

/** Sends a chunk of a body of unknown length, but for the bytes held back. */
async function sendChunked(outlet: Outlet, bytes: Buffer): Promise<void> {
  const {sink} = outlet;
  outlet.head();
  const end = bytes.length - RESERVED_BYTES;
  let at = 0;
  do {
    const to = Math.max(at, Math.min(at + CHUNK_BYTES, end));
    const piece = bytes.subarray(at, to);
    // True when the socket takes more.
    let isWritable = outlet.cork(() => {
      outlet.writeReserved();
      return piece.length === 0 || sink.write(piece);
    });
    at = to;
    while (!isWritable) {
      isWritable = await outlet.writable();
      if (outlet.isAborted) return;
      if (isWritable || at === bytes.length) break;
      // Restarts the transport's timer. `resume` does so, but ends the wait for the socket, which a failed
      // write begins again.
      sink.resume();
      const byte = bytes.subarray(at, ++at);
      isWritable = outlet.cork(() => sink.write(byte));
    }
  } while (at < end);
  outlet.reserved = Buffer.from(bytes.subarray(at));
}

async function send(outlet: Outlet, body: StreamedBody): Promise<void> {
  for (let sliceStartedAt = performance.now(); ; ) {
    const bytes = await body.next();
    if (outlet.isAborted) return;
    outlet.progress();
    if (bytes === null) {
      if (body.length) throw new Error(`a body of ${body.length} bytes ended early`);
      outlet.cork(() => {
        outlet.writeReserved();
        outlet.sink.end();
      });
      return;
    }
    if (body.length === undefined) await sendChunked(outlet, bytes);
    else if (await sendSized(outlet, bytes, body.length)) return;
    if (outlet.isAborted) return;
    if (performance.now() - sliceStartedAt < SLICE_MS) continue;
    await nextTurn();
    if (outlet.isAborted) return;
    sliceStartedAt = performance.now();
  }
}

/**
 * Writes head and body. A client that takes nothing for `timeout_ms` is dropped. Settles when the body is
 * closed; rejects with the error of a body that failed, and closes its connection.
 */
export async function writeStream(
  sink: StreamSink,
  writeHead: () => void,
  body: StreamedBody,
  timeout_ms: number,
): Promise<void> {
  const outlet = openOutlet(sink, writeHead, timeout_ms);
  try {
    await send(outlet, body);
  } catch (error) {
    if (!outlet.isAborted) sink.close();
    throw error;
  } finally {
    body.close();
  }
}
