/** Measures a part, alone and against the one before: what the gate judges. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Column, Dataset} from '../../datasets/types.ts';

/**
 * About how many records of both parts are compared cell by cell, of each file: a sample by the hash of the
 * id.
 */
const SAMPLE = 20_000;

/**
 * One column of a part. Sum and median are of money, in CAD without the sign, the median without zeros; texts
 * are counted approximately.
 */
export interface ColumnFigures {
  filled: number;
  distinct: number | null;
  sum: number | null;
  median: number | null;
}

export interface PartFigures {
  records: number;
  columns: ReadonlyMap<string, ColumnFigures>;
  /** Newest date that is not after the day of the fetch, `YYYY-MM-DD`. */
  newest: string | null;
  /** Records by year of the dataset's date. */
  years: ReadonlyMap<number, number>;
}

/**
 * Records of both parts that were compared, how many of them differ by column, and in how many a list only
 * grew.
 */
export interface Comparison {
  compared: number;
  changed: ReadonlyMap<string, number>;
  grown: ReadonlyMap<string, number>;
}

export interface Difference {
  /** Ids of the part before that are gone. */
  gone: number;
  /** By place of the file of before, where it is known: its records, and how many of their ids are gone. */
  goneOf: ReadonlyMap<number, {records: number; gone: number}>;
  /** All records, of which a sample was compared. */
  all: Comparison;
  /** Those of each file that were compared, by its place in the entry of the part. */
  files: ReadonlyMap<number, Comparison>;
}

/**
 * A part on disk: its records, the file of each where there are several, and the day on which its files were
 * fetched.
 */
export interface PartFile {
  path: string;
  files?: string;
  day: string;
}

/**
 * Columns of a dataset whose cells are compared one by one: all but geometries, which are drawn anew for
 * every export.
 */
const comparable = ({columns}: Dataset): [string, Column][] =>
  storedColumns(columns).filter(([, {type}]) => type !== 'geometry');

const isList = ({type}: Column): boolean => type === 'text[]' || type === 'rows';

/** Whether the cell of before (`b`) is another one now (`n`). A list that only grew is as it was. */
function differs([name, column]: [string, Column]): string {
  const [was, is] = [`b.${ident(name)}`, `n.${ident(name)}`];
  const now = isList(column) ? `list_slice(${is}, 1, len(${was}))` : is;
  return `(${was} IS DISTINCT FROM ${now} AND ${was} IS NOT NULL)`;
}

/** Whether a list has the elements of before, and further ones behind them. */
function grew([name, column]: [string, Column]): string {
  if (!isList(column)) return 'false';
  const [was, is] = [`b.${ident(name)}`, `n.${ident(name)}`];
  return `(len(${is}) > len(${was}) AND list_slice(${is}, 1, len(${was})) IS NOT DISTINCT FROM ${was})`;
}

/** The start of both cells; of lists, the first element that the other list lacks. */
function shownCells([name, column]: [string, Column]): string[] {
  return [
    ['b', 'n'],
    ['n', 'b'],
  ].map(([one, other]) => {
    const [cell, beside] = [`${one}.${ident(name)}`, `${other}.${ident(name)}`];
    const shown = isList(column)
      ? `list_filter(${cell}, lambda e: NOT coalesce(list_contains(${beside}, e), false))[1]`
      : cell;
    return `coalesce(left(CAST(${shown} AS VARCHAR), ${isList(column) ? 240 : 40}), 'null')`;
  });
}

