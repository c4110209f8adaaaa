/** Opens a build whose files are read by range: nothing but what queries need is brought to memory. */
import {closeSync, openSync} from 'node:fs';
import type {IndexEntry, StoredFile} from '../datasets/artefacts.ts';
import {attachTables, type SharedTable} from './attach_build.ts';
import {type Build, readBuild} from './file/build_files.ts';
import {CheckedFile, checksumsOfText, type SharedFile, shareFile} from './file/checked_file.ts';
import {ELEMENTS, type IndexFooter, readFooter} from './file/index_file.ts';
import type {RangeSource} from './file/range_source.ts';
import {type RowFileName, SECTIONS, type TableMetadata} from './file/section_names.ts';
import {indexedTables} from './file/table_layout.ts';
import {indexEntry, openSearchFile, verifiedPath} from './load_table.ts';
import {buildInfo} from './open.ts';
import {type RowRanges, reserveRows, type SharedRows} from './rows/shared_rows.ts';
import type {Engine} from './types.ts';

/** An engine over ranges. */
export interface RangeEngine extends Engine {
  /** Fetches what every query of a table reads; else the first query does. */
  openTable(name: string): void;
}

type Open = (stored: StoredFile) => SharedFile;

/**
 * Opens a build over a source of ranges, to which its files are added; every block is compared with its checksum before a byte
 * of it is believed. Throws, naming file and remedy, if the folder is not a build of this format.
 */
export async function openRanges(buildDir: string, source: RangeSource): Promise<RangeEngine> {
  const build = await readBuild(buildDir);
  const damaged = new SharedArrayBuffer(1);
  const descriptors: number[] = [];
  const open: Open = (stored) => {
    const path = verifiedPath(build, stored);
    const fd = openSync(path, 'r');
    descriptors.push(fd);
    return shareFile(path, fd, stored.bytes, damaged);
  };
  const close = async () => {
    for (const fd of descriptors) closeSync(fd);
  };
  try {
    const tables = indexedTables().map(({name}) => openTable(build, name, open, source));
    const info = buildInfo(build, tables);
    const {engine, tableOf} = attachTables({info, tables, datasetFiles: {}, damaged}, source);
    return {...engine, openTable: (name) => void tableOf(name), close};
  } catch (error) {
    await close();
    throw error;
  }
}

function openTable(build: Build, name: string, open: Open, source: RangeSource): SharedTable {
  const entry = indexEntry(build, name);
  const file = open(entry.index);
  const footer = readFooter<TableMetadata>(file.path, entry.index.footer);
  const {footerAt, checksums} = footer;
  const bytes = new SharedArrayBuffer(entry.index.bytes);
  // The footer has a checksum of its own.
  const checked = new CheckedFile(
    shareFile(file.path, file.fd, footerAt, file.damaged),
    checksumsOfText(checksums),
  );
  source.add(checked, new Uint8Array(bytes, 0, footerAt));
  const {found} = entry;
  return {
    ...footer,
    path: file.path,
    bytes,
    // The source brings all sections to memory by range.
    file: null,
    damaged: file.damaged,
    rows: openRows(entry, footer, checked, open, source),
    searchFile: found ? openSearchFile(open(found), name) : null,
  };
}

/** Reserves memory for the stored rows and adds their files to the source; null for a view. */
function openRows(
  {values, items, details}: IndexEntry,
  footer: IndexFooter<TableMetadata>,
  index: CheckedFile,
  open: Open,
  source: RangeSource,
): SharedRows | null {
  if (!values || !items || !details) return null;
  const files = {
    values: {...open(values), checksums: values.checksums ?? ''},
    heads: open(items),
    rests: open(details),
  };
  const reserved = reserveRows(files, openingOf(values));
  const checkedRows = (name: RowFileName, file: SharedFile): CheckedFile =>
    new CheckedFile(file, wordsOf(footer, index, SECTIONS.rows(name).checksums));
  source.add(new CheckedFile(files.values, checksumsOfText(files.values.checksums)), reserved.ranges.values);
  source.add(checkedRows('items', files.heads), reserved.ranges.heads);
  source.add(checkedRows('details', files.rests), reserved.ranges.rests);
  return reserved;
}

/** Ranges of a file that every reader needs, by the sizes that the manifest states. */
function openingOf({sections}: StoredFile): RowRanges['opening'] {
  let at = 0;
  return (sections ?? []).flatMap(({bytes, opening}): [number, number][] => {
    const range: [number, number] = [at, at + bytes];
    at += bytes;
    return opening ? [range] : [];
  });
}

/** A section of 32-bit integers, read past the source: checksums are no part of what it counts. */
function wordsOf({sections}: IndexFooter<TableMetadata>, file: CheckedFile, name: string): Uint32Array {
  const section = sections.find((one) => one.name === name);
  if (!section) throw new Error(`the index has no section ${name}: run \`make compile\``);
  const words = new Uint32Array(section.length);
  const bytes = new Uint8Array(words.buffer);
  if (bytes.length > 0) file.read(bytes, 0, section.length * ELEMENTS.u32.BYTES_PER_ELEMENT, section.offset);
  return words;
}
