/** What the profiles of lobbyists and clients share: top lists of their communications (specification 4.3, 4.4). */
import {detail, NEVER_NULL} from '../columns.ts';
import type {Section} from '../types.ts';

export const COUNT = detail('integer', 'communications', 1, NEVER_NULL);

/** Most items of a top list. */
export const TOP = 10;

/**
 * The 10 most frequent items of a list column of the communications; a communication counts once in each of its
 * different items. `keyed` is a FROM clause that gives `c`, the communications, with `_key` of the entity.
 */
export function topOf(item: string, list: string, help: string, example: string, keyed: string): Section {
  return {
    column: {
      ...detail('rows', `top 10 of the communications, most frequent first: ${help}`, [
        {[item]: example, count: 1},
      ]),
      fields: {[item]: detail('text', help, example, NEVER_NULL), count: COUNT},
    },
    sql: `
      SELECT _key, ${item}, count(*) AS count
      FROM (SELECT k._key, unnest(list_distinct(k.${list})) AS ${item} FROM (${keyed}) AS k) GROUP BY ALL`,
    order: `count DESC, ${item}`,
    limit: TOP,
  };
}
