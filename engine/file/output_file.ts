/** New files, written from their beginning to their end. */
import {createHash} from 'node:crypto';
import {closeSync, openSync, rmSync} from 'node:fs';
import {BlockChecksums} from './block_checksums.ts';
import {readFully, writeFully} from './read_fully.ts';

/** Bytes that are written at once. */
const BUFFER_BYTES = 1 << 18;

/** A file that is written through a buffer, and may be read as far as it was flushed. */
export class BufferedFile {
  /** Bytes so far, with those in the buffer. */
  bytes = 0;
  readonly #path: string;
  readonly #fd: number;
  readonly #onWrite: ((bytes: Uint8Array) => void) | undefined;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #buffered = 0;
  #isOpen = true;

  /** Makes the file; `onWrite` gets all bytes in their order, each as it leaves the buffer. */
  constructor(path: string, onWrite?: (bytes: Uint8Array) => void) {
    this.#path = path;
    this.#onWrite = onWrite;
    // Never overwrite: a server may read the old file, or another build link to it.
    rmSync(path, {force: true});
    this.#fd = openSync(path, 'wx+');
  }

  write(bytes: Uint8Array): void {
    const {length} = bytes;
    this.bytes += length;
    if (this.#buffered + length > BUFFER_BYTES) this.flush();
    if (length > BUFFER_BYTES) this.#put(bytes);
    else {
      this.#buffer.set(bytes, this.#buffered);
      this.#buffered += length;
    }
  }

  flush(): void {
    if (this.#buffered > 0) this.#put(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  /** Fills the first `length` bytes of an array from a position on; throws where the file is shorter. */
  read(into: Uint8Array, length: number, position: number): void {
    readFully(this.#fd, into, 0, length, position, `${this.#path} is shorter than what was written to it`);
  }

  /** Closes the file as it is, once. */
  close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }

  #put(bytes: Uint8Array): void {
    this.#onWrite?.(bytes);
    writeFully(this.#fd, bytes);
  }
}

/** A file of a build, with its hash and the checksums of its blocks. */
export class OutputFile extends BufferedFile {
  readonly #hash = createHash('sha256');
  readonly #checksums: BlockChecksums;

  constructor(path: string) {
    const checksums = new BlockChecksums();
    super(path, (bytes) => {
      this.#hash.update(bytes);
      checksums.add(bytes);
    });
    this.#checksums = checksums;
  }

  /** The checksums of all blocks so far. */
  checksums(): Uint32Array {
    this.flush();
    return this.#checksums.soFar();
  }

  /** Writes what is left, and closes the file. */
  finish(): {bytes: number; sha256: string} {
    this.flush();
    this.close();
    return {bytes: this.bytes, sha256: this.#hash.digest('hex')};
  }
}
