/**
 * The file operations of what must survive kills, full disks and power cuts: publishing, following, pruning,
 * journals and ledgers. They take them as a parameter, so that tests can put a simulated disk in the place of
 * the real one.
 */
import {writevSync} from 'node:fs';
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

/**
 * A stream of the system takes a whole chunk of memory for every file, however small: that of many files
 * would have all garbage collected again and again.
 */
async function* readPieces(path: string): AsyncIterable<Buffer> {
  const file = await disk.open(path, 'r');
  try {
    const {size} = await file.stat();
    for (let read = 0; ; ) {
      // One byte more than it had: it may have grown.
      const piece = Buffer.allocUnsafeSlow(Math.min(CHUNK, Math.max(0, size - read) + 1));
      const {bytesRead} = await file.read(piece, 0, piece.length, read);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
      read += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** The real disk. */
export const DISK: Files = {...disk, read: readPieces};

/**
 * The real disk, for threads that do nothing but write: what is written is in the hands of the system when
 * the call returns. To hand it to another thread and wait takes longer, and the other processors have work. A
 * flush waits for the disk, and goes to another thread.
 */
export const WRITING_DISK: Files = {
  ...DISK,
  async open(path, flags) {
    const file = await disk.open(path, flags);
    return {
      read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
      writeFile: (data) => file.writeFile(data),
      writev: async (chunks) => ({bytesWritten: writevSync(file.fd, chunks)}),
      sync: () => file.sync(),
      datasync: () => file.datasync(),
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    };
  },
};
