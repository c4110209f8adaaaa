/**
 * Statistics by two groups as one statement: the cells of the groups of a page and of the first groups of the
 * other.
 */
import {DATASETS} from '../../../datasets/index.ts';
import {MAX_SECOND_GROUPS, UNKNOWN_GROUP} from '../../../engine/types.ts';
import {conditionOf, nameOf} from './lists.ts';
import type {ListRequest, Statement} from './requests.ts';
import {groupOf, groupOrder} from './stats.ts';

/**
 * `total`, `data` (a JSON text) and `more`, further members of `meta`. Throws on a group whose records may
 * have several.
 */
export function cellsStatement({route, filters, values, limit, offset, groups}: ListRequest): Statement {
  const {dataset} = route;
  const [one, other] = groups.map((group) => groupOf(dataset, group));
  if (!one || !other || one.list || other.list || groups.length > 2) {
    throw new Error(`the comparison does not count ${dataset} by ${groups.join(' and ')}`);
  }
  const sum = DATASETS[dataset]?.stats?.sum ?? null;
  const where = filters.map((filter) => conditionOf(dataset, filter)).join(' AND ') || 'true';
  const bound = (value: number) => `$${values.push(String(value))}::int`;
  const [most, first] = [bound(limit), bound(offset)];
  const ranked = (
    name: string,
    group: typeof one,
  ) => `SELECT name, row_number() OVER (ORDER BY ${groupOrder(group, sum)}) AS at
    FROM (SELECT ${name} AS name, sum(n) AS record_count, sum(total) AS sum_value FROM named GROUP BY 1) AS g`;
  const text = `WITH counted AS MATERIALIZED (
      SELECT ${one.by} AS a, ${other.by} AS b, count(*) AS n, ${sum ? `sum(r.${sum})` : 'NULL::numeric'} AS total,
        ${sum ? `count(r.${sum})` : 'NULL::bigint'} AS filled
      FROM ${dataset} AS r WHERE ${where} GROUP BY 1, 2
    ), named AS MATERIALIZED (
      SELECT coalesce(${one.name('x', 'c.a')}, '${UNKNOWN_GROUP}') AS a, coalesce(${other.name('y', 'c.b')}, '${UNKNOWN_GROUP}') AS b,
        sum(c.n)::bigint AS n, sum(c.total) AS total, sum(c.filled)::bigint AS filled
      FROM counted AS c ${one.join('x', 'c.a')} ${other.join('y', 'c.b')} GROUP BY 1, 2
    ), ones AS MATERIALIZED (${ranked('a', one)}), others AS MATERIALIZED (${ranked('b', other)})
    SELECT (SELECT count(*) FROM ones) AS total,
      json_build_object('then_total', (SELECT count(*) FROM others))::text AS more,
      (SELECT json_agg(json_build_object('group_by', '${groups[0]}', 'group_value', named.a, 'record_count', named.n,
        'sum_field', ${sum ? `'${sum}'` : 'NULL::text'}, 'sum_value', named.total, 'value_count', named.filled,
        'then_by', '${groups[1]}', 'then_value', named.b)
        ORDER BY ones.at, others.at)
      FROM named JOIN ones ON ones.name = named.a JOIN others ON others.name = named.b
      WHERE ones.at > ${first} AND ones.at <= ${first} + ${most} AND others.at <= ${MAX_SECOND_GROUPS})::text AS data`;
  return {name: nameOf(text), text, values};
}
