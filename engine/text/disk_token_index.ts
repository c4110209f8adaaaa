/** The inverted index of a table's tokens, whose rows are on disk. */
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {KeptTerms} from './kept_lists.ts';
import {TermDictionary} from './term_dictionary.ts';
import {TermRows, type TokenSource} from './term_rows.ts';
import {TokenLists} from './token_lists.ts';

export class DiskTokenIndex extends TermRows {
  /** `sections` are those of the index file, `onDisk` those of the `.found` file. */
  constructor(
    sections: Sections,
    onDisk: (name: string) => FileSection,
    family: TokenFamily,
    kept: KeptTerms = new KeptTerms(),
  ) {
    super(tokensOnDisk(sections, onDisk, family), kept.open());
  }
}

function tokensOnDisk(
  sections: Sections,
  onDisk: (name: string) => FileSection,
  family: TokenFamily,
): TokenSource {
  const names = SECTIONS.search.index(family);
  const tokens = new TokenLists(sections, onDisk, family);
  const substrings = new TermDictionary(sections, names.substrings, false);
  const [slots, counts] = [sections.u32(names.substring_slots), sections.u32(names.substring_counts)];
  return {
    containing: (text, scratch) => tokens.containing(text, scratch),
    equalTo: (text, scratch) => tokens.equalTo(text, scratch),
    ranges: (some, scratch) => tokens.ranges(some, scratch),
    lists: onDisk(names.lists.words),
    substring(text) {
      const [found, end] = substrings.equalTo(text);
      return found < end ? found : -1;
    },
    counts,
    slots,
    bitmaps: onDisk(names.bitmaps),
  };
}