/** Columns that the parts have with one type: an earlier version of the dataset may lack some. */
export async function sharedColumns(
  db: DuckDBConnection,
  dataset: Dataset,
  parts: readonly PartFile[],
): Promise<[string, Column][]> {
  const found = await Promise.all(
    parts.map(async ({path}) => {
      const reader = await db.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`);
      return new Map(reader.getRows().map(([name, type]) => [String(name), String(type)]));
    }),
  );
  return comparable(dataset).filter(([name]) =>
    found.every((types) => types.has(name) && types.get(name) === found[0]?.get(name)),
  );
}

/** Counts, sums and dates of a part, in one pass over it. */
export async function measurePart(
  db: DuckDBConnection,
  {date}: Dataset,
  columns: readonly [string, Column][],
  {path, day}: PartFile,
): Promise<PartFigures> {
  const rows = `read_parquet(${literal(path)})`;
  const terms = columns.flatMap(([name, {type}]) => [
    `count(${ident(name)})`,
    type === 'text' ? `approx_count_distinct(${ident(name)})` : 'NULL',
    type === 'money' ? `CAST(sum(abs(${ident(name)})) AS DOUBLE)` : 'NULL',
    type === 'money'
      ? `approx_quantile(CAST(abs(${ident(name)}) AS DOUBLE), 0.5) FILTER (${ident(name)} <> 0)`
      : 'NULL',
  ]);
  const newest = date
    ? `CAST(max(${ident(date)}) FILTER (${ident(date)} <= DATE ${literal(day)}) AS VARCHAR)`
    : 'NULL';
  const [row = []] = (
    await db.runAndReadAll(`SELECT count(*), ${newest}, ${terms.join(', ')} FROM ${rows}`)
  ).getRows();
  const figures = row.slice(2).map((value) => (value === null ? null : Number(value)));
  const years = date
    ? await db.runAndReadAll(
        `SELECT year(${ident(date)}), count(*) FROM ${rows} WHERE ${ident(date)} IS NOT NULL GROUP BY 1`,
      )
    : null;
  return {
    records: Number(row[0]),
    newest: row[1] === null ? null : String(row[1]),
    columns: new Map(
      columns.map(([name], at) => {
        const [filled, distinct, sum, median] = figures.slice(4 * at, 4 * at + 4);
        return [
          name,
          {filled: filled ?? 0, distinct: distinct ?? null, sum: sum ?? null, median: median ?? null},
        ];
      }),
    ),
    years: new Map((years?.getRows() ?? []).map(([year, n]) => [Number(year), Number(n)])),
  };
}

/**
 * What became of the records of the part before: by id, and cell by cell in a share of those of each file.
 */
export async function comparePart(
  db: DuckDBConnection,
  {id}: Dataset,
  columns: readonly [string, Column][],
  before: PartFile,
  now: PartFile,
): Promise<Difference> {
  const [old, made] = [before, now].map(({path}) => `read_parquet(${literal(path)})`) as [string, string];
  const key = ident(id.column);
  const filesOf = ({files, path}: PartFile) =>
    files
      ? `read_parquet(${literal(files)})`
      : `(SELECT ${key}, 0 AS _file FROM read_parquet(${literal(path)}))`;
  const files = filesOf(now);
  const goneByFile = await db.runAndReadAll(`
    SELECT _file, count(*), count_if(n.${key} IS NULL)
    FROM ${filesOf(before)} AS b LEFT JOIN (SELECT ${key} FROM ${made}) AS n USING (${key}) GROUP BY _file`);
  const goneOf = goneByFile.getRows().map((row) => row.map(Number) as [number, number, number]);
  const differ = [...columns.map(differs), ...columns.map(grew)].map((holds) => `count_if(${holds})`);
  const reader = await db.runAndReadAll(`
    WITH every AS (SELECT _file, greatest(1, count(*) // ${SAMPLE}) AS _every FROM ${files} GROUP BY _file),
      chosen AS (SELECT ${key}, _file, _every FROM ${files} JOIN every USING (_file) WHERE hash(${key}) % _every = 0)
    SELECT _file, any_value(_every), count(*)${differ.map((one) => `, ${one}`).join('')}
    FROM ${old} AS b JOIN (FROM ${made}) AS n USING (${key}) JOIN chosen USING (${key}) GROUP BY _file`);
  const all = {compared: 0, changed: new Map<string, number>(), grown: new Map<string, number>()};
  const byFile = new Map<number, Comparison>();
  for (const row of reader.getRows()) {
    const [file = 0, every = 1, compared = 0, ...cells] = row.map(Number);
    const changed = new Map(columns.map(([name], at) => [name, cells[at] ?? 0]));
    const grown = new Map(columns.map(([name], at) => [name, cells[columns.length + at] ?? 0]));
    byFile.set(file, {compared, changed, grown});
    all.compared += every * compared;
    for (const [name, n] of changed) all.changed.set(name, (all.changed.get(name) ?? 0) + every * n);
    for (const [name, n] of grown) all.grown.set(name, (all.grown.get(name) ?? 0) + every * n);
  }
  return {
    gone: goneOf.reduce((n, [, , gone]) => n + gone, 0),
    goneOf: new Map(goneOf.map(([file, records, gone]) => [file, {records, gone}])),
    all,
    files: byFile,
  };
}

/** Three records, of one file or all, that show what a column lost or changed: `id: before -> now`. */
export async function examplesOf(
  db: DuckDBConnection,
  {id}: Dataset,
  column: [string, Column],
  before: PartFile,
  now: PartFile,
  file: number | null = null,
): Promise<string[]> {
  const ofFile =
    file === null || !now.files
      ? ''
      : `SEMI JOIN (SELECT ${ident(id.column)} FROM read_parquet(${literal(now.files)}) WHERE _file = ${file}) USING (${ident(id.column)})`;
  const key = ident(id.column);
  const [was, is] = shownCells(column);
  const reader = await db.runAndReadAll(
    `SELECT b.${key} || ': ' || ${was} || ' -> ' || ${is}
      FROM read_parquet(${literal(before.path)}) AS b JOIN read_parquet(${literal(now.path)}) AS n USING (${key}) ${ofFile}
      WHERE ${differs(column)} OR ${grew(column)} ORDER BY ${differs(column)} DESC, b.${key} LIMIT 3`,
  );
  return reader.getRows().map(([text]) => String(text));
}

/** Three ids of the part before that are gone. */
export async function goneExamples(
  db: DuckDBConnection,
  {id}: Dataset,
  before: PartFile,
  now: PartFile,
): Promise<string[]> {
  const key = ident(id.column);
  const reader = await db.runAndReadAll(
    `SELECT ${key} FROM (SELECT ${key} FROM read_parquet(${literal(before.path)}))
      ANTI JOIN (SELECT ${key} FROM read_parquet(${literal(now.path)})) USING (${key}) ORDER BY 1 LIMIT 3`,
  );
  return reader.getRows().map(([text]) => String(text));
}
