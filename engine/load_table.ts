/**
 * Loads one table of a build to shared memory, or shares it with the build before where its files are the
 * same.
 */
import {closeSync, openSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {type IndexEntry, openedFiles, type StoredFile} from '../builds/artefacts.ts';
import type {SharedTable} from './attach_build.ts';
import type {Build} from './file/build_files.ts';
import {checksumsOfText, type SharedFile, shareFile} from './file/checked_file.ts';
import {readFooter} from './file/index_file.ts';
import {type ByteRange, loadFile} from './file/load_file.ts';
import type {TableMetadata} from './file/section_names.ts';
import {ELEMENTS, type IndexFile, type Section} from './file/sections.ts';
import type {SearchFile} from './query/table.ts';
import {loadRows, type RowFiles} from './rows/shared_rows.ts';

const REMEDY = 'run `make ingest` to write a new build, or `make compile` to write its index again';

/** What of a build its tables are loaded by. */
export type Indexed = Pick<Build, 'dir' | 'manifest'>;

/** Files that are open for as long as any build uses them. */
interface OpenFiles {
  descriptors: readonly number[];
  uses: number;
}

/** A table of a build in shared memory, with its open files. */
export class LoadedTable {
  readonly shared: SharedTable;
  /** Says which files these are: equal texts mean the same files on disk. */
  readonly #identity: string;
  readonly #files: OpenFiles;

  constructor(shared: SharedTable, identity: string, files: OpenFiles) {
    this.shared = shared;
    this.#identity = identity;
    this.#files = files;
    files.uses++;
  }

  /**
   * The same table in another build, if these are its files: in the same memory, under the paths of that
   * build.
   */
  in(dir: string, entry: IndexEntry, identity: string): LoadedTable | null {
    const {shared} = this;
    // Bytes that were found damaged are read again.
    if (identity !== this.#identity || new Uint8Array(shared.damaged)[0] === 1) return null;
    const at = <T extends {path: string}>(file: T, stored: StoredFile | undefined): T => ({
      ...file,
      path: join(dir, stored?.path ?? file.path),
    });
    const {rows, searchFile, file} = shared;
    const files = rows && {
      heads: at(rows.files.heads, entry.items),
      rests: at(rows.files.rests, entry.details),
      values: at(rows.files.values, entry.values),
    };
    const moved = {
      ...at(shared, entry.index),
      file: file && at(file, entry.index),
      rows: rows && files && {...rows, files},
      searchFile: searchFile && at(searchFile, entry.found),
    };
    return new LoadedTable(moved, identity, this.#files);
  }

  /** Call once no thread uses the build any more. */
  close(): void {
    this.#files.uses--;
    if (this.#files.uses === 0) for (const fd of this.#files.descriptors) closeSync(fd);
  }
}

/** Absolute path of a file, after checking its size against the manifest. */
export function verifiedPath({dir}: Pick<Build, 'dir'>, {path, bytes}: StoredFile): string {
  const file = join(dir, path);
  const stats = statSync(file, {throwIfNoEntry: false});
  if (stats?.size !== bytes) {
    throw new Error(`${file} has ${stats?.size ?? 'no'} bytes, its manifest says ${bytes}: ${REMEDY}`);
  }
  return file;
}

/** The entry of a table in the manifest; throws where there is none. */
export function indexEntry({dir, manifest}: Indexed, name: string): IndexEntry {
  const entry: IndexEntry | undefined = manifest.index[name];
  if (!entry) throw new Error(`${dir} has no index of ${name}: ${REMEDY}`);
  return entry;
}

/**
 * The files of a table by device and inode, with what the manifest states of them. Throws where one is
 * missing or cut.
 */
function identityOf(build: Indexed, entry: IndexEntry): string {
  const files = openedFiles(entry).map((stored) => {
    const {dev, ino} = statSync(verifiedPath(build, stored));
    return [dev, ino, stored.path, stored.bytes, stored.sha256];
  });
  return JSON.stringify(files);
}

/**
 * Loads a table, with the fields of list items where `rowsInMemory`. Of `earlier` it takes what is in memory
 * where its files are hard links to the same ones: tables that did not change are linked from build to build.
 * Rejects, naming file and remedy.
 */
export async function loadTable(
  build: Indexed,
  name: string,
  rowsInMemory: boolean,
  earlier: LoadedTable | null,
): Promise<LoadedTable> {
  const entry = indexEntry(build, name);
  const identity = identityOf(build, entry);
  const same = earlier?.in(build.dir, entry, identity);
  if (same) return same;
  const descriptors: number[] = [];
  const damaged = new SharedArrayBuffer(1);
  const descriptor = (path: string): number => {
    const fd = openSync(path, 'r');
    descriptors.push(fd);
    return fd;
  };
  const open = (stored: StoredFile): SharedFile => {
    const path = verifiedPath(build, stored);
    return shareFile(path, descriptor(path), stored.bytes, damaged);
  };
  try {
    const path = verifiedPath(build, entry.index);
    // All files are opened before the first is read: a folder that is renamed meanwhile changes nothing.
    const searchFile = entry.found ? openSearchFile(open(entry.found), name) : null;
    const rowFiles = openRowFiles(entry, open);
    const index = await loadIndex(path, name, entry.index.footer, damaged, () => descriptor(path));
    const rows = rowFiles && (await loadRows(rowFiles, rowsInMemory));
    return new LoadedTable({...index, damaged, rows, searchFile}, identity, {descriptors, uses: 0});
  } catch (error) {
    for (const fd of descriptors) closeSync(fd);
    throw error;
  }
}

/**
 * The index file in shared memory, compared with the checksums in its footer, and the footer with the
 * manifest; `descriptor` opens it for the sections that stay there.
 */
async function loadIndex(
  path: string,
  name: string,
  expected: string | undefined,
  damaged: SharedArrayBuffer,
  descriptor: () => number,
): Promise<IndexFile<TableMetadata>> {
  if (expected === undefined) throw new Error(`the manifest has no hash of the footer of ${path}: ${REMEDY}`);
  const {footerAt, size: _, ...footer} = readFooter<TableMetadata>(path, expected);
  if (footer.dataset !== name) throw new Error(`${path} is the index of ${footer.dataset}: ${REMEDY}`);
  const bytes = new SharedArrayBuffer(footerAt);
  const staying = stayingRanges(footer.sections);
  const file = shareFile(path, staying.length > 0 ? descriptor() : -1, footerAt, damaged);
  await loadFile(file, new Uint8Array(bytes), checksumsOfText(footer.checksums), staying);
  return {...footer, path, bytes, file: staying.length > 0 ? file : null};
}

/** Where the sections lie that stay in the file, ascending. */
const stayingRanges = (sections: readonly Section[]): ByteRange[] =>
  sections
    .filter(({stays}) => stays)
    .map(({offset, type, length}): ByteRange => [offset, offset + length * ELEMENTS[type].BYTES_PER_ELEMENT])
    .sort(([a], [b]) => a - b);

/** The stored rows of a table; null for a view. */
function openRowFiles(
  {values, items, details}: IndexEntry,
  open: (stored: StoredFile) => SharedFile,
): RowFiles | null {
  if (!values || !items || !details) return null;
  const checksums = values.checksums ?? '';
  return {values: {...open(values), checksums}, heads: open(items), rests: open(details)};
}

/** Reads the section table of a search file; the sections stay in it. */
function openSearchFile(file: SharedFile, name: string): SearchFile {
  const {dataset, sections, footerAt} = readFooter(file.path);
  if (dataset !== name) throw new Error(`${file.path} is the file of ${dataset}: ${REMEDY}`);
  return {...file, sections, footerAt};
}
