/** Profile sections as SQL. */
import {ident} from '../../datasets/rules/sql.ts';
import {sqlType} from '../../datasets/rules/sql_types.ts';
import type {Section} from '../../datasets/types.ts';

/** Column that holds the key of a row's entity. */
export const SECTION_KEY = '_key';

/**
 * SELECT of the rows of all entities, with `_key` and `_position`, the number of the row in its entity, from
 * 1.
 */
export function sectionOfAll(section: Section): string {
  const {limit} = section;
  const order = orderOf(section);
  const within = order === undefined ? '' : ` ORDER BY ${order}`;
  const position = `row_number() OVER (PARTITION BY ${SECTION_KEY}${within})`;
  const first = limit === undefined ? '' : ` QUALIFY _position <= ${limit}`;
  return `SELECT ${SECTION_KEY}, ${position} AS _position, ${fields(section)} FROM (${section.sql})${first}`;
}

/** The declared order; ties are broken by all fields, so that only identical rows are interchangeable. */
export function orderOf({order, column}: Section): string | undefined {
  if (order === undefined) return undefined;
  return [order, ...Object.keys(column.fields ?? {}).map(ident)].join(', ');
}

/** The declared fields with their declared types. */
export function fields({column}: Section): string {
  return Object.entries(column.fields ?? {})
    .map(([name, field]) => `CAST(${ident(name)} AS ${sqlType(field)}) AS ${ident(name)}`)
    .join(', ');
}
