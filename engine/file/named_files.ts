/** The files that a manifest names with their hashes. */
import {join} from 'node:path';
import type {IndexEntry, Manifest, StoredFile} from '../../builds/artefacts.ts';
import {SECTIONS} from './section_names.ts';
import type {NamedFile} from './verify_file.ts';

/** A named file with the dataset or entity that it belongs to. */
export interface GroupedFile extends NamedFile {
  group: string;
  /** Whether `make compile` writes it again. */
  compiled: boolean;
}

/** The group of files that belong to sources, and of the logs beside the Parquet. */
const OTHERS = 'ledgers, rejects, table logs, dictionaries';

/** Sections of the index file with the checksums of the others, by kind of file. */
const CHECKSUMS: Partial<Record<keyof IndexEntry, string>> = {
  items: SECTIONS.rows('items').checksums,
  details: SECTIONS.rows('details').checksums,
  found: SECTIONS.search.checksums,
};

/** All named files of the build in `dir`, dataset by dataset. */
export function namedFiles(dir: string, {datasets, index, others = []}: Manifest): GroupedFile[] {
  const at = ({path, bytes, sha256}: StoredFile) => ({path: join(dir, path), bytes, sha256});
  const names = new Set([...Object.keys(datasets), ...Object.keys(index)]);
  const ofTables = [...names].flatMap((group): GroupedFile[] => {
    const entry = index[group];
    const parquet = (datasets[group]?.files ?? []).map((file) => ({
      ...at(file),
      group,
      compiled: false,
      checksums: null,
    }));
    if (!entry) return parquet;
    const {key: _, ...compiled} = entry;
    const files = Object.entries(compiled).map(([kind, file]): GroupedFile => {
      const section = CHECKSUMS[kind as keyof IndexEntry];
      const checksums = section === undefined ? null : {path: join(dir, entry.index.path), section};
      return {...at(file), group, compiled: true, checksums};
    });
    return [...parquet, ...files];
  });
  const ofSources = others.map((file) => ({...at(file), group: OTHERS, compiled: false, checksums: null}));
  return [...ofTables, ...ofSources];
}
