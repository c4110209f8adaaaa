/** Reads a whole index file to shared memory at once, with all checks of the server. */
import {closeSync, openSync} from 'node:fs';
import {CheckedFile, checksumsOfText, shareFile} from '../../engine/file/checked_file.ts';
import {readFooter} from '../../engine/file/index_file.ts';
import {memorySource} from '../../engine/file/memory_source.ts';
import {readFully} from '../../engine/file/read_fully.ts';
import type {IndexFile} from '../../engine/file/sections.ts';

/** `footer` is the hash that the manifest states. */
export function readIndex<Metadata>(path: string, footer: string | undefined): IndexFile<Metadata> {
  const {footerAt, size: _, ...read} = readFooter<Metadata>(path, footer);
  const bytes = new SharedArrayBuffer(footerAt);
  const view = new Uint8Array(bytes);
  const fd = openSync(path, 'r');
  try {
    readFully(fd, view, 0, footerAt, 0, `${path} ended while it was read`);
  } finally {
    closeSync(fd);
  }
  new CheckedFile(shareFile(path, -1, footerAt), checksumsOfText(read.checksums), memorySource(view)).check(
    0,
    footerAt,
  );
  return {...read, path, bytes, file: null};
}
