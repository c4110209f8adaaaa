/**
 * Writes the inverted index of the tokens of a table: a dictionary of the tokens, the rows of each, and
 * bitmaps of frequent substrings.
 */
import {closeSync, openSync} from 'node:fs';
import {FileSection} from '../file/file_section.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {uncheckedFile} from '../file/open_file.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {Section} from '../file/sections.ts';
import {formOf, wordsOf, writeList} from '../rowset/stored_list.ts';
import type {OrderedTokens, RowTokens} from './row_tokens.ts';
import {writeSubstringBitmaps} from './substring_bitmaps.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';

/**
 * Writes the tokens of a table with so many rows: small tables by which they are read to `index`, the rest to
 * `onDisk`, whose file is at `path`.
 */
export function writeTokenIndex(
  index: IndexWriter,
  onDisk: IndexWriter,
  family: TokenFamily,
  tokens: RowTokens,
  rows: number,
  path: string,
): void {
  const names = SECTIONS.search.index(family);
  const ordered = tokens.ordered();
  // Words of texts are few and are held in memory; numbers are nearly as many as rows.
  writeTermDictionary(index, names.tokens, ordered.terms, true, family === 'found' ? 'nothing' : 'terms');
  const {starts, section} = writeLists(index, onDisk, family, ordered, tokens.postings(ordered), rows);
  const fd = openSync(path, 'r');
  try {
    const lists = new FileSection(uncheckedFile(fd, path), section);
    writeSubstringBitmaps(index, onDisk, names, ordered, {starts, lists}, rows);
  } finally {
    closeSync(fd);
  }
}

/**
 * Writes the lists of all tokens, whose rows come in parts of whole tokens; gives where each begins, in
 * words, and one more.
 */
function writeLists(
  index: IndexWriter,
  onDisk: IndexWriter,
  family: TokenFamily,
  {offsets}: OrderedTokens,
  parts: Iterable<Uint32Array>,
  rows: number,
): {starts: Uint32Array; section: Section} {
  const {lists} = SECTIONS.search.index(family);
  const tokens = offsets.length - 1;
  const starts = new Uint32Array(tokens + 1);
  let [single, listed] = [0, 0];
  for (let token = 0; token < tokens; token++) {
    const count = offsets[token + 1]! - offsets[token]!;
    if (count === 1) single++;
    if (formOf(count, rows) === 'listed') listed++;
    starts[token + 1] = starts[token]! + wordsOf(count, rows);
  }
  const offset = onDisk.writeChunks(lists.words, 'u32', encoded(offsets, starts, parts, rows));
  index.write(lists.starts, starts.subarray(listed));
  index.write(lists.offsets, offsets.subarray(single));
  return {starts, section: {name: lists.words, type: 'u32', offset, length: starts[tokens]!}};
}

function* encoded(
  offsets: Uint32Array,
  starts: Uint32Array,
  parts: Iterable<Uint32Array>,
  rows: number,
): Generator<Uint32Array> {
  let token = 0;
  for (const part of parts) {
    const first = token;
    const begin = offsets[first]!;
    while (token + 1 < offsets.length && offsets[token + 1]! - begin <= part.length) token++;
    const words = new Uint32Array(starts[token]! - starts[first]!);
    for (let i = first; i < token; i++) {
      const list = part.subarray(offsets[i]! - begin, offsets[i + 1]! - begin);
      writeList(list, rows, words.subarray(starts[i]! - starts[first]!, starts[i + 1]! - starts[first]!));
    }
    yield words;
  }
}
