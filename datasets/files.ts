/**
 * The file operations of what must survive kills, full disks and power cuts: publishing, following, pruning, journals and
 * ledgers. They take them as a parameter, so that tests can put a simulated disk in the place of the real one.
 */
import {createReadStream} from 'node:fs';
import * as disk from 'node:fs/promises';

/** An open file, as a `FileHandle` of Node.js. */
export interface OpenFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{bytesRead: number}>;
  /** Writes at the current position, or at the end of a file that was opened with `a`. */
  writeFile(data: string | Uint8Array): Promise<void>;
  /** Writes chunks one after the other there; possibly fewer bytes than they have. */
  writev(chunks: readonly Uint8Array[]): Promise<{bytesWritten: number}>;
  /** Flushes content and size to the disk. Of a folder: its names. */
  sync(): Promise<void>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

export interface FileFacts {
  size: number;
  mtimeMs: number;
  isFile(): boolean;
}

export interface FolderEntry {
  name: string;
  /** The folder that it lies in. */
  parentPath: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** The functions of `node:fs/promises` by the same names, with the options that are used. */
export interface Files {
  open(path: string, flags: string): Promise<OpenFile>;
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  stat(path: string): Promise<FileFacts>;
  readlink(path: string): Promise<string>;
  readdir(path: string): Promise<string[]>;
  readdir(path: string, options: {withFileTypes: true; recursive?: boolean}): Promise<FolderEntry[]>;
  mkdir(path: string, options: {recursive: true}): Promise<string | undefined>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  rm(path: string, options: {force: true; recursive?: boolean}): Promise<void>;
  /** The content of a file, in pieces. */
  read(path: string): AsyncIterable<Buffer>;
}

const CHUNK = 1 << 20;

/** The real disk. */
export const DISK: Files = {...disk, read: (path) => createReadStream(path, {highWaterMark: CHUNK})};
