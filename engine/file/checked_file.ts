/** Files that are read by position: every block is compared with its checksum before its bytes are believed. */
import {createHash} from 'node:crypto';
import {open} from 'node:fs/promises';
import {crc32} from 'node:zlib';
import {DamagedFile} from '../types.ts';
import {readFully, readUpTo} from './read_fully.ts';

/** Bytes of a block; the last one of a file may be shorter. */
export const BLOCK = 1 << 16;
/** Bytes that are hashed at once: little enough to hold up no request. */
const PIECE = 1 << 20;

const REMEDY =
  'check its disk, run `make compile` to write the index of the build again, and restart the server';

/** Bytes of a file by position. */
export interface ByteFile {
  /** Fills `into` from `at` with `length` bytes; throws where the file cannot give them. */
  read(into: Uint8Array, at: number, length: number, position: number): void;
}

/** A file that all threads read, as plain data. */
export interface SharedFile {
  path: string;
  fd: number;
  bytes: number;
  /** By block: 1 once a thread compared it with its checksum. */
  checked: SharedArrayBuffer;
  /** One byte of several files: 1 once one of them was found damaged. */
  damaged: SharedArrayBuffer;
}

const blocksOf = (bytes: number): number => Math.ceil(bytes / BLOCK);

/** A file of so many bytes of which nothing was read yet; `damaged` is that of its table or build. */
export const shareFile = (
  path: string,
  fd: number,
  bytes: number,
  damaged = new SharedArrayBuffer(1),
): SharedFile => ({path, fd, bytes, checked: new SharedArrayBuffer(blocksOf(bytes)), damaged});

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

/** The checksums of a text. */
export const checksumsOfText = (text: string): Uint32Array =>
  new Uint32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);

/** A file with checksums. Each block is checked once a build, by the first thread that needs it. */
export class CheckedFile implements ByteFile {
  readonly #file: SharedFile;
  readonly #checksums: Uint32Array;
  readonly #checked: Uint8Array;
  readonly #inMemory: Uint8Array | null;

  /** `inMemory` are the bytes of the file where they were read, not checked. */
  constructor(file: SharedFile, checksums: Uint32Array, inMemory: Uint8Array | null = null) {
    if (checksums.length !== blocksOf(file.bytes)) {
      throw new Error(
        `${file.path} has ${checksums.length} checksums for ${file.bytes} bytes: run \`make compile\` to write the index of the build again`,
      );
    }
    this.#file = file;
    this.#checksums = checksums;
    this.#checked = new Uint8Array(file.checked);
    this.#inMemory = inMemory;
  }

  /** Throws DamagedFile where a block is not the one that was written. */
  read(into: Uint8Array, at: number, length: number, position: number): void {
    if (length === 0) return;
    this.check(position, position + length);
    readFully(this.#file.fd, into, at, length, position, `${this.#file.path} ends too early: ${REMEDY}`);
  }

  /** Checks the blocks of a range of bytes. Throws as `read`. */
  check(from: number, to: number): void {
    const end = blocksOf(to);
    for (let i = Math.floor(from / BLOCK); i < end; i++) if (this.#checked[i] !== 1) this.#checkBlock(i);
  }

  #checkBlock(number: number): void {
    const {path, bytes, damaged} = this.#file;
    const from = number * BLOCK;
    const length = Math.min(BLOCK, bytes - from);
    const read = this.#block(from, length);
    if (read.length !== length || crc32(read) !== this.#checksums[number]) {
      new Uint8Array(damaged)[0] = 1;
      throw new DamagedFile(
        path,
        `${path} is damaged between bytes ${from} and ${from + length} (another checksum): ${REMEDY}`,
      );
    }
    this.#checked[number] = 1;
  }

  /** The bytes of a block; fewer where the file ends before. */
  #block(from: number, length: number): Uint8Array {
    if (this.#inMemory) return this.#inMemory.subarray(from, from + length);
    const block = Buffer.allocUnsafeSlow(length);
    return block.subarray(0, length > 0 ? readUpTo(this.#file.fd, block, 0, length, from) : 0);
  }
}

/** A file without checksums, such as one that is being written. */
export const uncheckedFile = (fd: number, path: string): ByteFile => ({
  read: (into, at, length, position) =>
    readFully(fd, into, at, length, position, `${path} ends too early: ${REMEDY}`),
});

/** Compares a whole file with its SHA-256, once a build; rejects with DamagedFile. */
export async function checkWhole({path, checked, damaged}: SharedFile, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafeSlow(PIECE);
  const file = await open(path);
  try {
    for (;;) {
      const {bytesRead} = await file.read(piece, 0, PIECE);
      if (bytesRead === 0) break;
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  if (hash.digest('hex') !== sha256) {
    new Uint8Array(damaged)[0] = 1;
    throw new DamagedFile(path, `${path} is damaged (another hash than its manifest says): ${REMEDY}`);
  }
  new Uint8Array(checked).fill(1);
}

/** Whether every block of the file was checked. */
export const isChecked = ({checked}: SharedFile): boolean =>
  new Uint8Array(checked).every((one) => one === 1);
