/** The tokens of an inverted index whose rows are on disk: which contain a text, and where the rows of each begin and end. */
import type {ByteSource} from '../file/byte_source.ts';
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {DiskTermDictionary} from './disk_term_dictionary.ts';
import {TermDictionary} from './term_dictionary.ts';

export interface TokenLists {
  /** Ordinals of the tokens that contain a text, each once; ascending where it has three bytes or more. */
  containing(text: Buffer, scratch: Scratch): Uint32Array;
  /** Puts where the rows of some ascending tokens begin and end into two arrays that are as long. */
  ranges(tokens: Uint32Array, begins: Uint32Array, ends: Uint32Array, scratch: Scratch): void;
}

/** Words of texts are few and are kept in memory; numbers are nearly as many as rows and stay on disk. */
export const openTokenLists = (
  sections: Sections,
  onDisk: (name: string) => FileSection,
  family: TokenFamily,
): TokenLists =>
  family === 'found' ? new ListsInMemory(sections, family) : new ListsOnDisk(sections, onDisk, family);

class ListsInMemory implements TokenLists {
  readonly #terms: TermDictionary;
  readonly #offsets: Uint32Array;
  readonly #source: ByteSource;

  constructor(sections: Sections, family: TokenFamily) {
    const {tokens} = SECTIONS.search.index(family);
    this.#terms = new TermDictionary(sections, tokens, true);
    this.#offsets = sections.u32(SECTIONS.postings(tokens).offsets);
    this.#source = sections.source;
  }

  containing(text: Buffer, scratch: Scratch): Uint32Array {
    return this.#terms.containing(text, scratch);
  }

  ranges(tokens: Uint32Array, begins: Uint32Array, ends: Uint32Array): void {
    const offsets = this.#offsets;
    if (!this.#source.complete) {
      for (const token of tokens) this.#source.request(offsets, token, token + 2);
      this.#source.fetch();
    }
    for (let i = 0; i < tokens.length; i++) {
      begins[i] = offsets[tokens[i]!]!;
      ends[i] = offsets[tokens[i]! + 1]!;
    }
  }
}

class ListsOnDisk implements TokenLists {
  readonly #terms: DiskTermDictionary;
  readonly #offsets: FileSection;

  constructor(sections: Sections, onDisk: (name: string) => FileSection, family: TokenFamily) {
    const {tokens} = SECTIONS.search.index(family);
    this.#terms = new DiskTermDictionary(sections, onDisk, tokens);
    this.#offsets = onDisk(SECTIONS.postings(tokens).offsets);
  }

  containing(text: Buffer, scratch: Scratch): Uint32Array {
    return this.#terms.containing(text, scratch);
  }

  ranges(tokens: Uint32Array, begins: Uint32Array, ends: Uint32Array, scratch: Scratch): void {
    const count = tokens.length;
    const [to, pairs] = [scratch.u32(count), scratch.u32(count * 2)];
    for (let i = 0; i < count; i++) to[i] = tokens[i]! + 2;
    this.#offsets.readRanges(tokens, to, count, pairs);
    for (let i = 0; i < count; i++) {
      begins[i] = pairs[i * 2]!;
      ends[i] = pairs[i * 2 + 1]!;
    }
  }
}
