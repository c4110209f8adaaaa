/** Measures a part, alone and against the one before: what the gate judges. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Column, Dataset} from '../../datasets/types.ts';

/** About how many records of both parts are compared cell by cell: a sample by the hash of the id. */
const SAMPLE = 20_000;

/** One column of a part. Sum and median are of money, in CAD without the sign, the median without zeros; texts are counted approximately. */
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

export interface Difference {
  /** Ids of the part before that are gone. */
  gone: number;
  /** Records of both parts that were compared, and how many of them differ by column. */
  compared: number;
  changed: ReadonlyMap<string, number>;
}

/** A part on disk: its records, and the day on which its files were fetched. */
export interface PartFile {
  path: string;
  day: string;
}

/** Columns of a dataset whose cells are compared one by one: all but lists and geometries. */
const comparable = ({columns}: Dataset): [string, Column][] =>
  storedColumns(columns).filter(([, {type}]) => !['text[]', 'rows', 'object', 'geometry'].includes(type));

/** Columns that both parts have: an earlier version of the dataset may lack some. */
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
  return comparable(dataset).filter(([name, column]) =>
    found.every((types) => types.get(name) === sqlType(column)),
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

/** What became of the records of the part before: by id, and cell by cell in a share of them. */
export async function comparePart(
  db: DuckDBConnection,
  {id}: Dataset,
  columns: readonly [string, Column][],
  before: PartFile,
  now: PartFile,
  records: number,
): Promise<Difference> {
  const [old, made] = [before, now].map(({path}) => `read_parquet(${literal(path)})`) as [string, string];
  const key = ident(id.column);
  const gone = await db.runAndReadAll(
    `SELECT count(*) FROM (SELECT ${key} FROM ${old}) ANTI JOIN (SELECT ${key} FROM ${made}) USING (${key})`,
  );
  const every = Math.max(1, Math.floor(records / SAMPLE));
  const some = (rows: string) => `SELECT * FROM ${rows} WHERE hash(${key}) % ${every} = 0`;
  const differ = columns.map(
    ([name]) =>
      `count_if(b.${ident(name)} IS DISTINCT FROM n.${ident(name)} AND b.${ident(name)} IS NOT NULL)`,
  );
  const [row = []] = (
    await db.runAndReadAll(
      `SELECT count(*)${differ.map((one) => `, ${one}`).join('')} FROM (${some(old)}) AS b JOIN (${some(made)}) AS n USING (${key})`,
    )
  ).getRows();
  const [compared = 0, ...changed] = row.map(Number);
  return {
    gone: Number(gone.getRows()[0]?.[0]),
    compared,
    changed: new Map(columns.map(([name], at) => [name, changed[at] ?? 0])),
  };
}

/** Three records that show what a column lost or changed: `id: before -> now`. */
export async function examplesOf(
  db: DuckDBConnection,
  {id}: Dataset,
  column: string,
  before: PartFile,
  now: PartFile,
): Promise<string[]> {
  const [key, cell] = [ident(id.column), ident(column)];
  const shown = (alias: string) => `coalesce(left(CAST(${alias}.${cell} AS VARCHAR), 40), 'null')`;
  const reader = await db.runAndReadAll(
    `SELECT b.${key} || ': ' || ${shown('b')} || ' -> ' || ${shown('n')}
      FROM read_parquet(${literal(before.path)}) AS b JOIN read_parquet(${literal(now.path)}) AS n USING (${key})
      WHERE b.${cell} IS DISTINCT FROM n.${cell} AND b.${cell} IS NOT NULL ORDER BY b.${key} LIMIT 3`,
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
