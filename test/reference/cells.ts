/** The cells of statistics with a second dimension or medians, as SQL over the groups of one page. */
import {DATASETS} from '../../datasets/index.ts';
import type {Grouping} from '../../datasets/types.ts';
import {expression, from} from '../../engine/sql/columns.ts';
import {groupSql} from '../../engine/sql/grouping.ts';
import type {Row, StatsQuery} from '../../engine/types.ts';
import {Binder} from './binder.ts';
import {nearby} from './near.ts';
import {where} from './operators.ts';
import type {Database} from './pool.ts';

/** SQL of the distinct groups of a record, as a list. */
const listSql = (grouping: Grouping): string =>
  grouping.list ? `list_distinct(${groupSql(grouping)})` : `[${groupSql(grouping)}]`;

/** The rows of the pairs of groups that have records, in the order of `first`, then of `second`. */
export async function cells(
  database: Database,
  query: StatsQuery,
  first: readonly Row[],
  second: readonly Row[] | null,
): Promise<Row[]> {
  const {then_by, median} = query;
  const declaration = DATASETS[query.dataset]!;
  const {groups, sum} = declaration.stats!;
  if (median && sum === null) throw new Error(`${query.dataset} has no amounts: a median needs some`);
  const one = groups[query.group_by]!;
  const other = then_by === undefined ? null : groups[then_by]!;
  const summed = sum === null ? {sql: 'CAST(NULL AS DECIMAL(18,2))'} : expression(declaration, sum);
  const binder = new Binder();
  const filter = where(declaration, query.where, binder);
  const near = nearby(declaration, query.near, binder);
  const reads = [...filter.reads, ...near.reads, one, ...(other ? [other] : []), summed];
  const rows = await database.rows(
    `WITH matching AS (
      SELECT ${listSql(one)} AS ones, ${other ? listSql(other) : "['']"} AS others, ${summed.sql} AS summed
      ${from(declaration, reads)} WHERE ${filter.sql} AND ${near.sql}
    ), halves AS (SELECT unnest(ones) AS name, others, summed FROM matching),
    pairs AS (SELECT name, unnest(others) AS other, summed FROM halves),
    cells AS (
      SELECT name, other, count(*) AS n, sum(summed) AS total, count(summed) AS filled,
        list_sort(list(summed) FILTER (WHERE summed IS NOT NULL)) AS amounts
      FROM pairs GROUP BY name, other
    )
    SELECT name, other, n, total, filled, CAST(amounts[(len(amounts) + 1) // 2] AS VARCHAR) AS low,
      CAST(amounts[len(amounts) // 2 + 1] AS VARCHAR) AS high FROM cells`,
    binder.values,
  );
  const byCell = new Map(rows.map((row) => [JSON.stringify([row['name'], row['other']]), row]));
  return first.flatMap((group) =>
    (second ?? [{group_value: ''}]).flatMap((column): Row[] => {
      const row = byCell.get(JSON.stringify([group['group_value'], column['group_value']]));
      if (!row) return [];
      return [
        {
          group_by: query.group_by,
          group_value: row['name']!,
          record_count: Number(row['n']),
          sum_field: sum,
          sum_value: sum === null ? null : (row['total'] ?? null),
          value_count: sum === null ? null : Number(row['filled']),
          ...(then_by === undefined ? {} : {then_by, then_value: row['other']!}),
          ...(median ? {median_value: middle(row['low'], row['high'])} : {}),
        },
      ];
    }),
  );
}

/** The mean of two amounts with two decimals, exact; null for none. */
function middle(low: unknown, high: unknown): number | null {
  if (typeof low !== 'string' || typeof high !== 'string') return null;
  const cents = (text: string) => BigInt(text.replace('.', ''));
  const tenths = String((cents(low) + cents(high)) * 5n);
  const [sign, digits] = tenths.startsWith('-') ? ['-', tenths.slice(1)] : ['', tenths];
  const padded = digits.padStart(4, '0');
  return Number(`${sign}${padded.slice(0, -3)}.${padded.slice(-3)}`);
}
