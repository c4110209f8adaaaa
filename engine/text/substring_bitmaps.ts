/**
 * Writes bitmaps of the rows of substrings that occur in very many rows: a query reads one bitmap instead of uniting
 * the postings of thousands of tokens. Two selections: the in-memory index keeps few substrings of up to three bytes,
 * those on disk many of nearly any length.
 */
import type {FileSection} from '../file/file_section.ts';
import type {IndexWriter} from '../file/index_file.ts';
import type {Postings} from '../file/postings.ts';
import {SECTIONS, substringKey, type TokenFamily} from '../file/section_names.ts';
import {addListTo, bitmapLength, maxWordsOf, setRows} from '../rowset/stored_list.ts';
import type {OrderedTokens} from './row_tokens.ts';
import {type StringArray, StringArrayBuilder} from './string_array.ts';
import type {Selection} from './substring_choice.ts';
import {countRows, SubstringTree} from './substring_tree.ts';
import {type Trigrams, writeTermDictionary} from './term_dictionary_writer.ts';

/** In memory: a substring needs postings for more than this share of all rows. */
const MEMORY_MIN_SHARE = 0.25;

/** In memory: most substrings, those with the most postings. */
const MEMORY_MAX_SUBSTRINGS = 96;

/** The rows of each token. */
type Lists = Pick<Postings, 'offsets' | 'rows'>;

interface ShortSubstring {
  bytes: Uint8Array;
  /** See `substringKey`. */
  key: number;
  /** Range of the trigrams that start with it. */
  from: number;
  to: number;
  /** Postings of all its tokens, repeats included: the cost of a query without the bitmap. */
  cost: number;
}

/** Short substrings in the order of their keys, with the bitmaps of their rows one after the other. */
interface ShortBitmaps {
  substrings: ShortSubstring[];
  counts: number[];
  bitmaps: Uint32Array;
}

/** The bitmaps of the short substrings with the most postings. */
function shortBitmaps(trigrams: Trigrams, postings: Lists, rows: number): ShortBitmaps {
  const substrings = shortSubstrings(trigrams, postings)
    .filter(({cost}) => cost > rows * MEMORY_MIN_SHARE)
    .sort((a, b) => b.cost - a.cost || a.key - b.key)
    .slice(0, MEMORY_MAX_SUBSTRINGS)
    .sort((a, b) => a.key - b.key);
  const length = bitmapLength(rows);
  const bitmaps = new Uint32Array(substrings.length * length);
  const counts = substrings.map(({from, to}, i) => {
    const bitmap = bitmaps.subarray(i * length, (i + 1) * length);
    for (let at = trigrams.offsets[from]!; at < trigrams.offsets[to]!; at++) {
      const token = trigrams.ordinals[at]!;
      setRows(bitmap, postings.rows, postings.offsets[token]!, postings.offsets[token + 1]!);
    }
    return countRows(bitmap);
  });
  return {substrings, counts, bitmaps};
}

/** Writes the bitmaps of the in-memory token index. */
export function writeSubstringBitmaps(
  index: IndexWriter,
  trigrams: Trigrams,
  postings: Lists,
  rows: number,
): void {
  const {substrings, counts, bitmaps} = shortBitmaps(trigrams, postings, rows);
  const names = SECTIONS.substrings;
  index.write(
    names.keys,
    Uint32Array.from(substrings, ({key}) => key),
  );
  index.write(names.counts, Uint32Array.from(counts));
  index.write(names.bitmaps, bitmaps);
}

/** Every substring of one, two and three bytes that starts a trigram. */
function shortSubstrings({trigrams, offsets, ordinals}: Trigrams, postings: Lists): ShortSubstring[] {
  const costs = Array.from(trigrams, (_, trigram) => {
    let cost = 0;
    for (let i = offsets[trigram]!; i < offsets[trigram + 1]!; i++) {
      // A token that has the trigram twice is listed twice.
      if (i > offsets[trigram]! && ordinals[i] === ordinals[i - 1]) continue;
      cost += postings.offsets[ordinals[i]! + 1]! - postings.offsets[ordinals[i]!]!;
    }
    return cost;
  });
  return [1, 2, 3].flatMap((length) => {
    const substrings: ShortSubstring[] = [];
    for (let from = 0; from < trigrams.length; ) {
      const bytes = prefixOf(trigrams[from]!, length);
      let to = from;
      let cost = 0;
      for (; to < trigrams.length && equalBytes(prefixOf(trigrams[to]!, length), bytes); to++) {
        cost += costs[to]!;
      }
      // Zeros pad the trigrams at the end of a token: they are not part of it.
      if (bytes[length - 1] !== 0) substrings.push({bytes, key: substringKey(bytes), from, to, cost});
      from = to;
    }
    return substrings;
  });
}

