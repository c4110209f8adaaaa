/** Checksums of the blocks of a file, made while it is written. */
import {crc32} from 'node:zlib';
import {BLOCK} from './checked_file.ts';

/** CRC-32 by block of a file, computed while it is written. */
export class BlockChecksums {
  readonly #finished: number[] = [];
  #current = 0;
  #length = 0;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(BLOCK - this.#length, bytes.length - at);
      this.#current = crc32(bytes.subarray(at, at + length), this.#current);
      this.#length += length;
      at += length;
      if (this.#length === BLOCK) this.#endBlock();
    }
  }

  /** The checksums of all that was added so far; of a block that is not full, of its beginning. */
  soFar(): Uint32Array {
    return Uint32Array.from(this.#length > 0 ? [...this.#finished, this.#current] : this.#finished);
  }

  #endBlock(): void {
    this.#finished.push(this.#current);
    this.#current = 0;
    this.#length = 0;
  }
}

/** Checksums as text. */
export const checksumText = ({buffer, byteOffset, byteLength}: Uint32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
