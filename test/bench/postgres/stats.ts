/** Statistics as one statement each. */
import {DATASETS} from '../../../datasets/index.ts';
import {conditionOf, nameOf} from './lists.ts';
import type {ListRequest, Statement} from './requests.ts';

/** Groups named in a joined table: the number of the group in the records, and the column of its name. */
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
  'lobbying_communications client': {
    by: 'r.client_folded',
    name: 'n.client',
    join: 'LEFT JOIN clients AS n ON n.client_folded = g.by',
  },
};

function joinOf(names: string): string {
  return `LEFT JOIN ${names} AS n ON n.no = g.by`;
}

/** The groups of a dataset as `total` and `data`, a JSON text. */
export function statsStatement({route, filters, values, limit, offset, group}: ListRequest): Statement {
  const stats = DATASETS[route.dataset]?.stats;
  const grouping = stats?.groups[group];
  if (!stats || !grouping) throw new Error(`${route.dataset} cannot be grouped by ${group}`);
  const joined = JOINED[`${route.dataset} ${group}`];
  const {sum} = stats;
  const items = grouping.list ? grouping.sql.replace(/^r\./, 'r.items_') : null;
  const by = items ? 'item' : (joined?.by ?? BY[`${route.dataset} ${group}`] ?? BY[group] ?? `r.${group}`);
  // An empty list is a row without an item.
  const unnested = items ? `LEFT JOIN LATERAL unnest(${items}) AS item ON true` : '';
  const where = filters.map((filter) => conditionOf(route.dataset, filter)).join(' AND ') || 'true';
  const order = grouping.chronological
    ? "name = 'Unknown', name DESC"
    : `${sum ? 'sum_value DESC, ' : ''}record_count DESC, name`;
  const slice = `LIMIT $${values.push(String(limit))}::int OFFSET $${values.push(String(offset))}::int`;
  const text = `WITH g AS MATERIALIZED (
      SELECT ${by} AS by, count(*) AS n, ${sum ? `coalesce(sum(r.${sum}), 0)` : 'NULL::numeric'} AS total
      FROM ${route.dataset} AS r ${unnested} WHERE ${where} GROUP BY 1
    ), named AS MATERIALIZED (
      SELECT coalesce(${joined?.name ?? 'g.by::text'}, 'Unknown') AS name, sum(g.n)::bigint AS record_count,
        sum(g.total) AS sum_value FROM g ${joined?.join ?? ''} GROUP BY 1
    )
    SELECT (SELECT count(*) FROM named) AS total, (SELECT json_agg(row_to_json(d)) FROM (
      SELECT '${group}' AS group_by, name AS group_value, record_count, ${sum ? `'${sum}'` : 'NULL::text'} AS sum_field, sum_value
      FROM named ORDER BY ${order} ${slice}
    ) AS d)::text AS data`;
  return {name: nameOf(text), text, values};
}

const BY: Record<string, string> = {
  year: 'extract(year FROM r.date)::int',
  'lobbying_registrations year': 'extract(year FROM r.effective_date)::int',
};
