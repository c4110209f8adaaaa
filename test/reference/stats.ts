/** Statistics: counts and exact sums by one dimension. */
import {DATASETS} from '../../datasets/index.ts';
import {literal} from '../../datasets/rules/sql.ts';
import type {Grouping} from '../../datasets/types.ts';
import {expression, from} from '../../engine/sql/columns.ts';
import {groupSql} from '../../engine/sql/grouping.ts';
import {
  type GroupSort,
  MAX_SECOND_GROUPS,
  type Row,
  type StatsPage,
  type StatsQuery,
  UNKNOWN_GROUP,
} from '../../engine/types.ts';
import {Binder} from './binder.ts';
import {cells} from './cells.ts';
import {nearby} from './near.ts';
import {where} from './operators.ts';
import type {Database} from './pool.ts';

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
  const total = sum === null ? 'CAST(NULL AS DECIMAL(38,2))' : 'sum(summed)';
  // A record counts once in each of its distinct groups.
  const names = grouping.list ? `list_distinct(${groupSql(grouping)})` : `[${groupSql(grouping)}]`;

  const binder = new Binder();
  const filter = where(declaration, query.where, binder);
  const near = nearby(declaration, query.near, binder);
  const {key, direction} = sortOf(grouping, sum, query);
  const after = query.after ? groupsAfter(key, direction, query.after, binder) : 'true';
  const order = ORDERS[key](direction);
  const skip = query.after ? '' : ` OFFSET ${binder.bind(BigInt(query.offset))}`;
  const groupRows = await database.rows(
    `WITH matching AS (
      SELECT ${names} AS names, ${summed.sql} AS summed
      ${from(declaration, [...filter.reads, ...near.reads, grouping, summed])}
      WHERE ${filter.sql} AND ${near.sql}
    ), counted AS (SELECT unnest(names) AS name, summed FROM matching),
    groups AS MATERIALIZED (
      SELECT name, count(*) AS n, ${total} AS total, count(summed) AS filled FROM counted GROUP BY name
    ), whole AS (SELECT ${total} AS whole_sum, count(summed) AS whole_filled FROM matching),
    page AS (
      SELECT * FROM groups WHERE ${after} ORDER BY ${order} LIMIT ${binder.bind(BigInt(query.limit))}${skip}
    )
    SELECT all_groups.groups, whole.*, page.*, CAST(page.total AS VARCHAR) AS total_text
    FROM (SELECT count(*) AS groups FROM groups) AS all_groups, whole LEFT JOIN page ON true ORDER BY ${order}`,
    binder.values,
  );

  const page = groupRows.filter(({name}) => name !== null);
  const rows = page.map(
    ({name, n, total, filled}): Row => ({
      group_by: query.group_by,
      group_value: name ?? null,
      record_count: n ?? null,
      sum_field: sum,
      sum_value: total ?? null,
      value_count: sum === null ? null : (filled ?? null),
    }),
  );
  const last = page.at(-1);
  const whole = groupRows[0];
  return {
    total: Number(whole?.['groups']),
    groups: rows.length,
    sum_value: sum === null ? null : ((whole?.['whole_sum'] as number | null) ?? null),
    value_count: sum === null ? null : Number(whole?.['whole_filled']),
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

/** The key and direction of the groups of a query. */
function sortOf(
  {chronological}: Grouping,
  sum: string | null,
  {sort, order}: Pick<StatsQuery, 'sort' | 'order'>,
): {key: GroupSort; direction: 'ASC' | 'DESC'} {
  const usual = chronological ? 'label' : sum === null ? 'count' : 'sum';
  const preset = sort === 'label' ? 'asc' : 'desc';
  return {key: sort ?? usual, direction: (order ?? preset) === 'asc' ? 'ASC' : 'DESC'};
}

/** By key: the order of the groups. */
const ORDERS: Record<GroupSort, (direction: 'ASC' | 'DESC') => string> = {
  sum: (direction) => `total ${direction} NULLS LAST, n DESC, name ASC`,
  count: (direction) => `n ${direction}, name ASC`,
  label: (direction) => `name = ${UNKNOWN_SQL}, name ${direction}`,
};

/** The condition of the groups after a position in that order. */
function groupsAfter(
  key: GroupSort,
  direction: 'ASC' | 'DESC',
  after: NonNullable<StatsQuery['after']>,
  binder: Binder,
): string {
  const name = binder.bind(after.value);
  const further = direction === 'ASC' ? '>' : '<';
  if (key === 'label') {
    return `(${name} <> ${UNKNOWN_SQL} AND (name = ${UNKNOWN_SQL} OR name ${further} ${name}))`;
  }
  const n = binder.bind(BigInt(after.count));
  if (key === 'count') return `(n ${further} ${n} OR (n = ${n} AND name > ${name}))`;
  const later = `(n < ${n} OR (n = ${n} AND name > ${name}))`;
  if (after.sum === null) return `(total IS NULL AND ${later})`;
  const sum = `CAST(${binder.bind(after.sum)} AS DECIMAL(38,2))`;
  return `(total IS NULL OR total ${further} ${sum} OR (total = ${sum} AND ${later}))`;
}
