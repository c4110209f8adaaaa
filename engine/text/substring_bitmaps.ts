/**
 * Writes bitmaps of the rows of substrings that very many tokens or rows have: a query reads one bitmap
 * instead of uniting the lists of thousands of tokens.
 */
import type {FileSection} from '../file/file_section.ts';
import type {IndexWriter} from '../file/index_file.ts';
import type {SECTIONS} from '../file/section_names.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {addListTo, bitmapLength, maxWordsOf} from '../rowset/stored_list.ts';
import type {OrderedTokens} from './row_tokens.ts';
import {StringArrayBuilder} from './string_array.ts';
import {chooseSubstrings, type Selection, type SubstringTrie} from './substring_choice.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';

/** Reading another list takes as long as so many more rows of one. */
const ROWS_PER_LIST = 64;

/** Most are shorter than four bytes; a year and its hyphen have five. */
const [MAX_SUBSTRINGS, MAX_LENGTH] = [256, 5];

/** A bitmap is worth reading instead of rows for a quarter of the table. */
const selectionOf = (rows: number): Selection => ({
  minCost: Math.max(rows / 4, 1 << 13),
  maxCount: MAX_SUBSTRINGS,
  maxLength: MAX_LENGTH,
});

/** Words of lists that are read at once. */
const BUFFER_WORDS = 1 << 18;
/** Words of the bitmaps that are made at once. */
const BITMAP_WORDS = 1 << 24;

/** The lists of all tokens in a file, and the word at which each begins, and one more. */
export interface WrittenLists {
  starts: Uint32Array;
  lists: FileSection;
}

/**
 * Writes the substrings of tokens of a table with so many rows, whose lists are already written: they are
 * read back.
 */
export function writeSubstringBitmaps(
  index: IndexWriter,
  onDisk: IndexWriter,
  names: ReturnType<typeof SECTIONS.search.index>,
  tokens: OrderedTokens,
  written: WrittenLists,
  rows: number,
): void {
  const {terms, offsets} = tokens;
  const costs = offsets.map((offset, token) => offset + token * ROWS_PER_LIST);
  const trie = chooseSubstrings({terms, costs}, selectionOf(rows));
  const counts: number[] = [];
  onDisk.writeChunks(names.bitmaps, 'u32', bitmapsOf(trie, tokens, written, rows, counts));
  const substrings = new StringArrayBuilder('frequent substrings');
  for (const bytes of trie.substrings.slice(1)) substrings.add(bytes);
  writeTermDictionary(index, names.substrings, substrings.build(), false);
  index.write(names.substring_counts, Uint32Array.from(counts));
}

/** The bitmap of each substring in turn; adds the number of its rows to `counts`. */
function* bitmapsOf(
  trie: SubstringTrie,
  tokens: OrderedTokens,
  written: WrittenLists,
  rows: number,
  counts: number[],
): Generator<Uint32Array> {
  const atOnce = Math.max(1, Math.floor(BITMAP_WORDS / Math.max(1, bitmapLength(rows))));
  for (let first = 1; first < trie.substrings.length; first += atOnce) {
    const end = Math.min(first + atOnce, trie.substrings.length);
    const bitmaps = Array.from({length: end - first}, () => Bitmap.empty(rows));
    addTokens(bitmaps, first, trie, tokens, written, rows);
    for (const bitmap of bitmaps) {
      counts.push(bitmap.count());
      yield bitmap.words;
    }
  }
}

/**
 * Adds the rows of every token to the bitmaps of the substrings it contains, which are numbered from `first`
 * on.
 */
function addTokens(
  bitmaps: readonly Bitmap[],
  first: number,
  trie: SubstringTrie,
  {terms, offsets}: OrderedTokens,
  {starts, lists}: WrittenLists,
  rows: number,
): void {
  const tokens = offsets.length - 1;
  const buffer = new Uint32Array(Math.max(BUFFER_WORDS, maxWordsOf(rows)));
  const seen = new Uint32Array(trie.substrings.length);
  for (let next = 0; next < tokens; ) {
    const begin = starts[next]!;
    let end = next + 1;
    while (end < tokens && starts[end + 1]! - begin <= buffer.length) end++;
    lists.read(begin, starts[end]!, buffer);
    for (let token = next; token < end; token++) {
      const count = offsets[token + 1]! - offsets[token]!;
      const list = buffer.subarray(starts[token]! - begin, starts[token + 1]! - begin);
      const text = terms.bytes.subarray(terms.offsets[token], terms.offsets[token + 1]);
      forEachSubstring(text, trie, (number) => {
        const bitmap = bitmaps[number - first];
        if (!bitmap || seen[number] === token + 1) return;
        seen[number] = token + 1;
        addListTo(bitmap, list, count, rows);
      });
    }
    next = end;
  }
}

/** Visits the numbers of the chosen substrings of a text, each as often as it occurs. */
function forEachSubstring(
  text: Uint8Array,
  {children}: SubstringTrie,
  visit: (number: number) => void,
): void {
  for (let begin = 0; begin < text.length; begin++) {
    let number = 0;
    for (let at = begin; at < text.length; at++) {
      number = children[number * 256 + text[at]!]!;
      if (number === 0) break;
      visit(number);
    }
  }
}
