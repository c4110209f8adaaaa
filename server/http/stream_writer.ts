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

class StreamWriter {
  readonly #sink: StreamSink;
  readonly #writeHead: () => void;
  readonly #body: StreamedBody;
  readonly #timeout_ms: number;
  #headWritten = false;
  #lastProgressAt = performance.now();
  #wake: (() => void) | null = null;
  /** Bytes held back of the chunk before. */
  #reserved: Buffer = EMPTY;
  aborted = false;

  constructor(sink: StreamSink, writeHead: () => void, body: StreamedBody, timeout_ms: number) {
    this.#sink = sink;
    this.#writeHead = writeHead;
    this.#body = body;
    this.#timeout_ms = timeout_ms;
    sink.onWritable(() => {
      this.#lastProgressAt = performance.now();
      this.#wake?.();
      return true;
    });
    sink.onAborted(() => {
      this.aborted = true;
      this.#wake?.();
    });
  }

  /** Waits until the socket is writable, the client is gone, or a probe is due. True when it is writable. */
  async #writable(): Promise<boolean> {
    const before = this.#lastProgressAt;
    const rest = before + this.#timeout_ms - performance.now();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, Math.min(PROBE_MS, Math.max(0, rest)));
    });
    this.#wake = null;
    clearTimeout(timer);
    if (!this.aborted && performance.now() - this.#lastProgressAt >= this.#timeout_ms) this.#sink.close();
    return this.#lastProgressAt > before;
  }

  /** Runs `work` in a cork; the head goes with the first one. */
  #cork<T>(work: () => T): T {
    let result!: T;
    this.#sink.cork(() => {
      if (!this.#headWritten) this.#writeHead();
      this.#headWritten = true;
      result = work();
    });
    return result;
  }

  /** Sends a chunk of a body of known length; true when the whole body is sent. */
  async #sendSized(chunk: Buffer, total: number): Promise<boolean> {
    const from = this.#sink.getWriteOffset();
    for (let rest = chunk; !this.aborted; rest = chunk.subarray(this.#sink.getWriteOffset() - from)) {
      const [ok, complete] = this.#cork(() => this.#sink.tryEnd(rest, total));
      if (ok || complete) return complete;
      await this.#writable();
      if (this.aborted) break;
    }
    return false;
  }

  #writeReserved(): void {
    if (this.#reserved.length > 0) this.#sink.write(this.#reserved);
    this.#reserved = EMPTY;
  }

  /**
   * Restarts the transport's timer. `resume` does so, but ends the wait for the socket, which a failed write
   * begins again.
   */
  #probe(byte: Buffer): boolean {
    this.#sink.resume();
    return this.#cork(() => this.#sink.write(byte));
  }

  /** True when the socket takes more. */
  #writePiece(piece: Buffer): boolean {
    return this.#cork(() => {
      this.#writeReserved();
      return piece.length === 0 || this.#sink.write(piece);
    });
  }

  async #sendChunked(bytes: Buffer): Promise<void> {
    // The head alone may fill the cork buffer.
    if (!this.#headWritten) this.#cork(() => null);
    const end = bytes.length - RESERVED_BYTES;
    let at = 0;
    do {
      const to = Math.max(at, Math.min(at + CHUNK_BYTES, end));
      let writable = this.#writePiece(bytes.subarray(at, to));
      at = to;
      while (!writable) {
        writable = await this.#writable();
        if (this.aborted) return;
        writable ||= at === bytes.length || this.#probe(bytes.subarray(at, ++at));
      }
    } while (at < end);
    this.#reserved = Buffer.from(bytes.subarray(at));
  }

  #end(): void {
    if (this.#body.length) throw new Error(`a body of ${this.#body.length} bytes ended early`);
    this.#cork(() => {
      this.#writeReserved();
      this.#sink.end();
    });
  }

  async run(): Promise<void> {
    const body = this.#body;
    for (let sliceStartedAt = performance.now(); ; ) {
      const bytes = await body.next();
      if (this.aborted) return;
      this.#lastProgressAt = performance.now();
      if (bytes === null) return this.#end();
      if (body.length === undefined) await this.#sendChunked(bytes);
      else if (await this.#sendSized(bytes, body.length)) return;
      if (this.aborted) return;
      if (performance.now() - sliceStartedAt < SLICE_MS) continue;
      await nextTurn();
      if (this.aborted) return;
      sliceStartedAt = performance.now();
    }
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
  const writer = new StreamWriter(sink, writeHead, body, timeout_ms);
  try {
    await writer.run();
  } catch (error) {
    if (!writer.aborted) sink.close();
    throw error;
  } finally {
    body.close();
  }
}
