/** Which pieces of the export of a previous build have the rows of this one. */
import {createHash} from 'node:crypto';
import {join} from 'node:path';
import type {ExportPieces} from '../../datasets/artefacts.ts';
import {hashFile} from '../../datasets/hash_file.ts';
import {defaultOrder} from '../../datasets/index.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Dataset} from '../../datasets/types.ts';
import type {Build} from '../file/build_files.ts';
import {
  PARQUET_BEGIN,
  type ParquetFooter,
  type ParquetRange,
  readParquetFooter,
} from '../file/parquet_join.ts';
import {relations} from '../file/relations.ts';
import {type CompileDb, isOutOfMemory} from '../sql/compile_db.ts';
import {readRelation} from '../sql/read_relation.ts';
import {numericVector} from '../sql/vectors.ts';
import {codeHash} from './cache_key.ts';
import {holdsOneOf, type Months, monthOf} from './export_pieces.ts';
import type {PreviousBuild} from './previous_build.ts';

/** Where a piece lies in the previous export; undefined where it is not there or has other rows. */
type KnownPieces = (months: Months) => [ParquetRange, ParquetFooter] | undefined;

const NONE: KnownPieces = () => undefined;

/** Hash of all but rows and their place that the bytes of a piece depend on. */
export async function piecesKey(db: CompileDb, declaration: Dataset): Promise<string> {
  const {name, view} = declaration;
  const version: unknown[] = [];
  for await (const chunk of db.stream('SELECT version()')) version.push(...chunk.getColumnValues(0));
  const declared = [name, view, storedColumns(declaration.columns), defaultOrder(declaration)];
  return createHash('sha256')
    .update(JSON.stringify([codeHash(), version, declared]))
    .digest('hex');
}

/**
 * The pieces that the previous build has under the same key, undamaged, and with the same rows. What cannot be read of that build is
 * no loss: all is written anew.
 */
export async function knownPieces(
  db: CompileDb,
  declaration: Dataset,
  column: string,
  key: string,
  previous: PreviousBuild | null,
): Promise<KnownPieces> {
  const whole = previous?.manifest.index[declaration.name]?.whole;
  if (!previous || !whole || whole.pieces?.key !== key) return NONE;
  const path = join(previous.dir, whole.path);
  try {
    const before: Build = {...previous, relations: relations(previous.manifest)};
    // The hash of a build's file is never that of a damaged one.
    if ((await hashFile(path)) !== whole.sha256) return NONE;
    const changed = await changedMonths(db, declaration, column, before);
    const footer = readParquetFooter(path);
    const places = placesOf(path, whole.pieces.pieces);
    return (months) => {
      const place = holdsOneOf(months, changed) ? undefined : places.get(String(months));
      return place && [place, footer];
    };
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    return NONE;
  }
}

/** By months: where a piece lies. */
function placesOf(path: string, pieces: ExportPieces['pieces']): Map<string, ParquetRange> {
  const places = new Map<string, ParquetRange>();
  let [at, group] = [PARQUET_BEGIN, 0];
  for (const {months, bytes, groups} of pieces) {
    places.set(String(months), {path, from: at, to: at + bytes, groups: [group, group + groups]});
    at += bytes;
    group += groups;
  }
  return places;
}

/** Names of the files whose hashes differ between two builds, or that one of them lacks. */
function differingFiles(relation: string, one: Build, other: Build): Set<string> {
  const hashes = ({manifest}: Build) =>
    new Map((manifest.datasets[relation]?.files ?? []).map(({path, sha256}) => [path, sha256]));
  const [a, b] = [hashes(one), hashes(other)];
  return new Set([...a.keys(), ...b.keys()].filter((path) => a.get(path) !== b.get(path)));
}

/**
 * Months in which the rows of a dataset differ between the build before and this one, compared by hashes of whole rows; those without a date
 * under null. Only files that differ are read.
 */
async function changedMonths(
  db: CompileDb,
  declaration: Dataset,
  column: string,
  before: Build,
): Promise<Set<number | null>> {
  const table = declaration.view?.table ?? declaration.name;
  const differing = differingFiles(table, db.build, before);
  const [now, then] = await Promise.all(
    [db.build, before].map((build) => hashesByMonth(db, build, declaration, column, differing)),
  );
  const months = new Set([...now!.keys(), ...then!.keys()]);
  return new Set([...months].filter((month) => now!.get(month) !== then!.get(month)));
}

/** By month: the number of rows of some files, and the sums of two hashes of each. */
async function hashesByMonth(
  db: CompileDb,
  build: Build,
  declaration: Dataset,
  column: string,
  files: ReadonlySet<string>,
): Promise<Map<number | null, string>> {
  const table = declaration.view?.table ?? declaration.name;
  const relation = build.relations.find(({name}) => name === table);
  const own = relation?.files.filter((path) => files.has(path)) ?? [];
  const hashes = new Map<number | null, string>();
  if (!relation || own.length === 0) return hashes;
  const rows = readRelation({...relation, files: own}, (path) => literal(join(build.dir, path)), false);
  const names = storedColumns(declaration.columns).map(([name]) => ident(name));
  const hash = (salt: number) =>
    `bit_xor(hash(${salt}, ${names.join(', ')})), sum(hash(${names.join(', ')}, ${salt}))`;
  const sql = `SELECT coalesce(${monthOf(column)}, -1), concat_ws(' ', count(*), ${hash(1)}, ${hash(2)})
    FROM (${rows}) AS r WHERE ${declaration.view?.where ?? 'true'} GROUP BY 1`;
  for await (const chunk of db.stream(sql)) {
    const months = numericVector(chunk, 0);
    const texts = chunk.getColumnValues(1);
    for (let i = 0; i < chunk.rowCount; i++) hashes.set(months[i]! < 0 ? null : months[i]!, String(texts[i]));
  }
  return hashes;
}
