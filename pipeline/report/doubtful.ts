/**
 * Finds the records of a build whose rows differ in what the rows of one record seldom differ in: those a
 * person should look at.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {DoubtfulCount} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';

/** Most records that are listed. */
const LISTED = 50;

/** A record as a person looks it up. */
export interface DoubtfulRecord {
  dataset: string;
  record_id: string;
  source_url: string;
  value: number | null;
  rows: number;
  /** What it joins. */
  joins: string[];
  /** Different names in its rows. */
  names: string[];
  /** Why its rows belong together. */
  rules: string[];
}

export interface DoubtfulRecords {
  /** In the order of the declarations. */
  counts: DoubtfulCount[];
  /** The largest by value. */
  largest: DoubtfulRecord[];
}

/** Reads the views of `db` once; what it keeps is as large as what it finds. */
export async function findDoubtful(db: DuckDBConnection): Promise<DoubtfulRecords> {
  const counts: DoubtfulCount[] = [];
  const all: string[] = [];
  for (const {name, view, doubtful} of Object.values(DATASETS)) {
    if (view || !doubtful) continue;
    const found = ident(`doubtful_${name}`);
    const joins = Object.entries(doubtful.joins).map(
      ([what, sql]) => `CASE WHEN ${sql} THEN ${literal(what)} END`,
    );
    const different = (field: string) =>
      `list_sort(list_distinct(list_transform(r.versions, v -> v.${ident(field)})))`;
    await db.run(`CREATE TEMP TABLE ${found} AS SELECT * FROM (
      SELECT ${literal(name)} AS dataset, record_id, source_url, CAST(value AS DOUBLE) AS value, len(r.versions) AS rows,
        list_filter([${joins.join(', ')}], x -> x IS NOT NULL) AS joins, ${different(doubtful.names)} AS names, ${different('rule')} AS rules
      FROM ${ident(name)} AS r WHERE len(r.versions) > 1) WHERE len(joins) > 0`);
    for (const what of Object.keys(doubtful.joins)) {
      const [row] = (
        await db.runAndReadAll(`SELECT count(*), CAST(coalesce(sum(CAST(value AS DECIMAL(18, 2))), 0) AS DOUBLE)
        FROM ${found} WHERE list_contains(joins, ${literal(what)})`)
      ).getRows();
      counts.push({dataset: name, joins: what, records: Number(row?.[0]), value: Number(row?.[1])});
    }
    all.push(`FROM ${found}`);
  }
  const reader = await db.runAndReadAll(`SELECT * FROM (${all.join(' UNION ALL ')})
    ORDER BY abs(value) DESC NULLS LAST, record_id LIMIT ${LISTED}`);
  const largest = reader
    .getRowObjectsJS()
    .map((row) => ({...row, rows: Number(row['rows'])}) as unknown as DoubtfulRecord);
  return {counts, largest};
}
