/**
 * Exports a dataset as one Parquet file in its default order, with all its columns: those of its parts, and
 * those that other tables give, such as keys of organizations.
 */
import {mkdir, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {inBuild, type StoredFile} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {defaultOrder, SOURCES} from '../../datasets/index.ts';
import {fileMetadata, metadataOption} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Derived, Source} from '../../datasets/types.ts';
import {isDerived} from '../file/table_layout.ts';
import {expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {countByFile} from '../sql/count_by_file.ts';
import {linkFile} from './previous_build.ts';

/** Of zstd: higher ones take more time and save nothing, as values are encoded by Parquet before. */
const LEVEL = 1;

/** Rows of a group of the file between joining and sorting: larger ones do not leave the sort its memory. */
const JOINED_ROWS = 10_240;

/**
 * Writes the file below the folder of the build, with metadata of its own. A dataset whose rows and columns
 * are exactly those of one file, which says so itself, becomes a hard link to it.
 */
export async function writeExport(db: CompileDb, declaration: Dataset | Derived): Promise<StoredFile> {
  const path = inBuild.whole(declaration.name);
  const target = join(db.build.dir, path);
  const {used, isInOrder, same} = await filesOf(db, declaration);
  if (same !== null) await linkFile(join(db.build.dir, same), target);
  else {
    await mkdir(dirname(target), {recursive: true});
    await rm(target, {force: true});
    const about = fileMetadata(declaration, sourcesOf(db, declaration, used), db.build.manifest.synthetic);
    await copyRows(db, declaration, isInOrder, target, metadataOption(about));
  }
  return {path, bytes: (await stat(target)).size, sha256: await hashFile(target)};
}

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
  const isStored = storedColumns(declaration.columns).length === Object.keys(declaration.columns).length;
  const same = isInOrder && isStored && base === declaration.name ? (files[first] ?? null) : null;
  return {used: numbers.flatMap((file) => files[file] ?? []), isInOrder, same};
}

/** The sources of the rows of an export. */
function sourcesOf(
  {build: {manifest}}: CompileDb,
  declaration: Dataset | Derived,
  used: readonly string[],
): Source[] {
  const base = baseOf(declaration);
  return manifest.sources
    .filter(({slug}) => used.includes(inBuild.part(base, slug)))
    .flatMap(({slug}) => SOURCES[slug] ?? []);
}

/**
 * Copies all rows in the order of the dataset. Where columns come of other tables, the rows are joined first,
 * to a file beside the target: joins and a sort at once take more memory than either.
 */
async function copyRows(
  db: CompileDb,
  declaration: Dataset | Derived,
  isInOrder: boolean,
  target: string,
  metadata: string,
): Promise<void> {
  const read = Object.entries(declaration.columns).map(([name, column]) => ({
    type: sqlType(column),
    name: ident(name),
    ...expression(declaration, name),
  }));
  const fields = read.map(({sql, type, name}) => `CAST(${sql} AS ${type}) AS ${name}`).join(', ');
  const rows = `SELECT ${fields} ${from(declaration, read)}`;
  const isJoined = read.some(({join}) => join !== undefined);
  const joined = `${target}.joined`;
  const copy = (select: string, path: string, more = '') =>
    db.run(
      `COPY (${select}) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL ${LEVEL}${more})`,
    );
  try {
    if (isJoined) {
      await db.run('SET preserve_insertion_order = false');
      await copy(rows, joined, `, ROW_GROUP_SIZE ${JOINED_ROWS}`);
      await db.run('SET preserve_insertion_order = true');
    }
    const all = isJoined ? `FROM read_parquet(${literal(joined)})` : `FROM (${rows})`;
    // A join need not keep the order of the file.
    const order = isInOrder && !isJoined ? '' : ` ORDER BY ${defaultOrder(declaration)}`;
    await copy(`${all}${order}`, target, metadata);
  } finally {
    await rm(joined, {force: true});
  }
}
