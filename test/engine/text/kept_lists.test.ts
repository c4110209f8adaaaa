/** Lists of terms that were searched last: those used last stay, in all no more than a bound. */
import {expect, test} from 'vitest';
import {KeptTerms} from '../../../engine/text/kept_lists.ts';
import type {TokenRanges} from '../../../engine/text/token_lists.ts';

/** The ranges of one list of so many words. */
const rangesOf = (words: number): TokenRanges => ({
  begins: Uint32Array.of(0),
  ends: Uint32Array.of(words),
  rows: Uint32Array.of(2 * words),
  count: 1,
  length: 2 * words,
  words,
});

/** A sixteenth of what a thread keeps of a build, and a little less. */
const LONG = (6 << 20) / 16;

test('what is found of a term is kept for its index alone', () => {
  const all = new KeptTerms();
  const [one, other] = [all.open(), all.open()];
  const ranges = rangesOf(10);
  const found = one.put('word', ranges, [{form: 'blocks', at: 0, count: 20}]);
  expect(one.get('word')).toBe(found);
  expect(other.get('word')).toBeNull();
  // Memory that is used again does not change it.
  ranges.begins[0] = 7;
  expect(found.ranges.begins[0]).toBe(0);
  expect([found.rows, found.length, found.isOne, found.isKept, found.words]).toEqual([
    20,
    10,
    true,
    true,
    null,
  ]);
  expect(one.putPrepared('wide', 3).prepared).toBe(3);
  expect(one.get('wide')?.prepared).toBe(3);
});

test('all that is kept is let go at once, and room is there again', () => {
  const all = new KeptTerms();
  const [one, other] = [all.open(), all.open()];
  const most = 15;
  for (let turn = 0; turn < 3; turn++) {
    for (let n = 0; n < most; n++) one.put(`word ${n}`, rangesOf(LONG - 100), []);
    other.put('word', rangesOf(10), []);
    expect([one.get('word 0') === null, one.get(`word ${most - 1}`) === null]).toEqual([false, false]);
    all.clear();
    expect([one.get('word 0'), other.get('word')]).toEqual([null, null]);
  }
});

test('lists that are a large part of all are not kept', () => {
  const lists = new KeptTerms().open();
  expect(lists.put('long', rangesOf(LONG), []).isKept).toBe(false);
  expect(lists.get('long')).toBeNull();
});

test('those asked for longest ago are let go, of any index', () => {
  const all = new KeptTerms();
  const [first, second] = [all.open(), all.open()];
  first.put('asked', rangesOf(LONG / 2), []);
  first.put('forgotten', rangesOf(LONG / 2), []);
  let kept = 0;
  for (let i = 0; i < 100; i++) {
    second.put(`w${i}`, rangesOf(LONG / 2), []);
    expect(first.get('asked'), `after ${i}`).not.toBeNull();
  }
  for (let i = 0; i < 100; i++) if (second.get(`w${i}`)) kept++;
  expect(first.get('forgotten')).toBeNull();
  expect(second.get('w99')).not.toBeNull();
  // Never more than the bound, and no less than what is left when some were let go.
  expect(kept).toBeLessThanOrEqual(31);
  expect(kept).toBeGreaterThanOrEqual(20);
});

test('builds do not take the place of one another', () => {
  const [before, after] = [new KeptTerms().open(), new KeptTerms().open()];
  before.put('word', rangesOf(10), []);
  for (let i = 0; i < 100; i++) after.put(`w${i}`, rangesOf(LONG / 2), []);
  expect(before.get('word')).not.toBeNull();
});
