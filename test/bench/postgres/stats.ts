/** Statistics as one statement each. */
import {DATASETS} from '../../../datasets/index.ts';
import {conditionOf, nameOf} from './lists.ts';
import type {Asked, Statement} from './requests.ts';

/** Groups that a joined table names: the number that stands for the group in the records, and where its name is. */
const JOINED: Record<string, {by: string; name: string; join: string}> = {
  'contracts vendor': {
    by: 'r.no_group',
    name: 'n.vendor',
    join: 'LEFT JOIN vendors AS n ON n.no_group = g.by',
  },
  'contracts department': {by: 'r.no_department', name: 'n.name', join: joinOf('contracts_department')},
  'grants department': {by: 'r.no_department', name: 'n.name', join: joinOf('grants_department')},
  'grants recipient': {
    by: 'r.folded_recipient',
    name: 'n.recipient',
    join: 'LEFT JOIN recipients AS n ON n.folded_recipient = g.by',
  },
};

function joinOf(names: string): string {
  return `LEFT JOIN ${names} AS n ON n.no = g.by`;
}

/** The groups of a dataset as `total` and `data`, a JSON text. */
export function statsStatement({route, filters, values, limit, offset, group}: Asked): Statement {
  const stats = DATASETS[route.dataset]?.stats;
  const grouping = stats?.groups[group];
  if (!stats || !grouping) throw new Error(`${route.dataset} cannot be grouped by ${group}`);
  const joined = JOINED[`${route.dataset} ${group}`];
  const by = joined?.by ?? BY[group] ?? `r.${group}`;
  const where = filters.map((filter) => conditionOf(route.dataset, filter)).join(' AND ') || 'true';
  const order = grouping.chronological
    ? "name = 'Unknown', name DESC"
    : 'sum_value DESC, record_count DESC, name';
  const slice = `LIMIT $${values.push(String(limit))}::int OFFSET $${values.push(String(offset))}::int`;
  const text = `WITH g AS MATERIALIZED (
      SELECT ${by} AS by, count(*) AS n, coalesce(sum(r.${stats.sum}), 0) AS total
      FROM ${route.dataset} AS r WHERE ${where} GROUP BY 1
    ), named AS MATERIALIZED (
      SELECT coalesce(${joined?.name ?? 'g.by::text'}, 'Unknown') AS name, sum(g.n)::bigint AS record_count,
        sum(g.total) AS sum_value FROM g ${joined?.join ?? ''} GROUP BY 1
    )
    SELECT (SELECT count(*) FROM named) AS total, (SELECT json_agg(row_to_json(d)) FROM (
      SELECT '${group}' AS group_by, name AS group_value, record_count, '${stats.sum}' AS sum_field, sum_value
      FROM named ORDER BY ${order} ${slice}
    ) AS d)::text AS data`;
  return {name: nameOf(text), text, values};
}

const BY: Record<string, string> = {year: 'extract(year FROM r.date)::int'};
