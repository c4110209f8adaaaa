/** The substrings that get a bitmap, and their rows, against counting every substring of every token. */
import {describe, expect, test} from 'vitest';
import {StringArrayBuilder} from '../../../engine/text/string_array.ts';
import type {Selection} from '../../../engine/text/substring_choice.ts';
import {SubstringTree} from '../../../engine/text/substring_tree.ts';
import {seed} from '../../helpers/seed.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';

const ROWS = 200;

const next = seededRandom(seed);

interface Token {
  text: string;
  rows: number[];
}

/** Tokens of few different characters, so that most parts are in several and often twice in one. */
function someTokens(count: number, alphabet: readonly string[]): Token[] {
  const texts = new Set<string>();
  while (texts.size < count) {
    const length = 1 + Math.floor(next() * 9);
    texts.add(Array.from({length}, () => alphabet[Math.floor(next() * alphabet.length)]).join(''));
  }
  return [...texts].map((text) => {
    const rows = new Set(
      Array.from({length: 1 + Math.floor(next() ** 3 * 20)}, () => Math.floor(next() * ROWS)),
    );
    return {text, rows: [...rows].sort((a, b) => a - b)};
  });
}

const partsOf = (token: Buffer, longest: number): Set<string> => {
  const parts = new Set<string>();
  for (let from = 0; from < token.length; from++)
    for (let to = from + 1; to <= Math.min(token.length, from + longest); to++)
      parts.add(token.toString('latin1', from, to));
  return parts;
};

/** The rows of each chosen part, by its bytes. */
function expected(
  tokens: readonly Token[],
  {minShare, minPostings, most, longest}: Selection,
): Map<string, number[]> {
  const costs = new Map<string, {cost: number; rows: Set<number>}>();
  for (const {text, rows} of tokens) {
    for (const part of partsOf(Buffer.from(text), longest)) {
      const known = costs.get(part) ?? {cost: 0, rows: new Set()};
      costs.set(part, known);
      known.cost += rows.length;
      for (const row of rows) known.rows.add(row);
    }
  }
  const least = Math.max(ROWS * minShare, minPostings);
  const frequent = [...costs].filter(([, {cost}]) => cost > least).sort((a, b) => b[1].cost - a[1].cost);
  const cut = frequent[most]?.[1].cost ?? least;
  return new Map(
    frequent
      .filter(([, {cost}]) => cost > cut)
      .map(([part, {rows}]) => [part, [...rows].sort((a, b) => a - b)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function actual(tokens: readonly Token[], selection: Selection): Map<string, number[]> {
  const terms = new StringArrayBuilder('texts');
  const offsets = new Uint32Array(tokens.length + 1);
  for (const [i, {text, rows}] of tokens.entries()) {
    terms.add(Buffer.from(text));
    offsets[i + 1] = offsets[i]! + rows.length;
  }
  const addRows = (bitmap: Uint32Array, numbers: Uint32Array) => {
    expect(numbers).toEqual(Uint32Array.from(new Set(numbers)).sort());
    for (const number of numbers)
      for (const row of tokens[number]!.rows) bitmap[row >>> 5]! |= 1 << (row & 31);
  };
  const tree = new SubstringTree({terms: terms.build(), offsets, addRows}, ROWS, selection);
  const bitmaps = [...tree.bitmaps()];
  const rowsOf = (bitmap: Uint32Array) =>
    Array.from({length: ROWS}, (_, row) => row).filter((row) => (bitmap[row >>> 5]! >>> (row & 31)) & 1);
  const parts = tree.substrings.map(({bytes, slot, count}) => {
    const rows = rowsOf(bitmaps[slot]!);
    expect(count).toBe(rows.length);
    return [Buffer.from(bytes).toString('latin1'), rows] as const;
  });
  expect(new Set(bitmaps.map(String)).size, 'each set of rows has one bitmap').toBe(bitmaps.length);
  return new Map(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe.each([
  ['all that are frequent', {minShare: 0.1, minPostings: 3, most: 10_000, longest: Infinity}],
  ['the most frequent', {minShare: 0.01, minPostings: 3, most: 25, longest: Infinity}],
  ['short ones', {minShare: 0.05, minPostings: 3, most: 10_000, longest: 2}],
  ['few of many', {minShare: 0, minPostings: 0, most: 3, longest: 12}],
  ['none', {minShare: 100, minPostings: 3, most: 25, longest: 12}],
] satisfies [string, Selection][])('%s', (_, selection) => {
  test.each(['ab', '0123456789-', 'aé€😀b'])('of tokens of %s', (alphabet) => {
    for (const count of [1, 2, 30, 300]) {
      const tokens = someTokens(count, [...alphabet]);
      expect(actual(tokens, selection)).toEqual(expected(tokens, selection));
    }
  });
});

test('no tokens have no substrings', () => {
  expect(actual([], {minShare: 0, minPostings: 0, most: 5, longest: 12}).size).toBe(0);
});
