/** Which sections of an index file stay there when it is loaded, to be read by position. */
import type {Section} from './index_file.ts';
import {SECTIONS} from './section_names.ts';
import type {TableLayout} from './table_layout.ts';

/** The lists of tokens, and the bitmaps of what many of them contain. */
const TOKEN_LISTS = [SECTIONS.token_postings.words, SECTIONS.substrings.bitmaps];

/**
 * The sections of a file, those marked that stay: what its writer meant to, and of some tables the lists of tokens. One that is stored
 * once with an equal section that is read to memory is, too.
 */
export function withStaying(
  sections: readonly Section[],
  {tokensStay}: Pick<TableLayout, 'tokensStay'>,
): Section[] {
  const lists: readonly string[] = tokensStay ? TOKEN_LISTS : [];
  // An empty section begins where the next one does.
  const others = sections.filter(({name, length}) => length > 0 && !lists.includes(name));
  const inMemory = new Set(others.map(({offset}) => offset));
  return sections.map((section) =>
    lists.includes(section.name) && !inMemory.has(section.offset) ? {...section, stays: true} : section,
  );
}
