/** A build that lies far from its reader: what of it is known beforehand, as plain data. */
import type {SharedBuild, SharedTable} from './attach_build.ts';
import {type SharedFile, shareFile} from './file/checked_file.ts';
import type {TableMetadata} from './file/section_names.ts';
import type {Section} from './file/sections.ts';
import type {BuildInfo} from './types.ts';

/** A file of the build: its path there, and its bytes. */
export type FarFile = [path: string, bytes: number];

/** A table: what the footers of its files say, but for their checksums. */
export interface FarTable {
  dataset: string;
  facts: TableMetadata;
  index: FarFile;
  sections: Section[];
  /** The stored rows; null for a view. */
  rows: {values: FarFile; items: FarFile; details: FarFile} | null;
  /** The search file, and where the table of its sections begins; null where there is none. */
  found: {file: FarFile; footerAt: number; sections: Section[]} | null;
}

/** All that a reader is told before it fetches anything of the files of a build. */
export interface FarBuild {
  info: BuildInfo;
  tables: FarTable[];
}

const open = ([path, bytes]: FarFile): SharedFile => shareFile(path, -1, bytes);

function openFarTable({dataset, facts, index, sections, rows, found}: FarTable): SharedTable {
  return {
    dataset,
    facts,
    sections,
    checksums: '',
    path: index[0],
    bytes: null,
    file: open(index),
    damaged: new SharedArrayBuffer(1),
    rows: rows && {
      values: null,
      heads: null,
      files: {heads: open(rows.items), rests: open(rows.details), values: open(rows.values)},
    },
    searchFile: found && {...open(found.file), sections: found.sections, footerAt: found.footerAt},
  };
}

/** The build as `attachBuild` takes it with a source of its own: no file is open, and nothing is read yet. */
export const openFarBuild = ({info, tables}: FarBuild): SharedBuild => ({
  info,
  tables: tables.map(openFarTable),
  files: new Map(),
  damaged: new SharedArrayBuffer(1),
});
