/** Statistics as one statement each. */
import {DATASETS} from '../../../datasets/index.ts';
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import {conditionOf, nameOf} from './lists.ts';
import type {ListRequest, Statement} from './requests.ts';

/**
 * Groups that are named in another table: what the records are grouped by, and where the name of that stands.
 */
const JOINED: Readonly<Record<string, {by: string; table: string; on: string; name: string}>> = {
  'contracts vendor': {by: 'r.no_group', table: 'vendors', on: 'no_group', name: 'vendor'},
  'contracts department': {by: 'r.no_department', table: 'contracts_department', on: 'no', name: 'name'},
  'grants department': {by: 'r.no_department', table: 'grants_department', on: 'no', name: 'name'},
  'grants recipient': {
    by: 'r.recipient_key',
    table: 'recipients',
    on: 'recipient_key',
    name: 'recipient',
  },
  'lobbying_communications client': {
    by: 'r.client_folded',
    table: 'client_names',
    on: 'client_folded',
    name: 'client',
  },
};

const BY: Readonly<Record<string, string>> = {
  year: 'extract(year FROM r.date)::int',
  'lobbying_registrations year': 'extract(year FROM r.effective_date)::int',
};

/**
 * The column that a group is declared by, or that is named as it; of joined ones the table holds the values.
 */
const columnOf = (sql: string, group: string): string => `r.${/^\w+\.(\w+)$/.exec(sql)?.[1] ?? group}`;

export interface Group {
  /** SQL over the records `r`. */
  by: string;
  /** SQL of the items of a record that may be in several groups; else null. */
  list: string | null;
  chronological: boolean;
  /** Join of the table with the names, if there is one, to the grouped value. */
  join(alias: string, value: string): string;
  /** The name of the group as text; null for those without a value. */
  name(alias: string, value: string): string;
}

/** Throws on a group that the dataset does not have. */
export function groupOf(dataset: string, group: string): Group {
  const grouping = DATASETS[dataset]?.stats?.groups[group];
  if (!grouping) throw new Error(`${dataset} cannot be grouped by ${group}`);
  const joined = JOINED[`${dataset} ${group}`];
  const list = grouping.list ? grouping.sql.replace(/^r\./, 'r.items_') : null;
  return {
    by: list
      ? 'item'
      : (joined?.by ?? BY[`${dataset} ${group}`] ?? BY[group] ?? columnOf(grouping.sql, group)),
    list,
    chronological: grouping.chronological === true,
    join: (alias, value) =>
      joined ? `LEFT JOIN ${joined.table} AS ${alias} ON ${alias}.${joined.on} = ${value}` : '',
    name: (alias, value) => (joined ? `${alias}.${joined.name}` : `${value}::text`),
  };
}

/** ORDER BY of groups with `name`, `record_count` and `sum_value`. */
export const groupOrder = ({chronological}: Group, sum: string | null): string =>
  chronological
    ? `name = '${UNKNOWN_GROUP}', name DESC`
    : `${sum ? 'sum_value DESC NULLS LAST, ' : ''}record_count DESC, name`;

/** The groups of a dataset as `total` and `data`, a JSON text. */
export function statsStatement({route, filters, values, limit, offset, groups}: ListRequest): Statement {
  const [name = ''] = groups;
  const group = groupOf(route.dataset, name);
  const sum = DATASETS[route.dataset]?.stats?.sum ?? null;
  // An empty list is a row without an item.
  const unnested = group.list ? `LEFT JOIN LATERAL unnest(${group.list}) AS item ON true` : '';
  const where = filters.map((filter) => conditionOf(route.dataset, filter)).join(' AND ') || 'true';
  const slice = `LIMIT $${values.push(String(limit))}::int OFFSET $${values.push(String(offset))}::int`;
  const text = `WITH g AS MATERIALIZED (
      SELECT ${group.by} AS by, count(*) AS n, ${sum ? `sum(r.${sum})` : 'NULL::numeric'} AS total,
        ${sum ? `count(r.${sum})` : 'NULL::bigint'} AS filled
      FROM ${route.dataset} AS r ${unnested} WHERE ${where} GROUP BY 1
    ), named AS MATERIALIZED (
      SELECT coalesce(${group.name('n', 'g.by')}, '${UNKNOWN_GROUP}') AS name, sum(g.n)::bigint AS record_count,
        sum(g.total) AS sum_value, sum(g.filled)::bigint AS value_count FROM g ${group.join('n', 'g.by')} GROUP BY 1
    )
    SELECT (SELECT count(*) FROM named) AS total, (SELECT json_agg(row_to_json(d)) FROM (
      SELECT '${name}' AS group_by, name AS group_value, record_count, ${sum ? `'${sum}'` : 'NULL::text'} AS sum_field, sum_value,
        value_count
      FROM named ORDER BY ${groupOrder(group, sum)} ${slice}
    ) AS d)::text AS data`;
  return {name: nameOf(text), text, values};
}
