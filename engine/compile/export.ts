/** Exports a dataset as one Parquet file in its default order. */
import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {copyFile, link, mkdir, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {type ExportPieces, inBuild, type StoredFile} from '../../datasets/artefacts.ts';
import {defaultOrder, SOURCES} from '../../datasets/index.ts';
import {fileMetadata, metadataOption} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {groupsOf, PARQUET_BEGIN, ParquetJoin, readParquetFooter} from '../file/parquet_join.ts';
import {isDerived} from '../file/table_layout.ts';
import {type CompileDb, isOutOfMemory} from '../sql/compile_db.ts';
import {numericVector} from '../sql/vectors.ts';
import {conditionOf, dayColumn, MOST_ROWS, piecesOf, rowsByMonth} from './export_pieces.ts';
import {knownPieces, piecesKey} from './known_pieces.ts';
import type {PreviousBuild} from './previous_build.ts';

/** A sort takes what it is given, and is no slower with this. */
const EXPORT_MB = 500;

/** Of zstd: higher ones take more time and save nothing, as values are encoded by Parquet before. */
const LEVEL = 1;

/**
 * Writes the file below `folder`, with metadata of its own. A dataset whose rows are exactly those of one file, which says so
 * itself, becomes a hard link to it. One in the order of days is written in pieces, of which those without a changed record are those of the
 * previous build; a piece holds `mostRows` at most.
 */
export async function writeExport(
  db: CompileDb,
  declaration: Dataset | Derived,
  folder: string,
  previous: PreviousBuild | null,
  mostRows = MOST_ROWS,
): Promise<StoredFile> {
  const path = inBuild.whole(declaration.name);
  const target = join(folder, path);
  await mkdir(dirname(target), {recursive: true});
  await rm(target, {force: true});
  const {base, used, same} = await filesOf(db, declaration);
  if (same !== null && base === declaration.name) {
    await link(join(db.build.dir, same), target).catch(() => copyFile(join(db.build.dir, same), target));
    return {path, ...(await factsOf(target))};
  }
  const about = aboutOf(db, declaration, base, used);
  // The rows of one file are in order already, and rows keep their order.
  const order = same === null ? defaultOrder(declaration) : null;
  const written = await writePieces(db, declaration, {target, order, about, previous, mostRows});
  if (written) return {path, ...written};
  await copyRows(db, declaration, {target, order, about});
  return {path, ...(await factsOf(target))};
}

const factsOf = async (target: string) => ({bytes: (await stat(target)).size, sha256: await hashOf(target)});

/** Writes the rows that fit a condition to a file of their own. */
async function copyRows(
  db: CompileDb,
  declaration: Dataset | Derived,
  {
    target,
    where,
    order,
    about,
  }: {target: string; where?: string; order: string | null; about: Record<string, string>},
): Promise<void> {
  const columns = storedColumns(declaration.columns).map(([name]) => ident(name));
  const clauses = `${where ? ` WHERE ${where}` : ''}${order ? ` ORDER BY ${order}` : ''}`;
  await runWithin(
    db,
    EXPORT_MB,
    `COPY (SELECT ${columns.join(', ')} FROM ${ident(declaration.name)}${clauses})
      TO ${literal(target)} (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL ${LEVEL}${metadataOption(about)})`,
  );
}

interface InPieces {
  target: string;
  /** Null where the rows are in order. */
  order: string | null;
  about: Record<string, string>;
  previous: PreviousBuild | null;
  mostRows: number;
}

/** Writes an export in pieces; null where its rows are in no order of days, or one piece holds all. */
async function writePieces(
  db: CompileDb,
  declaration: Dataset | Derived,
  {target, order, about, previous, mostRows}: InPieces,
): Promise<Omit<StoredFile, 'path'> | null> {
  const column = dayColumn(declaration);
  if (column === null || isDerived(declaration)) return null;
  const pieces = piecesOf(await rowsByMonth(db, declaration.name, column), mostRows);
  if (!pieces) return null;
  const key = await piecesKey(db, declaration);
  const known = await knownPieces(db, declaration, column, key, previous);
  const made: ExportPieces['pieces'] = [];
  const piece = `${target}.piece`;
  const joined = new ParquetJoin(target);
  try {
    for (const {months} of pieces) {
      let [range, footer] = known(months) ?? [];
      if (!range || !footer) {
        const where = conditionOf(months, column);
        await copyRows(db, declaration, {target: piece, where, order, about: {}});
        footer = readParquetFooter(piece);
        range = {path: piece, from: PARQUET_BEGIN, to: footer.at, groups: [0, groupsOf(footer).length]};
      }
      joined.add(range, footer);
      made.push({months, bytes: range.to - range.from, groups: range.groups[1] - range.groups[0]});
      await rm(piece, {force: true});
    }
    const {rows, ...file} = joined.finish(about);
    const expected = pieces.reduce((sum, one) => sum + one.rows, 0);
    if (rows !== expected) throw new Error(`${target} has ${rows} rows instead of ${expected}`);
    return {...file, pieces: {key, pieces: made}};
  } catch (error) {
    joined.abandon();
    await rm(piece, {force: true});
    throw error;
  }
}

/** Runs a statement within so much memory; where it does not fit, within all of the database. */
async function runWithin(db: CompileDb, memory_mb: number, sql: string): Promise<void> {
  const limit = (mb: number) => db.run(`SET memory_limit = '${mb}MB'`);
  if (memory_mb >= db.memory_mb) return db.run(sql);
  try {
    await limit(memory_mb);
    await db.run(sql);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    await limit(db.memory_mb);
    await db.run(sql);
  } finally {
    await limit(db.memory_mb);
  }
}

/** The relation that holds the rows of a dataset, those of its files that do, and the one that holds no others, or null. */
async function filesOf(
  db: CompileDb,
  declaration: Dataset | Derived,
): Promise<{base: string; used: string[]; same: string | null}> {
  const base = !isDerived(declaration) && declaration.view ? declaration.view.table : declaration.name;
  const files = db.build.relations.find(({name}) => name === base)?.files ?? [];
  const counts = (name: string) =>
    `SELECT CAST(_file AS INTEGER), CAST(count(*) AS INTEGER) FROM ${ident(name)} GROUP BY _file`;
  const own = await pairs(db, counts(declaration.name));
  const all = await pairs(db, counts(base));
  const used = [...own.keys()].flatMap((file) => files[file] ?? []);
  const [only, ...others] = [...own];
  const isSame = only && others.length === 0 && all.get(only[0]) === only[1];
  return {base, used, same: isSame ? (files[only[0]] ?? null) : null};
}

/** What the file says of its rows: the sources whose files hold them. */
function aboutOf(
  {build: {manifest}}: CompileDb,
  declaration: Dataset | Derived,
  base: string,
  used: readonly string[],
): Record<string, string> {
  const sources = manifest.sources
    .filter(({slug}) => used.includes(inBuild.part(base, slug)))
    .flatMap(({slug}) => SOURCES[slug] ?? []);
  return fileMetadata(declaration, sources, manifest.synthetic);
}

async function pairs(db: CompileDb, sql: string): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for await (const chunk of db.stream(sql)) {
    const [key, value] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) counts.set(key[i]!, value[i]!);
  }
  return counts;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file, {highWaterMark: 1 << 18})) hash.update(piece as Buffer);
  return hash.digest('hex');
}
