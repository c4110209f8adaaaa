/**
 * Exports a dataset as one Parquet file in its default order, with all its columns: those of its parts, and
 * those that other tables give, such as keys of organizations.
 */

import {mkdir, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {inBuild, type StoredFile} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {linkFile} from '../../builds/link_file.ts';
import {defaultOrder, SOURCES} from '../../datasets/index.ts';
import {fileMetadata, metadataOption} from '../../datasets/rules/file_metadata.ts';
import {boundsOf, boundsSql, geoMetadata, isGeo} from '../../datasets/rules/geo_parquet.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {isDerived} from '../file/table_layout.ts';
import {expression, from} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {countByFile} from '../sql/count_by_file.ts';

/** Of zstd: higher ones take more time and save nothing, as values are encoded by Parquet before. */
const LEVEL = 1;

/** Rows of a group of the file between joining and sorting: larger ones do not leave the sort its memory. */
const JOINED_ROWS = 10_240;

/**
 * Writes the file below the folder of the build, with metadata of its own. A dataset whose rows and columns
 * are exactly those of one file, which says so itself, becomes a hard link to it. A view comes after its base.
 */
export async function writeExport(db: CompileDb, declaration: Dataset | Derived): Promise<StoredFile> {
  const path = inBuild.whole(declaration.name);
  const target = join(db.build.dir, path);
  const view = isDerived(declaration) ? undefined : declaration.view;
  const base = view?.table ?? declaration.name;
  const files = db.build.relations.find(({name}) => name === base)?.files ?? [];
  const used = [...(await countByFile(db, declaration.name)).keys()].flatMap((file) => files[file] ?? []);
  const isStored = storedColumns(declaration.columns).length === Object.keys(declaration.columns).length;
  if (!view && isStored && used.length === 1) await linkFile(join(db.build.dir, used[0]!), target);
  else {
    await mkdir(dirname(target), {recursive: true});
    await rm(target, {force: true});
    const {sources, synthetic, build_id} = db.build.manifest;
    const published = sources
      .filter(({slug}) => used.includes(inBuild.part(base, slug)))
      .flatMap(({slug}) => SOURCES[slug] ?? []);
    // Later builds with the same rows link the file: it names the first one.
    const metadata = {...fileMetadata(declaration, published, synthetic), build_id};
    if (view) await copyView(db, declaration, view, target, metadataOption(metadata));
    else await copyRows(db, declaration, used.length === 1, target, metadata);
  }
  return {path, bytes: (await stat(target)).size, sha256: await hashFile(target)};
}

/** Copies what a SELECT gives, in its order. */
const copy = (db: CompileDb, select: string, path: string, options: string): Promise<void> =>
  db.run(
    `COPY (${select}) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL ${LEVEL}${options})`,
  );

/** Copies the rows of a view from the export of its base, which has its columns in its order. */
function copyView(
  db: CompileDb,
  {columns}: Dataset | Derived,
  {table, where}: NonNullable<Dataset['view']>,
  target: string,
  metadata: string,
): Promise<void> {
  const base = literal(join(db.build.dir, inBuild.whole(table)));
  const fields = Object.keys(columns).map((name) => `r.${ident(name)}`);
  return copy(
    db,
    `SELECT ${fields.join(', ')} FROM read_parquet(${base}) AS r WHERE ${where}`,
    target,
    metadata,
  );
}

/**
 * Copies all rows in the order of the dataset. Where columns come of other tables, the rows are joined first,
 * to a file beside the target: joins and a sort at once take more memory than either; so are places, whose
 * bounds are said before their rows. `isOneFile`: the rows are those of one file, and so in order unless they
 * are joined.
 */
async function copyRows(
  db: CompileDb,
  declaration: Dataset | Derived,
  isOneFile: boolean,
  target: string,
  metadata: Readonly<Record<string, string>>,
): Promise<void> {
  const read = Object.entries(declaration.columns).map(([name, column]) => ({
    type: sqlType(column),
    name: ident(name),
    ...expression(declaration, name),
  }));
  const fields = read.map(({sql, type, name}) => `CAST(${sql} AS ${type}) AS ${name}`).join(', ');
  const rows = `SELECT ${fields} ${from(declaration, read)}`;
  const order = `ORDER BY ${defaultOrder(declaration)}`;
  const geo = isGeo(declaration);
  if (!geo && read.every(({join}) => join === undefined))
    return copy(db, `FROM (${rows}) ${isOneFile ? '' : order}`, target, metadataOption(metadata));
  const joined = `${target}.joined`;
  try {
    await copy(db, rows, joined, `, ROW_GROUP_SIZE ${JOINED_ROWS}`);
    const relation = `read_parquet(${literal(joined)})`;
    const [bounds = {}] = geo ? await db.rows(boundsSql(relation)) : [];
    const all = {...metadata, ...(geo && geoMetadata(declaration, boundsOf(bounds)))};
    await copy(db, `FROM ${relation} ${order}`, target, metadataOption(all));
  } finally {
    await rm(joined, {force: true});
  }
}
