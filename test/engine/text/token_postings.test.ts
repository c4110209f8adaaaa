/** Rows of tokens, in every form of a list, compared with plain arrays. */
import {expect, test} from 'vitest';
import {collectPostings} from '../../../engine/file/postings.ts';
import {SECTIONS} from '../../../engine/file/section_names.ts';
import {Bitmap} from '../../../engine/rowset/bitmap.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {openPostings, StayingPostings} from '../../../engine/text/staying_postings.ts';
import {listsOf, TokenPostings, writeTokenPostings} from '../../../engine/text/token_postings.ts';
import fc from '../../helpers/fast_check.ts';
import {sectionsFrom, stayingFrom} from '../../helpers/section_file.ts';

/** Tables below, at and above a block of rows and a word of bits. */
const SIZES = [1, 31, 32, 33, 700, 65_535, 65_536, 65_537, 140_001];

/** The rows of a token: so many of the table's rows, spread evenly or from the first on. */
function listOf(rows: number, count: number, spread: boolean, first: number): number[] {
  const step = spread ? Math.max(1, Math.floor(rows / Math.max(1, count))) : 1;
  return Array.from({length: count}, (_, i) => first + i * step).filter((row) => row < rows);
}

const membersOf = (bitmap: Bitmap, rows: number): number[] =>
  Array.from({length: rows}, (_, row) => row).filter((row) => bitmap.has(row));

const table = fc.constantFrom(...SIZES).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    lists: fc.array(
      fc
        .record({
          share: fc.constantFrom(0, 1e-5, 1e-3, 0.01, 0.05, 0.07, 0.5, 1),
          spread: fc.boolean(),
          first: fc.integer({min: 0, max: Math.floor(rows / 3)}),
        })
        .map(({share, spread, first}) => listOf(rows, Math.ceil(rows * share), spread, first)),
      {minLength: 1, maxLength: 5},
    ),
    from: fc.integer({min: 0, max: rows}),
    to: fc.integer({min: 0, max: rows}),
    others: fc.array(fc.integer({min: 0, max: rows - 1}), {maxLength: 200}),
  }),
);

test('lists of any density are read as they were written, whole, by range, and with the members of a set', () => {
  const property = fc.property(table, ({rows, lists, from, to, others}) => {
    const postings = collectPostings(lists.length, (onPair) => {
      for (const [token, list] of lists.entries()) for (const row of list) onPair(token, row);
    });
    const read = new TokenPostings(
      listsOf(sectionsFrom((index) => writeTokenPostings(index, postings, rows))),
      rows,
    );
    const tokens = Uint32Array.from(lists.keys());
    expect(read.count(tokens)).toBe(lists.flat().length);
    const union = Bitmap.empty(rows);
    const within = Bitmap.empty(rows);
    for (const [token, list] of lists.entries()) {
      const into = new Uint32Array(list.length + 1);
      const count = read.copyRows(token, from, to, into, 1);
      expect([...into.subarray(1, 1 + count)]).toEqual(list.filter((row) => row >= from && row < to));
      read.addTo(union, token, 0, rows);
      read.addTo(within, token, from, to);
      const words = read.bitmapOf(token);
      if (words) expect(membersOf(new Bitmap(words, true), rows)).toEqual(list);
    }
    const all = [...new Set(lists.flat())].sort((a, b) => a - b);
    expect(membersOf(union, rows)).toEqual(all);
    expect(membersOf(within, rows)).toEqual(all.filter((row) => row >= from && row < to));
    expect(within.count()).toBe(membersOf(within, rows).length);
    for (const row of [...others, 0, rows - 1]) expect(read.hasAny(tokens, row)).toBe(all.includes(row));
  });
  fc.assert(property, {numRuns: 60});
}, 120_000);

test('lists that stay in the file are read as those in memory, of some of the tokens in any order', () => {
  const chosen = table.chain((one) =>
    fc.record({table: fc.constant(one), tokens: fc.shuffledSubarray([...one.lists.keys()])}),
  );
  const scratch = new Scratch();
  const property = fc.property(chosen, ({table: {rows, lists, from, to, others}, tokens}) => {
    const postings = collectPostings(lists.length, (onPair) => {
      for (const [token, list] of lists.entries()) for (const row of list) onPair(token, row);
    });
    const {sections, end} = stayingFrom(
      (index) => writeTokenPostings(index, postings, rows),
      [SECTIONS.token_postings.words],
    );
    try {
      const read = openPostings(sections, rows);
      if (postings.rows.length > 0) expect(read).toBeInstanceOf(StayingPostings);
      const expected = tokens.map((token) => lists[token]!);
      expect(read.count(Uint32Array.from(tokens))).toBe(expected.flat().length);
      const {selected, postings: those} = read.select(Uint32Array.from(tokens), scratch);
      expect(selected.length).toBe(tokens.length);
      const within = Bitmap.empty(rows);
      for (const token of selected) those.addTo(within, token, from, to);
      const all = [...new Set(expected.flat())].sort((a, b) => a - b);
      expect(membersOf(within, rows)).toEqual(all.filter((row) => row >= from && row < to));
      for (const row of [...others, 0, rows - 1]) expect(those.hasAny(selected, row)).toBe(all.includes(row));
    } finally {
      scratch.release();
      end();
    }
  });
  fc.assert(property, {numRuns: 60});
}, 120_000);
