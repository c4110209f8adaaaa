/** A profile section of one entity as SQL. */
import type {Section} from '../../datasets/types.ts';
import {fields, orderOf, SECTION_KEY} from '../../engine/sql/profile_sections.ts';

/** SELECT of the rows of the entity with the key `$key`, in order, with the fields of the section. */
export function sectionOfOne(section: Section): string {
  const {limit} = section;
  const order = orderOf(section);
  return [
    `SELECT ${fields(section)} FROM (${section.sql}) WHERE ${SECTION_KEY} = $key`,
    ...(order === undefined ? [] : [`ORDER BY ${order}`]),
    ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
  ].join(' ');
}
