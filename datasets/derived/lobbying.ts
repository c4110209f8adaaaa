/** What the profiles of lobbyists and clients share: top lists of their communications. */
import {detailColumn, NOT_NULL} from '../columns.ts';
import type {Section} from '../types.ts';

export const COUNT = detailColumn('integer', 'communications', 1, NOT_NULL);

/** Most items of a top list. */
export const TOP = 10;

/** The 10 most frequent items of a list column; a communication counts once for each distinct item. */
function topOf(item: string, list: string, example: string, communications: string): Section {
  return {
    column: {
      ...detailColumn('rows', `top 10 ${item}s of the communications, most frequent first`, [
        {[item]: example, count: 1},
      ]),
      fields: {[item]: detailColumn('text', item, example, NOT_NULL), count: COUNT},
    },
    sql: `
      SELECT _key, ${item}, count(*) AS count
      FROM (SELECT k._key, unnest(list_distinct(k.${list})) AS ${item} FROM (${communications}) AS k) GROUP BY ALL`,
    order: `count DESC, ${item}`,
    limit: TOP,
  };
}

/** Top lists of institutions and subjects over a SELECT of communications with the entity's `_key`. */
export const topLists = (communications: string): Record<string, Section> => ({
  top_institutions: topOf('institution', 'institutions', 'Transport Canada (TC)', communications),
  top_subjects: topOf('subject', 'subject_list', 'Government Procurement', communications),
});
