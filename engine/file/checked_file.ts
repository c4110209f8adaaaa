/**
 * Files that are read by position: every block is compared with its checksum before its bytes are believed.
 */
import {DamagedFile} from '../types.ts';
import type {ByteSource} from './byte_source.ts';

/** Bytes of a block; the last one of a file may be shorter. */
export const BLOCK = 1 << 16;
export const REMEDY =
  'check its disk, run `make compile` to write the index of the build again, and restart the server';

/** Bytes of a file by position. */
export interface ByteFile {
  /** Fills `into` from `at` with `length` bytes; throws where the file cannot give them. */
  read(into: Uint8Array, at: number, length: number, position: number): void;
  /** As that of a source. */
  expect?: ByteSource['expect'];
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

/** The checksums of a text. */
export const checksumsOfText = (text: string): Uint32Array =>
  new Uint32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);

/** A file with checksums. Each block is checked once a build, by the first thread that needs it. */
export class CheckedFile implements ByteFile {
  readonly #file: SharedFile;
  readonly #checksums: Uint32Array;
  readonly #checked: Uint8Array;
  readonly #source: ByteSource;
  readonly expect: ByteSource['expect'];

  constructor(file: SharedFile, checksums: Uint32Array, source: ByteSource) {
    if (!source.isChecked && checksums.length !== blocksOf(file.bytes)) {
      throw new Error(
        `${file.path} has ${checksums.length} checksums for ${file.bytes} bytes: run \`make compile\` to write the index of the build again`,
      );
    }
    this.#file = file;
    this.#checksums = checksums;
    this.#checked = new Uint8Array(file.checked);
    this.#source = source;
    this.expect = source.expect && ((begins, lengths, count) => source.expect!(begins, lengths, count));
  }

  /** Throws DamagedFile where a block is not the one that was written, and Missing. */
  read(into: Uint8Array, at: number, length: number, position: number): void {
    if (length === 0) return;
    this.expect?.([position], [length], 1);
    this.check(position, position + length);
    if (this.#source.read(into, at, length, position) < length)
      throw new Error(`${this.#file.path} ends too early: ${REMEDY}`);
  }

  /** Checks the blocks of a range of bytes. Throws as `read`. */
  check(from: number, to: number): void {
    if (this.#source.isChecked) return;
    const end = blocksOf(to);
    for (let i = Math.floor(from / BLOCK); i < end; i++) if (this.#checked[i] !== 1) this.#checkBlock(i);
  }

  #checkBlock(number: number): void {
    const {path, bytes, damaged} = this.#file;
    const from = number * BLOCK;
    const length = Math.min(BLOCK, bytes - from);
    const block = this.#source.bytes(from, length);
    if (block.length !== length || this.#source.crc32(block) !== this.#checksums[number]) {
      new Uint8Array(damaged)[0] = 1;
      throw new DamagedFile(
        path,
        `${path} is damaged between bytes ${from} and ${from + length} (another checksum): ${REMEDY}`,
      );
    }
    this.#checked[number] = 1;
  }
}

/** Whether every block of the file was checked. */
export const isChecked = ({checked}: SharedFile): boolean =>
  new Uint8Array(checked).every((one) => one === 1);
