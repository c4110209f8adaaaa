/** The groupings of the statistics as SQL. */
import {literal} from '../../datasets/rules/sql.ts';
import type {Grouping} from '../../datasets/types.ts';
import {UNKNOWN_GROUP} from '../types.ts';

const named = (sql: string): string => `coalesce(CAST(${sql} AS VARCHAR), ${literal(UNKNOWN_GROUP)})`;

/**
 * SQL of a record's group, never null; for a grouping by a list column the list of its groups, never empty.
 */
export function groupSql({sql, list}: Grouping): string {
  if (!list) return named(sql);
  return `CASE WHEN coalesce(len(${sql}), 0) = 0 THEN [${literal(UNKNOWN_GROUP)}]
    ELSE list_transform(${sql}, lambda item: ${named('item')}) END`;
}
