/** Spellings of federal institutions, and the value that records have for each. */
import type {Body} from './body_table.ts';
import {DEPARTMENTS} from './departments.ts';

/** The bilingual value of an institution, `English | Français`. */
export const titleOf = (institution: Body): string => `${institution.en} | ${institution.fr}`;

/** Every spelling of an institution -> its bilingual value; keys are not folded. */
export function departmentSpellings(): [string, string][] {
  return DEPARTMENTS.flatMap((one) =>
    [one.en, one.fr, titleOf(one), ...one.also].map((text): [string, string] => [text, titleOf(one)]),
  );
}
