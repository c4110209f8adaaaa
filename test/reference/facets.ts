/** Facets as SQL: the most frequent values of columns, each without the conditions on itself. */
import {datasetOrEntity} from '../../datasets/index.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {columnOf} from '../../engine/file/table_layout.ts';
import {expression, from} from '../../engine/sql/columns.ts';
import {
  type Condition,
  type FacetsQuery,
  MAX_FACET_VALUES,
  type Near,
  type ValueCount,
  type Values,
} from '../../engine/types.ts';
import {Binder} from './binder.ts';
import {nearby} from './near.ts';
import {where} from './operators.ts';
import type {Database} from './pool.ts';

/** The facets in the order of the columns. Throws on a column that is no facet. */
export async function facets(database: Database, query: FacetsQuery): Promise<Values[]> {
  const declaration = datasetOrEntity(query.dataset);
  const all: Values[] = [];
  for (const column of query.columns) {
    const others = query.where.filter(({op, columns}) => op === 'terms' || !columns.includes(column));
    const binder = new Binder();
    const sql = `WITH counted AS (${countedValues(declaration, column, others, query.near, binder)})
      SELECT (SELECT count(*) FROM counted) AS total, value, n FROM counted
      ORDER BY n DESC, fold(value), value LIMIT ${MAX_FACET_VALUES}`;
    all.push(valuesOf(await database.rows(sql, binder.values)));
  }
  return all;
}

/**
 * SELECT of the different values (`value`) of a facet among the matching rows, and the rows (`n`) that have
 * each.
 */
export function countedValues(
  declaration: Dataset | Derived,
  name: string,
  conditions: readonly Condition[],
  circle: Near | undefined,
  binder: Binder,
): string {
  if (!declaration.facets?.includes(name))
    throw new Error(`${declaration.name}.${name} is no facet: add it to its facets`);
  const read = expression(declaration, name);
  const isList = columnOf(declaration, name).type === 'text[]';
  const value = isList ? `unnest(list_distinct(${read.sql}))` : `CAST(${read.sql} AS VARCHAR)`;
  const filter = where(declaration, conditions, binder);
  const near = nearby(declaration, circle, binder);
  return `SELECT value, count(*) AS n FROM (
      SELECT ${value} AS value ${from(declaration, [read, ...filter.reads, ...near.reads])}
      WHERE ${filter.sql} AND ${near.sql}
    ) WHERE value IS NOT NULL GROUP BY value`;
}

/** Values from rows of `total`, `value` and `n`; no rows are no values. */
export const valuesOf = (rows: readonly Record<string, unknown>[]): Values => ({
  total: Number(rows[0]?.['total'] ?? 0),
  values: rows.map(({value, n}): ValueCount => ({value: String(value), count: Number(n)})),
});
