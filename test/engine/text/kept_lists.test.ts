/** Lists of terms that were searched last: those used last stay, in all no more than a bound, and none takes the place of another in use. */
import {expect, test} from 'vitest';
import {KeptTerms, type TermLists} from '../../../engine/text/kept_lists.ts';
import {MOST_TOGETHER, SEGMENT} from '../../../engine/text/list_arena.ts';
import type {TokenRanges} from '../../../engine/text/token_lists.ts';

const ROWS = 1000;

/** The ranges of so many lists that have so many words in all. */
const rangesOf = (words: number, count = 1): TokenRanges => ({
  begins: new Uint32Array(count),
  ends: new Uint32Array(count).fill(words),
  rows: new Uint32Array(count).fill(2 * words),
  count,
  length: 2 * words,
  words,
});

/** A term with so many words that has a place, where its number is written. */
function placed(all: KeptTerms, number: number, words: number): TermLists {
  const lists = all.open();
  const term = lists.put('word', rangesOf(words), []);
  lists.place(term, all.arena.program(ROWS), (target) => target.fill(number));
  return term;
}

/** Whether the lists of a term are where they were written. */
function holds(all: KeptTerms, {place, length}: TermLists, number: number): boolean {
  if (place === null) return false;
  return all.arena
    .program(ROWS)
    .elements.subarray(place, place + length)
    .every((one) => one === number);
}

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
  expect([found.rows, found.length, found.isOne, found.isKept, found.place]).toEqual([
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
  for (let turn = 0; turn < 3; turn++) {
    for (let n = 0; n < 15; n++) one.put(`word ${n}`, rangesOf(SEGMENT), []);
    other.put('word', rangesOf(10), []);
    expect([one.get('word 0') === null, one.get('word 14') === null]).toEqual([false, false]);
    const term = placed(all, 1, SEGMENT);
    expect(holds(all, term, 1)).toBe(true);
    all.clear();
    expect([one.get('word 0'), other.get('word'), term.place]).toEqual([null, null, null]);
  }
});

test('terms with very long lists or very many are not kept', () => {
  const lists = new KeptTerms().open();
  expect(lists.put('long', rangesOf(SEGMENT + 1), []).isKept).toBe(false);
  expect(lists.put('many', rangesOf(10, 10_000), []).isKept).toBe(false);
  expect([lists.get('long'), lists.get('many')]).toEqual([null, null]);
});

test('terms asked for longest ago are let go, of any index', () => {
  const all = new KeptTerms();
  const [first, second] = [all.open(), all.open()];
  first.put('asked', rangesOf(8000, 4000), []);
  const forgotten = first.put('forgotten', rangesOf(8000, 4000), []);
  first.place(forgotten, all.arena.program(ROWS), (target) => target.fill(1));
  let kept = 0;
  for (let i = 0; i < 100; i++) {
    second.put(`w${i}`, rangesOf(8000, 4000), []);
    expect(first.get('asked'), `after ${i}`).not.toBeNull();
  }
  for (let i = 0; i < 100; i++) if (second.get(`w${i}`)) kept++;
  expect([first.get('forgotten'), forgotten.place]).toEqual([null, null]);
  expect(second.get('w99')).not.toBeNull();
  // Never more than the bound, and no less than what is left when some were let go.
  expect(kept).toBeLessThanOrEqual(31);
  expect(kept).toBeGreaterThanOrEqual(20);
});

test('lists asked for longest ago lose their place, and no other takes that of one asked for last', () => {
  const all = new KeptTerms();
  const program = all.arena.program(ROWS);
  const terms: TermLists[] = [];
  const asked = Array.from({length: MOST_TOGETHER}, (_, i) => placed(all, i, SEGMENT - i));
  for (let i = 0; i < 60; i++) {
    for (const term of asked) term.used = all.next();
    terms.push(placed(all, 100 + i, SEGMENT / 3));
    for (const [number, term] of asked.entries()) expect(holds(all, term, number), `${i}`).toBe(true);
  }
  const places = terms.map((term, i) => holds(all, term, 100 + i));
  expect(places.at(-1)).toBe(true);
  expect(places[0]).toBe(false);
  // As many as there is room for.
  const size = terms.filter(({place}) => place !== null).reduce((sum, {length}) => sum + length, 0);
  expect(size).toBeGreaterThanOrEqual((14 - MOST_TOGETHER - 1) * SEGMENT);
  expect(program.elements.length).toBeLessThan((1 << 20) + 15 * SEGMENT);
});

test('a build of more rows keeps more', () => {
  const kept = (rows: number): number => {
    const all = new KeptTerms(rows);
    const lists = all.open();
    all.arena.program(ROWS);
    const terms = Array.from({length: 40}, (_, i) => placed(all, i, SEGMENT));
    for (let i = 0; i < 100; i++) lists.put(`word ${i}`, rangesOf(8000, 4000), []);
    const words = Array.from({length: 100}, (_, i) => lists.get(`word ${i}`)).filter((word) => word !== null);
    return terms.filter((term, i) => holds(all, term, i)).length + words.length;
  };
  expect(kept(16_000_000)).toBeGreaterThan(2 * kept(4_000_000));
  expect(kept(4_000_000)).toBe(kept(ROWS));
});

test('a term that loses its place has its lists as they are stored', () => {
  const all = new KeptTerms();
  const lists = all.open();
  const stored = [{form: 'listed', at: 0, count: 9}] as const;
  const term = lists.put('word', rangesOf(9, 3), stored);
  lists.place(term, all.arena.program(ROWS), (target) => target.fill(1));
  Object.assign(term, {lists: [{form: 'listed', at: 0, count: 5}], isOne: true, rows: 5, length: 5});
  // A larger table: the program is another one.
  all.arena.program(100 * ROWS);
  expect([term.place, term.lists, term.isOne, term.rows, term.length]).toEqual([null, stored, false, 18, 9]);
});

test('builds do not take the place of one another', () => {
  const [before, after] = [new KeptTerms(), new KeptTerms()];
  const term = placed(before, 1, 10);
  for (let i = 0; i < 100; i++) placed(after, 2, SEGMENT / 2);
  expect(holds(before, term, 1)).toBe(true);
});
