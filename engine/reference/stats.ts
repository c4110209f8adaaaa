/** Statistics: records and exact sums by one dimension (specification 1.13). */
import {DATASETS} from '../../datasets/index.ts';
import type {Grouping} from '../../datasets/types.ts';
import type {Row, StatsPage, StatsQuery} from '../types.ts';
import {Binder} from './binder.ts';
import {expression, from} from './columns.ts';
import type {Database} from './database.ts';
import {where} from './operators.ts';

const UNKNOWN = "'Unknown'";

/** One page of groups. Throws on a dataset without statistics and on a dimension it does not have. */
export async function stats(database: Database, query: StatsQuery): Promise<StatsPage> {
  const of = DATASETS[query.dataset];
  const grouping = of?.stats?.groups[query.group_by];
  if (!of?.stats || !grouping) throw new Error(`${query.dataset} cannot be grouped by ${query.group_by}`);
  const {sum} = of.stats;
  const summed = sum === null ? {sql: 'NULL'} : expression(of, sum);
  const total = sum === null ? 'CAST(NULL AS DECIMAL(38,2))' : `coalesce(sum(${summed.sql}), 0)`;

  const binder = new Binder();
  const filter = where(of, query.where, binder);
  const after = query.after ? behind(grouping, query.after, binder) : 'true';
  const order = orderBy(grouping);
  const skip = query.after ? '' : ` OFFSET ${binder.bind(BigInt(query.offset))}`;
  const found = await database.rows(
    `WITH groups AS MATERIALIZED (
      SELECT coalesce(CAST(${grouping.sql} AS VARCHAR), ${UNKNOWN}) AS name, count(*) AS n, ${total} AS total
      ${from(of, [...filter.reads, grouping, summed])} WHERE ${filter.sql} GROUP BY 1
    ), page AS (
      SELECT * FROM groups WHERE ${after} ORDER BY ${order} LIMIT ${binder.bind(BigInt(query.limit))}${skip}
    )
    SELECT counted.groups, page.*, CAST(page.total AS VARCHAR) AS total_text
    FROM (SELECT count(*) AS groups FROM groups) AS counted LEFT JOIN page ON true ORDER BY ${order}`,
    binder.values,
  );

  const page = found.filter(({name}) => name !== null);
  const rows = page.map(
    ({name, n, total}): Row => ({
      group_by: query.group_by,
      group_value: name ?? null,
      record_count: n ?? null,
      sum_field: sum,
      sum_value: total ?? null,
    }),
  );
  const last = page.at(-1);
  return {
    total: Number(found[0]?.['groups']),
    rows,
    last: last
      ? {
          sum: last['total_text'] as string | null,
          count: Number(last['n']),
          value: String(last['name']),
        }
      : null,
  };
}

/** Sum and count descending, then the value; a time dimension by its value descending with `Unknown` last. */
function orderBy({chronological}: Grouping): string {
  return chronological ? `name = ${UNKNOWN}, name DESC` : 'total DESC, n DESC, name ASC';
}

/** The groups behind a place in that order. */
function behind({chronological}: Grouping, after: NonNullable<StatsQuery['after']>, binder: Binder): string {
  const name = binder.bind(after.value);
  if (chronological) {
    return `(${name} <> ${UNKNOWN} AND (name = ${UNKNOWN} OR name < ${name}))`;
  }
  const n = binder.bind(BigInt(after.count));
  const later = `(n < ${n} OR (n = ${n} AND name > ${name}))`;
  if (after.sum === null) return later;
  const sum = `CAST(${binder.bind(after.sum)} AS DECIMAL(38,2))`;
  return `(total < ${sum} OR (total = ${sum} AND ${later}))`;
}
