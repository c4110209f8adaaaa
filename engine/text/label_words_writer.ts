/** Writes what suggestions read: the words of a table's labels, and the labels with each. */
import {GrowableUint32} from '../file/growable.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {collectPostings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import {bitAt} from '../rowset/bitmap.ts';
import {type StringArray, sortStrings, stringAt, stringsOf} from './string_array.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';
import {TextTable} from './text_table.ts';
import {tokensByValue, type ValueTokens} from './tokens.ts';

/** Labels by ordinal, and the ordinal of each row; the number of labels for none. */
export interface RowLabels {
  folded: StringArray;
  ordinals: Uint32Array;
}

/** A group of the search: a bitmap of the rows that belong to it, or null where all do. */
export interface LabelGroup {
  name: string;
  rows: Uint32Array | null;
}

/** A letter or digit that follows something else. */
const WORD_BEGINS = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu;

/** What is typed may begin a token, or a word inside it: `o'brien` is found by `brien` too. */
function wordsOf(token: string): string[] {
  const begins = [...token.matchAll(WORD_BEGINS)].map(({index}) => index);
  return [...new Set([0, ...begins])].map((begin) => token.slice(begin));
}

/**
 * Writes the words, and for each group its labels in the order of the first row of each; `rows` are all in
 * that order.
 */
export function writeLabelWords(
  index: IndexWriter,
  labels: RowLabels,
  groups: readonly LabelGroup[],
  rows: Iterable<number>,
): void {
  const {terms, byLabel} = sortedWords(labels.folded);
  const names = SECTIONS.search.label_words;
  writeTermDictionary(index, names.words, terms, false);
  const [order, distinct] = [Uint32Array.from(rows), distinctTexts(labels.folded)];
  for (const group of groups) {
    const {firsts, ordinals} = firstRows(labels.ordinals, distinct, group, order);
    const of = names.group(group.name);
    const postings = collectPostings(terms.offsets.length - 1, (onPair) => {
      // By word: one more than the last label that has it.
      const seen = new Uint32Array(terms.offsets.length);
      for (let place = 0; place < ordinals.length; place++) {
        const label = ordinals[place]!;
        for (let i = byLabel.offsets[label]!; i < byLabel.offsets[label + 1]!; i++) {
          const word = byLabel.tokens[i]!;
          if (seen[word] === place + 1) continue;
          seen[word] = place + 1;
          onPair(word, place);
        }
      }
    });
    index.write(of.offsets, postings.offsets);
    index.write(of.places, postings.rows);
    index.write(of.labels, ordinals);
    index.write(of.rows, firsts);
  }
}

/** The words of all labels in their order, and those of each label. */
function sortedWords(folded: StringArray): {terms: StringArray; byLabel: ValueTokens} {
  const known = new TextTable('tokens of labels');
  const {offsets, tokens} = tokensByValue(folded, known);
  const texts = known.texts();
  const words = new TextTable('words of labels');
  const ofToken = Array.from({length: known.count}, (_, token) =>
    wordsOf(stringAt(texts, token)).map((word) => {
      const bytes = Buffer.from(word);
      return words.numberOf(bytes, 0, bytes.length);
    }),
  );
  const all = words.texts();
  const sorted = sortStrings(all);
  const ordinalOf = new Uint32Array(words.count);
  for (const [ordinal, word] of sorted.entries()) ordinalOf[word] = ordinal;
  const byLabel = new GrowableUint32();
  const ends = new Uint32Array(offsets.length);
  for (let label = 0; label + 1 < offsets.length; label++) {
    for (let i = offsets[label]!; i < offsets[label + 1]!; i++) {
      for (const word of ofToken[tokens[i]!]!) byLabel.push(ordinalOf[word]!);
    }
    ends[label + 1] = byLabel.length;
  }
  return {terms: stringsOf(all, sorted), byLabel: {offsets: ends, tokens: byLabel.toArray()}};
}

/** By ordinal of a label: the number of its folded text, which labels of another spelling share. */
function distinctTexts({bytes, offsets}: StringArray): Uint32Array {
  const numbers = new Uint32Array(offsets.length - 1);
  const textOf = (label: number): Uint8Array => bytes.subarray(offsets[label], offsets[label + 1]);
  for (let label = 1; label < numbers.length; label++) {
    const isSame = Buffer.compare(textOf(label), textOf(label - 1)) === 0;
    numbers[label] = numbers[label - 1]! + Number(!isSame);
  }
  return numbers;
}

/** The first row of each distinct label of a group, in the order given, and the ordinal of its label. */
function firstRows(
  ordinals: Uint32Array,
  distinct: Uint32Array,
  {rows: members}: LabelGroup,
  order: Uint32Array,
): {firsts: Uint32Array; ordinals: Uint32Array} {
  const seen = new Uint8Array(distinct.length);
  const [firsts, labels] = [new GrowableUint32(), new GrowableUint32()];
  for (const row of order) {
    const label = ordinals[row]!;
    if (label >= distinct.length || seen[distinct[label]!] === 1) continue;
    if (members && bitAt(members, row) === 0) continue;
    seen[distinct[label]!] = 1;
    firsts.push(row);
    labels.push(label);
  }
  return {firsts: firsts.toArray(), ordinals: labels.toArray()};
}
