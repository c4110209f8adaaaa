/** In which order the files of a build are fetched, and which tables are complete when one has come. */
import {type Manifest, openedFiles} from '../builds/artefacts.ts';
import type {PublishedFile} from './documents.ts';

/** Paths of the files that a table is opened from, by the name of the table. */
export type TableFiles = ReadonlyMap<string, ReadonlySet<string>>;

/** The tables of a build. */
export const tableFiles = ({index}: Manifest): TableFiles =>
  new Map(
    Object.entries(index).map(([name, entry]) => [name, new Set(openedFiles(entry).map(({path}) => path))]),
  );

/**
 * Two groups: one file of each hash, then its doubles, which are linked. Files of tables come before others,
 * so that tables are loaded while those are fetched, and tables in the order of their largest files: what is
 * large and comes last would be waited for alone.
 */
export function fetchOrder(files: readonly PublishedFile[], tables: TableFiles): PublishedFile[][] {
  const first = new Map<string, PublishedFile>();
  for (const file of files) if (!first.has(file.sha256)) first.set(file.sha256, file);
  const leads = largestBeside(files, tables);
  const lead = ({path}: PublishedFile): number => leads.get(path) ?? -1;
  const firsts = [...first.values()].sort((a, b) => lead(b) - lead(a) || b.bytes - a.bytes);
  return [firsts, files.filter((file) => first.get(file.sha256) !== file)];
}

/** By path of a table's file: bytes of the largest file of the table. */
function largestBeside(files: readonly PublishedFile[], tables: TableFiles): Map<string, number> {
  const bytes = new Map(files.map((file) => [file.path, file.bytes]));
  const largest = new Map<string, number>();
  for (const paths of tables.values()) {
    const lead = Math.max(...[...paths].map((path) => bytes.get(path) ?? 0));
    for (const path of paths) largest.set(path, lead);
  }
  return largest;
}

/** Tells which tables have all their files. */
export class Arrivals {
  readonly #missing: Map<string, Set<string>>;

  constructor(tables: TableFiles) {
    this.#missing = new Map([...tables].map(([name, paths]) => [name, new Set(paths)]));
  }

  /** A file has come; returns the tables that it completes. */
  add(path: string): string[] {
    const complete: string[] = [];
    for (const [name, paths] of this.#missing) {
      if (!paths.delete(path) || paths.size > 0) continue;
      this.#missing.delete(name);
      complete.push(name);
    }
    return complete;
  }
}
