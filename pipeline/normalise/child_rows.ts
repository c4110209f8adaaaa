/** Joins child rows to their records and aggregates what the children of each record contribute. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {ChildTable, Source} from '../../datasets/types.ts';
import type {Staged} from '../read/staging.ts';
import {addCounts, refuse} from './counts.ts';
import {originOf} from './origin.ts';
import {count, type TypedRows, typeRows} from './rows.ts';

export interface ChildRows {
  /** Child rows that were merged, by reason. */
  merged: Record<string, number>;
  /** Their cells that became null; see TypedRows. */
  notes: Record<string, number>;
  /**
   * Column of the record -> SQL of what its child rows contribute, over the joins; there may be no child
   * rows.
   */
  given: Map<string, string[]>;
  /** LEFT JOINs on `last._record`. */
  joins: string[];
}

/** Child rows aggregated at a time: bounds the memory of growing lists. */
const SLICE = 32_768;

/**
 * Joins the staged child rows of a source once its records are known: reads `labels`, and `typed_rows` for
 * the fields that children name. Refuses rows with blank keys and rows without a record.
 */
export async function joinChildRows(
  db: DuckDBConnection,
  source: Source,
  staged: Pick<Staged, 'tables' | 'files'>,
): Promise<ChildRows> {
  const made: ChildRows = {merged: {}, notes: {}, given: new Map(), joins: []};
  for (const [at, [name, part]] of Object.entries(source.childTables ?? {}).entries()) {
    const layouts = source.layouts.filter((layout) => layout.childTable === name);
    const tables = staged.tables.filter(({layout}) => layout.childTable === name);
    const table = `part_${at}`;
    for (const column of Object.keys(part.aggregates)) {
      const own = tables.length ? [`${table}_given.${ident(column)}`] : [];
      made.given.set(column, [...(made.given.get(column) ?? []), ...own]);
    }
    if (!tables.length) continue;
    const rows = await typeRows(db, {}, layouts, {tables}, originOf(source, staged));
    await matchParents(db, part, rows, table);
    await aggregateChildRows(db, part, rows, table);
    addCounts(made.notes, rows.notes);
    const all = await count(db, `SELECT count(DISTINCT _row) FROM ${table}_owned`);
    const counted = await count(db, `SELECT count(DISTINCT _row) FROM ${table}_counted`);
    addCounts(made.merged, {'part of a record': counted, 'repeated part': all - counted});
    for (const ending of ['owned', 'counted']) await db.run(`DROP TABLE ${table}_${ending}`);
    made.joins.push(`LEFT JOIN ${table}_given ON ${table}_given._record = last._record`);
  }
  return made;
}

/** Fields of the records by which child rows find them: read of every record row. */
export const parentFields = ({childTables = {}}: Source): string[] =>
  Object.values(childTables).flatMap((part) => Object.values(part.foreignKey));

/**
 * Creates `<table>_owned` (`_row`, `_record`), a row for each record that a child row belongs to, and
 * `<table>_counted` (`_row`, `_place`, `_record`), those of them that count.
 */
async function matchParents(
  db: DuckDBConnection,
  part: ChildTable,
  rows: TypedRows,
  table: string,
): Promise<void> {
  const [own, theirs] = [Object.keys(part.foreignKey), Object.values(part.foreignKey)];
  const distinct = part.distinctOn ?? [];
  await db.run(`CREATE TABLE ${table}_keys AS ${rows.select(new Set([...own, ...distinct]))}`);
  for (const name of own) {
    await refuse(db, `${ident(name)} IS NULL`, `no ${name.replaceAll('_', ' ')}`, `${table}_keys`);
  }
  const owners = theirs.map((name, at) => `v.${ident(name)} AS ${ident(`of_${at}`)}`);
  const same = own.map((name, at) => `k.${ident(name)} = o.${ident(`of_${at}`)}`);
  const also = distinct.map((name) => `, k.${ident(name)}`).join('');
  await db.run(`CREATE TABLE ${table}_owned AS
    SELECT k._row, k._file, o._record${also} FROM ${table}_keys AS k
    JOIN (SELECT DISTINCT l._record, ${owners.join(', ')} FROM typed_rows AS v JOIN labels AS l USING (_row)) AS o ON ${same.join(' AND ')}`);
  await refuse(db, `_row NOT IN (SELECT _row FROM ${table}_owned)`, part.orphanReason, `${table}_keys`);
  await db.run(`DROP TABLE ${table}_keys`);
  const several = `_row IN (SELECT _row FROM ${table}_owned GROUP BY _row HAVING count(*) > 1)`;
  if (part.ambiguousReason !== undefined) await refuse(db, several, part.ambiguousReason, `${table}_owned`);
  const groups = ['_record', ...distinct.map(ident)].join(', ');
  await db.run(
    part.distinctOn
      ? `CREATE TABLE ${table}_counted AS
          SELECT max(_row) AS _row, min(_row) AS _place, _record FROM ${table}_owned GROUP BY ${groups}`
      : `CREATE TABLE ${table}_counted AS SELECT _row, _row AS _place, _record FROM ${table}_owned`,
  );
}

/**
 * Creates `<table>_given`: `_record` and the columns that its child rows contribute. The rows are sorted by
 * record and aggregated in slices of whole records, because the lists of an aggregate stay in memory until it
 * ends.
 */
async function aggregateChildRows(
  db: DuckDBConnection,
  part: ChildTable,
  rows: TypedRows,
  table: string,
): Promise<void> {
  const terms = Object.values(part.aggregates);
  const read = [...rows.types.keys()].filter((name) => terms.some((sql) => mentions(sql, name)));
  const sorted = `${table}_sorted`;
  await db.run(`CREATE TABLE ${sorted} AS
    SELECT * EXCLUDE (_place, _row, _file), _place AS _row
    FROM (${rows.select(read, {table: `${table}_counted`, also: ['_record', '_place']})}) ORDER BY _record, _place`);
  const columns = Object.entries(part.aggregates).map(([column, sql]) => `${sql} AS ${ident(column)}`);
  const give = (where: string) =>
    `SELECT _record, ${columns.join(', ')} FROM ${sorted} AS p WHERE ${where} GROUP BY _record`;
  await db.run(`CREATE TABLE ${table}_given AS ${give('false')}`);
  const firsts = await db.runAndReadAll(
    `SELECT DISTINCT _record FROM ${sorted} WHERE rowid % ${SLICE} = 0 ORDER BY _record`,
  );
  const starts = firsts.getRows().map(([record]) => String(record));
  for (const [at, start] of starts.entries()) {
    const next = starts[at + 1];
    const where = `_record >= ${start}${next === undefined ? '' : ` AND _record < ${next}`}`;
    await db.run(`INSERT INTO ${table}_given ${give(where)}`);
  }
  await db.run(`DROP TABLE ${sorted}`);
}

const mentions = (sql: string, field: string): boolean => new RegExp(`\\bp\\.${field}\\b`).test(sql);