const prefixOf = (trigram: number, length: number): Uint8Array =>
  Uint8Array.of(trigram >>> 16, (trigram >>> 8) & 255, trigram & 255).subarray(0, length);

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => a.every((byte, i) => byte === b[i]);

/** On disk: a token of texts has many rows, so that few lists are united without a bitmap. */
const FOUND: Selection = {minShare: 0.125, minPostings: 1 << 12, most: 1024, longest: Infinity};

/**
 * On disk, of further columns: most of their tokens are numbers, each in one row, so that a list is read for every posting, which takes as
 * long as uniting so many rows of one list. A bitmap of a bit for each row is the cost of a substring; parts as long as a year are asked for.
 */
const FURTHER: Selection = {minShare: 1 / 2, minPostings: 1 << 14, most: 448, longest: 5};
const ROWS_PER_LIST = 64;

/** Words that are read at once. */
const BUFFER_WORDS = 1 << 18;

/** The lists of tokens in a file, and where each begins in words, and one more. */
export interface FileLists {
  starts: Uint32Array;
  lists: FileSection;
}

/** Writes the bitmaps of the on-disk token index, whose lists are already written: they are read back. */
export function writeDiskSubstringBitmaps(
  index: IndexWriter,
  onDisk: IndexWriter,
  {terms, offsets}: OrderedTokens,
  written: FileLists,
  rows: number,
): void {
  const buffer = new Uint32Array(Math.max(BUFFER_WORDS, maxWordsOf(rows)));
  const addRows = (bitmap: Uint32Array, tokens: Uint32Array) =>
    addFileRows(bitmap, tokens, {...written, offsets, rows, buffer});
  writeTree(index, onDisk, 'found', new SubstringTree({terms, offsets, addRows}, rows, FOUND));
}

/** Writes the bitmaps of the token index of further columns. */
export function writeFurtherSubstringBitmaps(
  index: IndexWriter,
  onDisk: IndexWriter,
  terms: StringArray,
  postings: Lists,
  rows: number,
): void {
  const {offsets} = postings;
  const addRows = (bitmap: Uint32Array, tokens: Uint32Array) => {
    for (const token of tokens) setRows(bitmap, postings.rows, offsets[token]!, offsets[token + 1]!);
  };
  const costs = offsets.map((offset, token) => offset + token * ROWS_PER_LIST);
  writeTree(index, onDisk, 'further', new SubstringTree({terms, offsets: costs, addRows}, rows, FURTHER));
}

function writeTree(index: IndexWriter, onDisk: IndexWriter, family: TokenFamily, tree: SubstringTree): void {
  const names = SECTIONS.search.index(family);
  onDisk.writeChunks(names.bitmaps, 'u32', tree.bitmaps());
  const {substrings} = tree;
  substrings.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const terms = new StringArrayBuilder();
  for (const {bytes} of substrings) terms.add(bytes);
  writeTermDictionary(index, names.substrings, terms.build(), false);
  index.write(
    names.substring_slots,
    Uint32Array.from(substrings, ({slot}) => slot),
  );
  index.write(
    names.substring_counts,
    Uint32Array.from(substrings, ({count}) => count),
  );
}

/** How the rows of tokens are read back. */
interface FileRows extends FileLists {
  offsets: Uint32Array;
  rows: number;
  /** Has room for the longest list. */
  buffer: Uint32Array;
}

/** Adds the rows of some ascending tokens. */
function addFileRows(
  bitmap: Uint32Array,
  tokens: Uint32Array,
  {starts, lists, offsets, rows, buffer}: FileRows,
): void {
  for (let next = 0; next < tokens.length; ) {
    const [first, from, to]: [number, number[], number[]] = [next, [], []];
    let length = 0;
    for (; next < tokens.length; next++) {
      const [begin, end] = [starts[tokens[next]!]!, starts[tokens[next]! + 1]!];
      if (length + end - begin > buffer.length) break;
      from.push(begin);
      to.push(end);
      length += end - begin;
    }
    lists.readRanges(from, to, from.length, buffer);
    let at = 0;
    for (let i = first; i < next; i++) {
      const list = buffer.subarray(at, at + to[i - first]! - from[i - first]!);
      addListTo(bitmap, list, offsets[tokens[i]! + 1]! - offsets[tokens[i]!]!, rows);
      at += list.length;
    }
  }
}
