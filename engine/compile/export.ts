/**
 * Exports a dataset as one Parquet file in its default order; an unchanged export is linked from the previous
 * build.
 */
import {createHash} from 'node:crypto';
import {mkdir, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {version} from '@duckdb/node-api';
import {inBuild, type StoredFile} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {defaultOrder, SOURCES} from '../../datasets/index.ts';
import {readsAsOf} from '../../datasets/rules/as_of.ts';
import {fileMetadata, metadataOption} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {isDerived} from '../file/table_layout.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {countByFile} from '../sql/count_by_file.ts';
import {linkFile, linkFiles, type PreviousBuild} from './previous_build.ts';

/** Of zstd: higher ones take more time and save nothing, as values are encoded by Parquet before. */
const LEVEL = 1;

/**
 * Writes the file below the folder of the build, with metadata of its own. A dataset whose rows are exactly
 * those of one file, which says so itself, becomes a hard link to it.
 */
export async function writeExport(
  db: CompileDb,
  declaration: Dataset | Derived,
  previous: PreviousBuild | null,
): Promise<StoredFile> {
  const path = inBuild.whole(declaration.name);
  const target = join(db.build.dir, path);
  const {used, isInOrder, same} = await filesOf(db, declaration);
  if (same !== null) {
    await linkFile(join(db.build.dir, same), target);
    return {path, ...(await factsOf(target))};
  }
  const [select, options] = copyOf(db, declaration, used, isInOrder);
  const key = keyOf(db, declaration, [select, options], used);
  const known = previous?.manifest.index[declaration.name]?.whole;
  if (previous && known && known.key === key && (await linkFiles(previous, db.build.dir, [known])))
    return known;
  await mkdir(dirname(target), {recursive: true});
  await rm(target, {force: true});
  await db.run(`COPY (${select}) TO ${literal(target)} (${options})`);
  return {path, ...(await factsOf(target)), ...(key === null ? {} : {key})};
}

const factsOf = async (target: string) => ({
  bytes: (await stat(target)).size,
  sha256: await hashFile(target),
});

/** The relation that holds the rows of a dataset. */
const baseOf = (declaration: Dataset | Derived): string =>
  (!isDerived(declaration) && declaration.view?.table) || declaration.name;

interface ExportedFiles {
  /** Those with rows of the dataset. */
  used: string[];
  /** Whether they are all rows of one file, and so in order already. */
  isInOrder: boolean;
  /** The file that the export equals; null for none. */
  same: string | null;
}

async function filesOf(db: CompileDb, declaration: Dataset | Derived): Promise<ExportedFiles> {
  const base = baseOf(declaration);
  const files = db.build.relations.find(({name}) => name === base)?.files ?? [];
  const own = await countByFile(db, declaration.name);
  const all = await countByFile(db, base);
  const numbers = [...own.keys()];
  const [first] = numbers;
  const isInOrder = first !== undefined && numbers.length === 1 && all.get(first) === own.get(first);
  const same = isInOrder && base === declaration.name ? (files[first] ?? null) : null;
  return {used: numbers.flatMap((file) => files[file] ?? []), isInOrder, same};
}

/** The SELECT of the rows of an export, and the options of its file, which names the sources of the rows. */
function copyOf(
  {build: {manifest}}: CompileDb,
  declaration: Dataset | Derived,
  used: readonly string[],
  isInOrder: boolean,
): [select: string, options: string] {
  const base = baseOf(declaration);
  const sources = manifest.sources
    .filter(({slug}) => used.includes(inBuild.part(base, slug)))
    .flatMap(({slug}) => SOURCES[slug] ?? []);
  const columns = storedColumns(declaration.columns).map(([name]) => ident(name));
  const order = isInOrder ? '' : ` ORDER BY ${defaultOrder(declaration)}`;
  const metadata = metadataOption(fileMetadata(declaration, sources, manifest.synthetic));
  return [
    `SELECT ${columns.join(', ')} FROM ${ident(declaration.name)}${order}`,
    `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL ${LEVEL}${metadata}`,
  ];
}

/** Hash of all that the bytes of an export depend on; null where its rows are of no file. */
function keyOf(
  {build: {manifest}}: CompileDb,
  declaration: Dataset | Derived,
  statement: readonly string[],
  used: readonly string[],
): string | null {
  if (used.length === 0) return null;
  const where = isDerived(declaration) ? '' : (declaration.view?.where ?? '');
  const day = readsAsOf(where) ? manifest.data_as_of : '';
  const stored = manifest.datasets[baseOf(declaration)]?.files ?? [];
  const hashes = used.map((file) => stored.find(({path}) => path === file)?.sha256);
  if (hashes.includes(undefined)) return null;
  return createHash('sha256')
    .update(JSON.stringify([version(), statement, where, day, hashes]))
    .digest('hex');
}
