/** The kind of source of a server: files that are open, read from the page cache of the system. */
import {crc32} from 'node:zlib';
import {hashFile} from '../../builds/hash_file.ts';
import {DamagedFile} from '../types.ts';
import type {ByteSource} from './byte_source.ts';
import {type ByteFile, REMEDY, type SharedFile} from './checked_file.ts';
import {readFully, readUpTo} from './read_fully.ts';

/** Finds the bytes of a file of a build. */
export type SourceOf = (file: SharedFile) => ByteSource;

/** Reads by the descriptor of the file. */
export const openFile: SourceOf = ({fd}) => ({
  crc32,
  read: (into, at, length, position) => readUpTo(fd, into, at, length, position),
  bytes(from, length) {
    const bytes = Buffer.allocUnsafeSlow(length);
    return bytes.subarray(0, readUpTo(fd, bytes, 0, length, from));
  },
});

/** A file without checksums, such as one that is being written. */
export const uncheckedFile = (fd: number, path: string): ByteFile => ({
  read: (into, at, length, position) =>
    readFully(fd, into, at, length, position, `${path} ends too early: ${REMEDY}`),
});

/** Compares a whole file with its SHA-256, once a build; rejects with DamagedFile. */
export async function checkWhole({path, checked, damaged}: SharedFile, sha256: string): Promise<void> {
  if ((await hashFile(path)) !== sha256) {
    new Uint8Array(damaged)[0] = 1;
    throw new DamagedFile(path, `${path} is damaged (another hash than its manifest says): ${REMEDY}`);
  }
  new Uint8Array(checked).fill(1);
}
