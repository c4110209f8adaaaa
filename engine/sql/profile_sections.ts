/** Sections of profiles as SQL: of one entity, and of all of them for the compiler. */
import {ident} from '../../datasets/rules/sql.ts';
import {sqlType} from '../../datasets/rules/sql_types.ts';
import type {Section} from '../../datasets/types.ts';

/** Field beside those of the section: the key of the entity that a row belongs to. */
export const SECTION_KEY = '_key';

/** The rows of the entity with the key `$key`, in order; their fields are those of the section. */
export function sectionOfOne(section: Section): string {
  const {limit} = section;
  const order = orderOf(section);
  return [
    `SELECT ${fields(section)} FROM (${section.sql}) WHERE ${SECTION_KEY} = $key`,
    ...(order === undefined ? [] : [`ORDER BY ${order}`]),
    ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
  ].join(' ');
}

/** The rows of all entities with `_key` and `_place`, the number of the row among those of its entity, from 1. */
export function sectionOfAll(section: Section): string {
  const {limit} = section;
  const order = orderOf(section);
  const within = order === undefined ? '' : ` ORDER BY ${order}`;
  const place = `row_number() OVER (PARTITION BY ${SECTION_KEY}${within})`;
  const first = limit === undefined ? '' : ` QUALIFY _place <= ${limit}`;
  return `SELECT ${SECTION_KEY}, ${place} AS _place, ${fields(section)} FROM (${section.sql})${first}`;
}

/** The declared order, and where rows are alike in it that of their fields: only what is the same may change places. */
export function orderOf({order, column}: Section): string | undefined {
  if (order === undefined) return undefined;
  return [order, ...Object.keys(column.fields ?? {}).map(ident)].join(', ');
}

/** The declared fields with their declared types. */
function fields({column}: Section): string {
  return Object.entries(column.fields ?? {})
    .map(([name, field]) => `CAST(${ident(name)} AS ${sqlType(field)}) AS ${ident(name)}`)
    .join(', ');
}
