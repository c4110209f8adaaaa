/** The substrings that get a bitmap, against counting every substring of every token. */
import {describe, expect, test} from 'vitest';
import {StringArrayBuilder} from '../../../engine/text/string_array.ts';
import {chooseSubstrings, type Selection} from '../../../engine/text/substring_choice.ts';
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

/** The chosen parts. */
function expected(tokens: readonly Token[], {minCost, maxCount, maxLength}: Selection): string[] {
  const costs = new Map<string, number>();
  for (const {text, rows} of tokens)
    for (const part of partsOf(Buffer.from(text), maxLength))
      costs.set(part, (costs.get(part) ?? 0) + rows.length);
  const frequent = [...costs].filter(([, cost]) => cost > minCost).sort((a, b) => b[1] - a[1]);
  const cut = frequent[maxCount]?.[1] ?? minCost;
  return frequent.flatMap(([part, cost]) => (cost > cut ? [part] : [])).sort();
}

function actual(tokens: readonly Token[], selection: Selection): string[] {
  const terms = new StringArrayBuilder('texts');
  const costs = new Uint32Array(tokens.length + 1);
  for (const [i, {text, rows}] of tokens.entries()) {
    terms.add(Buffer.from(text));
    costs[i + 1] = costs[i]! + rows.length;
  }
  const {substrings, children} = chooseSubstrings({terms: terms.build(), costs}, selection);
  for (const [number, bytes] of substrings.entries()) {
    const walked = bytes.reduce((node, byte) => children[node * 256 + byte]!, 0);
    expect(walked, 'each is reached by its bytes').toBe(number);
  }
  return substrings.slice(1).map((bytes) => Buffer.from(bytes).toString('latin1'));
}

describe.each([
  ['all that are frequent', {minCost: 20, maxCount: 10_000, maxLength: 20}],
  ['the most frequent', {minCost: 3, maxCount: 25, maxLength: 20}],
  ['short ones', {minCost: 10, maxCount: 10_000, maxLength: 2}],
  ['few of many', {minCost: 0, maxCount: 3, maxLength: 12}],
  ['none', {minCost: 20_000, maxCount: 25, maxLength: 12}],
] satisfies [string, Selection][])('%s', (_, selection) => {
  test.each(['ab', '0123456789-', 'aé€😀b'])('of tokens of %s', (alphabet) => {
    for (const count of [1, 2, 30, 300]) {
      const tokens = someTokens(count, [...alphabet]);
      expect(actual(tokens, selection)).toEqual(expected(tokens, selection));
    }
  });
});

test('no tokens have no substrings', () => {
  expect(actual([], {minCost: 0, maxCount: 5, maxLength: 12})).toEqual([]);
});
