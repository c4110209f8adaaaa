/** What the profiles of lobbyists and clients share: top lists of their communications. */
import {detailColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {type Sql, sqlFile} from '../sql_file.ts';
import type {Section} from '../types.ts';

export const COUNT = detailColumn('integer', 'communications', 1, NOT_NULL);

/** Most items of a top list. */
export const TOP = 10;

/** The 10 most frequent items of a list column. */
function topOf(item: string, example: string, sql: Sql): Section {
  return {
    column: rowsColumn(`top 10 ${item}s of the communications, most frequent first`, {
      [item]: detailColumn('text', item, example, NOT_NULL),
      count: COUNT,
    }),
    sql,
    order: `count DESC, ${item}`,
    limit: TOP,
  };
}

/** Top lists of institutions and subjects over a SELECT of communications with the entity's `_key`. */
export const topLists = (communications: Sql): Record<string, Section> => ({
  top_institutions: topOf(
    'institution',
    'Transport Canada (TC)',
    sqlFile('datasets/derived/lobbying.top_institutions.sql', {communications}),
  ),
  top_subjects: topOf(
    'subject',
    'Government Procurement',
    sqlFile('datasets/derived/lobbying.top_subjects.sql', {communications}),
  ),
});
