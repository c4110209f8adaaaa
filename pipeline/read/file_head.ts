/** Reads the first bytes of a file, from which its format is sniffed. */
import {closeSync, openSync} from 'node:fs';
import {readFullySync} from '../runtime/read_fully.ts';
import {ReadError} from './types.ts';

/** Bytes that are enough to recognise a format. */
const HEAD = 1 << 16;

/** Binary formats by their first four bytes. */
const KINDS: Record<string, string> = {
  '504b0304': 'a zip or an XLSX workbook',
  d0cf11e0: 'an old workbook or document of Microsoft',
  '25504446': 'a PDF',
  '50415231': 'a Parquet file',
};

/** The first bytes of a file. */
export function headOf(path: string, bytes = HEAD): Buffer {
  const file = openSync(path, 'r');
  try {
    const held = Buffer.alloc(bytes);
    return held.subarray(0, readFullySync(file, held, 0));
  } finally {
    closeSync(file);
  }
}

/** Throws ReadError for a file whose first bytes are those of a binary format. */
export function refuseBinary(source: string, name: string, path: string): void {
  const bytes = headOf(path, 4);
  const kind =
    KINDS[bytes.toString('hex')] ?? (bytes.subarray(0, 2).toString('hex') === '1f8b' ? 'a gzip' : null);
  if (kind)
    throw new ReadError(
      source,
      name,
      `the bytes are ${kind}, no text`,
      'give the file the ending that it should have, or fetch it again',
    );
}
