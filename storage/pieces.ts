/** Memory that a connection receives into: a few buffers, which are used again and again. */

/** Bytes of a buffer: few enough to be in a processor's cache still when they are hashed and written. */
export const PIECE_BYTES = 256 << 10;

export class Pieces {
  readonly #free: Buffer<ArrayBuffer>[] = [];
  #buffer: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #begin = 0;
  #end = 0;

  /** Where the next bytes go. */
  space(): Buffer {
    return this.#buffer.subarray(this.#end);
  }

  /** So many bytes arrived there. */
  add(bytes: number): void {
    this.#end += bytes;
  }

  /** What arrived and was not taken. */
  waiting(): Buffer {
    return this.#buffer.subarray(this.#begin, this.#end);
  }

  get isFull(): boolean {
    return this.#end === this.#buffer.length;
  }

  /** Passes over bytes that wait. */
  skip(bytes: number): void {
    this.#begin += bytes;
    if (this.#begin < this.#end) return;
    this.#begin = 0;
    this.#end = 0;
  }

  /** What waits; its memory is not used again before it is given back. */
  take(): Buffer {
    const piece = this.waiting();
    this.#buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
    this.#begin = 0;
    this.#end = 0;
    return piece;
  }

  giveBack(piece: Buffer): void {
    this.#free.push(Buffer.from(piece.buffer as ArrayBuffer));
  }
}
