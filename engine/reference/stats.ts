/** Statistics: counts and exact sums by one dimension. */
import {DATASETS} from '../../datasets/index.ts';
import {literal} from '../../datasets/rules/sql.ts';
import type {Grouping} from '../../datasets/types.ts';
import {expression, from} from '../sql/columns.ts';
import type {Database} from '../sql/database.ts';
import {groupSql} from '../sql/grouping.ts';
import {MAX_SECOND_GROUPS, type Row, type StatsPage, type StatsQuery, UNKNOWN_GROUP} from '../types.ts';
import {Binder} from './binder.ts';
import {cells} from './cells.ts';
import {nearby} from './near.ts';
import {where} from './operators.ts';

const UNKNOWN_SQL = literal(UNKNOWN_GROUP);

/** One page of groups. Throws on a dataset without statistics and on a dimension it does not have. */
export async function stats(database: Database, query: StatsQuery): Promise<StatsPage> {
  const page = await groups(database, query);
  const {then_by, median, dataset, where: conditions, near: circle} = query;
  if (then_by === undefined && !median) return page;
  const second =
    then_by === undefined
      ? null
      : await groups(database, {
          dataset,
          where: conditions,
          near: circle,
          group_by: then_by,
          limit: MAX_SECOND_GROUPS,
          offset: 0,
        });
  const rows = await cells(database, query, page.rows, second?.rows ?? null);
  return {...page, rows, ...(second ? {then_total: second.total} : {})};
}

/** One page of the groups of one dimension. */
async function groups(database: Database, query: StatsQuery): Promise<StatsPage> {
  const declaration = DATASETS[query.dataset];
  const grouping = declaration?.stats?.groups[query.group_by];
  if (!declaration?.stats || !grouping)
    throw new Error(`${query.dataset} cannot be grouped by ${query.group_by}`);
  const {sum} = declaration.stats;
  const summed = sum === null ? {sql: 'NULL'} : expression(declaration, sum);
  const total = sum === null ? 'CAST(NULL AS DECIMAL(38,2))' : 'coalesce(sum(summed), 0)';
  // A record counts once in each of its distinct groups.
  const name = grouping.list ? `unnest(list_distinct(${groupSql(grouping)}))` : groupSql(grouping);

  const binder = new Binder();
  const filter = where(declaration, query.where, binder);
  const near = nearby(declaration, query.near, binder);
  const after = query.after ? groupsAfter(grouping, query.after, binder) : 'true';
  const order = orderBy(grouping);
  const skip = query.after ? '' : ` OFFSET ${binder.bind(BigInt(query.offset))}`;
  const groupRows = await database.rows(
    `WITH counted AS (
      SELECT ${name} AS name, ${summed.sql} AS summed
      ${from(declaration, [...filter.reads, ...near.reads, grouping, summed])}
      WHERE ${filter.sql} AND ${near.sql}
    ), groups AS MATERIALIZED (
      SELECT name, count(*) AS n, ${total} AS total FROM counted GROUP BY name
    ), page AS (
      SELECT * FROM groups WHERE ${after} ORDER BY ${order} LIMIT ${binder.bind(BigInt(query.limit))}${skip}
    )
    SELECT all_groups.groups, page.*, CAST(page.total AS VARCHAR) AS total_text
    FROM (SELECT count(*) AS groups FROM groups) AS all_groups LEFT JOIN page ON true ORDER BY ${order}`,
    binder.values,
  );

  const page = groupRows.filter(({name}) => name !== null);
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
    total: Number(groupRows[0]?.['groups']),
    groups: rows.length,
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

/** By sum and count descending, then value; chronological groupings by value descending, `Unknown` last. */
function orderBy({chronological}: Grouping): string {
  return chronological ? `name = ${UNKNOWN_SQL}, name DESC` : 'total DESC, n DESC, name ASC';
}

/** The condition of the groups after a position in that order. */
function groupsAfter(
  {chronological}: Grouping,
  after: NonNullable<StatsQuery['after']>,
  binder: Binder,
): string {
  const name = binder.bind(after.value);
  if (chronological) {
    return `(${name} <> ${UNKNOWN_SQL} AND (name = ${UNKNOWN_SQL} OR name < ${name}))`;
  }
  const n = binder.bind(BigInt(after.count));
  const later = `(n < ${n} OR (n = ${n} AND name > ${name}))`;
  if (after.sum === null) return later;
  const sum = `CAST(${binder.bind(after.sum)} AS DECIMAL(38,2))`;
  return `(total < ${sum} OR (total = ${sum} AND ${later}))`;
}
