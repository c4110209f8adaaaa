/**
 * Keys of derived entities: where code, declaration and inputs are those of the build before, so are the
 * files.
 */

import {join} from 'node:path';
import {loadsOf, type Manifest} from '../../builds/artefacts.ts';
import {linkFile} from '../../builds/link_file.ts';
import {DATASETS} from '../../datasets/index.ts';
import {readsAsOf} from '../../datasets/rules/as_of.ts';
import {namedIn} from '../../datasets/rules/sql.ts';
import type {Derived} from '../../datasets/types.ts';
import {exists, hashText} from '../runtime/disk.ts';
import {codeHash, OF_DERIVED} from './code_hash.ts';

/** What entities are computed from. */
export interface DerivedInputs {
  /** Parquet files of datasets, relative to the build. */
  files: Readonly<Record<string, readonly string[]>>;
  /** Those of the load times of their records. */
  ledgers: Readonly<Record<string, readonly string[]>>;
  /** The data date. */
  asOf: string;
  hashOf: (path: string) => Promise<string>;
  before: {folder: string; manifest: Manifest} | null;
}

/** What a share of an entity is computed by. */
type DeclaredShare = Omit<Derived, 'byDataset' | 'resolved'> & {resolved: Derived['resolved'] | undefined};

/** The key of a share of an entity; `about` is the metadata of its files. */
export async function derivedKey(
  build: string,
  entity: DeclaredShare,
  about: Readonly<Record<string, string>>,
  {files, ledgers, asOf, hashOf}: DerivedInputs,
): Promise<string> {
  const {sql, names, resolved} = entity;
  const all = [sql, names, resolved].join('\n');
  const views = Object.values(DATASETS).flatMap(({name, view}) => (view ? [[name, view] as const] : []));
  const read = new Set(namedIn(all));
  for (const [name, {table}] of views) if (read.has(name)) read.add(table);
  const paths = [
    ...Object.entries(files).flatMap(([name, own]) => (read.has(name) ? own : [])),
    ...Object.entries(ledgers).flatMap(([name, own]) => (read.has(loadsOf(name)) ? own : [])),
  ];
  const hashes = await Promise.all(paths.map(async (path) => `${path} ${await hashOf(join(build, path))}`));
  return hashText(
    [
      await codeHash(OF_DERIVED),
      JSON.stringify([entity, about, views]),
      readsAsOf(all) ? asOf.slice(0, 10) : '',
      ...hashes.sort(),
    ].join('\n'),
  );
}

/**
 * Links the files of an entity, or of a share of it, from the build before if it has them under the same key,
 * undamaged; false where it has not.
 */
export async function takeOver(
  build: string,
  name: string,
  paths: readonly string[],
  key: string,
  {before, hashOf}: DerivedInputs,
): Promise<boolean> {
  const known = before?.manifest.datasets[name];
  if (!before || !known || paths.some((path) => keyOf(known, path) !== key)) return false;
  const stated = new Map(known.files.map((file) => [file.path, file.sha256]));
  for (const path of paths) {
    const from = join(before.folder, path);
    // What is damaged is computed again: the hash of a build's file is never that of a damaged one.
    if (!(await exists(from)) || (await hashOf(from)) !== stated.get(path)) return false;
  }
  for (const path of paths) await linkFile(join(before.folder, path), join(build, path));
  return true;
}

/** The key of a file of an entity: that of all its files, unless it has one of its own. */
const keyOf = ({key, files}: Manifest['datasets'][string], path: string): string | undefined =>
  key ?? files.find((file) => file.path === path)?.key;
