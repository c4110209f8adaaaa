/** Reads the row of a record from the publisher's file, as it lies beside the builds, and compares it with its checks. */
import {closeSync, fstatSync, openSync, readSync, realpathSync} from 'node:fs';
import {join} from 'node:path';
import {dataPaths} from '../../../../builds/artefacts.ts';
import {
  CHECKED,
  checkOf,
  DamagedLocations,
  LONGEST_ROW,
  linesIn,
  type RowLocation,
  RowLocations,
} from '../../../../builds/row_locations.ts';
import type {BuildFile} from '../../../../engine/types.ts';
import type {NoBytes} from '../../../labels/provenance.ts';

/** What a file holds at a position; fewer bytes at its end. */
function readAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const read = readSync(file, bytes, done, length - done, from + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}

/** Has `work` read a file. Throws as the system does. */
function withFile<T>(
  path: string,
  work: (read: (from: number, length: number) => Buffer, size: number) => T,
): T {
  const file = openSync(path, 'r');
  try {
    return work((from, length) => readAt(file, from, length), fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

/** Whether an error is that of a file: it is gone, cannot be read, or holds other bytes than were written. */
const isOfFile = (error: unknown): boolean =>
  error instanceof DamagedLocations || (error as NodeJS.ErrnoException).syscall !== undefined;

/** The locations of a source in a build, for the time of `work`; null where they cannot be read. */
export function withLocations<T>(
  {path}: Pick<BuildFile, 'path'>,
  work: (locations: RowLocations) => T,
): T | null {
  try {
    return withFile(path, (read, size) => work(new RowLocations(read, size)));
  } catch (error) {
    if (isOfFile(error)) return null;
    throw error;
  }
}

/** The folder of the publisher's files of a source, of a build that lies in `DATA_DIR/builds`. */
export function rawFolder({path}: Pick<BuildFile, 'path'>, slug: string): string {
  const build = join(realpathSync(path), '../..');
  return dataPaths(join(build, '../..')).raw(slug);
}

/** The bytes of a row, or why there are none; its first line where that is known. */
export type RowBytes = {bytes: Buffer; line: number | null} | {missing: NoBytes};

/** The row of a record: from the file of locations, or from the publisher's file in `folder`. */
export function rowBytes(locations: RowLocations, row: RowLocation, folder: string): RowBytes {
  if (row.copy) return row.copy.length ? {bytes: row.copy, line: null} : {missing: 'withheld'};
  if (row.length > LONGEST_ROW) return {missing: 'too_long'};
  const {text} = locations.parts[row.part]!;
  const {stored, bytes} = locations.texts[text]!;
  try {
    return withFile(join(folder, stored), (read, size) =>
      size === bytes ? checkedRow(locations, text, row, read) : {missing: 'file_changed'},
    );
  } catch (error) {
    const {code, syscall} = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return {missing: code === 'ENOENT' ? 'file_gone' : 'unreadable'};
  }
}

/** Reads whole pieces, since each has one check. */
function checkedRow(
  locations: RowLocations,
  text: number,
  {from, length}: RowLocation,
  read: (from: number, length: number) => Buffer,
): RowBytes {
  const first = Math.floor(from / CHECKED);
  const count = Math.floor((from + length - 1) / CHECKED) - first + 1;
  const start = first * CHECKED;
  const pieces = read(start, count * CHECKED);
  const checks = locations.checks(text, first, count);
  const isSame = ({check, line}: {check: number; line: number}, at: number) =>
    checkOf(pieces.subarray(at * CHECKED, (at + 1) * CHECKED), line) === check;
  if (checks.length !== count || !checks.every(isSame)) return {missing: 'file_changed'};
  const bytes = pieces.subarray(from - start, from - start + length);
  if (bytes.length !== length) return {missing: 'file_changed'};
  return {bytes, line: checks[0]!.line + linesIn(pieces.subarray(0, from - start))};
}
