/** Words in a file: the rows of every part of a word against looking at every text. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {SECTIONS} from '../../../engine/file/section_names.ts';
import {Cache} from '../../../engine/rowset/cache.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {toArray} from '../../../engine/rowset/set_ops.ts';
import {RowTokens} from '../../../engine/text/row_tokens.ts';
import {TokenIndex} from '../../../engine/text/token_index.ts';
import {writeTokenIndex} from '../../../engine/text/token_index_writer.ts';
import fc from '../../helpers/fast_check.ts';
import {type FoundFiles, foundFrom} from '../../helpers/section_file.ts';
import {seed} from '../../helpers/seed.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'words-'));
});
afterAll(() => rmSync(dir, {recursive: true}));

function gathered(texts: readonly string[]): RowTokens {
  const words = new RowTokens(join(dir, 'words.spill'));
  for (const one of texts) words.add(Buffer.from(one));
  return words;
}

const character = fc.constantFrom('a', 'b', 'c', 'é', '長', '😀', '\0', '%');
const word = fc.array(character, {minLength: 1, maxLength: 5}).map((all) => all.join(''));
const text = fc.array(word, {maxLength: 6}).map((all) => all.join(' '));

test('every row has its distinct tokens, rare ones first', () => {
  const property = fc.property(
    fc.array(text, {maxLength: 60}),
    fc.integer({min: 1, max: 40}),
    (all, limit) => {
      const words = gathered(all);
      const ordered = words.ordered();
      const rows = new Map<string, number[]>();
      for (const [row, one] of all.entries()) {
        for (const part of new Set(one.split(' ').filter(Boolean))) {
          rows.set(part, [...(rows.get(part) ?? []), row]);
        }
      }
      const {terms: texts, offsets: at} = ordered;
      const actual = Array.from({length: rows.size}, (_, code) =>
        Buffer.from(texts.bytes.subarray(texts.offsets[code], texts.offsets[code + 1])).toString(),
      );
      expect(new Set(actual)).toEqual(new Set(rows.keys()));
      const counts = actual.map((one) => rows.get(one)!.length);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      // With any chunk size.
      const rowIds = [...words.postings(ordered, limit)].flatMap((piece) => [...piece]);
      expect(actual.map((_, code) => rowIds.slice(at[code], at[code + 1]))).toEqual(
        actual.map((one) => rows.get(one)!),
      );
      words.close();
    },
  );
  fc.assert(property, {numRuns: 200});
});

/** Texts of few letters: most short parts are in very many rows, and many parts in the same. */
const ROWS = 20_000;
const sample = fc.sample(
  fc.array(
    fc.oneof(
      {weight: 4, arbitrary: fc.constantFrom('canada', 'services', 'service', 'ministère', 'anada')},
      {weight: 1, arbitrary: word},
    ),
    {maxLength: 4},
  ),
  {seed, numRuns: ROWS},
);
const TEXTS = sample.map((all) => all.join(' '));

let files: FoundFiles;
let words: TokenIndex;
beforeAll(() => {
  const rows = gathered(TEXTS);
  files = foundFrom((index, lists, path) => writeTokenIndex(index, lists, 'found', rows, TEXTS.length, path));
  words = new TokenIndex(
    files.sections,
    files.stored,
    'found',
    TEXTS.length,
    new Cache(TEXTS.length),
    'made',
  );
  rows.close();
});
afterAll(() => files?.end());

const scratch = new Scratch();

function check(...terms: string[]): void {
  const actual = [...toArray(words.rows(terms, scratch), scratch)];
  const holds = (text: string) => terms.every((term) => text.split(' ').some((own) => own.includes(term)));
  expect(actual, terms.join(' ')).toEqual(TEXTS.flatMap((one, row) => (holds(one) ? [row] : [])));
  scratch.release();
}

/** Parts of words whose rows are prepared. */
function prepared(): string[] {
  const names = SECTIONS.terms(SECTIONS.search.index('found').substrings);
  const [bytes, at] = [files.sections.bytes(names.bytes), files.sections.u32(names.offsets)];
  return Array.from({length: at.length - 1}, (_, i) =>
    Buffer.from(bytes.subarray(at[i], at[i + 1])).toString(),
  );
}

test('frequent substrings have a bitmap, others are merged from posting lists', () => {
  const parts = prepared();
  const wide = ['a', 'anad', 'ser', 'ervic', '%'];
  expect(parts).toEqual(expect.arrayContaining(wide));
  for (const part of wide) check(part);
  // No bitmap: longer than five bytes, or in few rows.
  for (const part of ['canadas', 'services', 'zzz', '長長長']) {
    expect(parts).not.toContain(part);
    check(part);
  }
  for (const part of ['長', 'b\0', 'zz', 'è', 'canad']) check(part);
});

test('several substrings must all match', () => {
  check('a', 'services');
  check('canada', 'ministère', 'service');
  check('%', 'a');
  check('長', '😀');
  check('%', '長', 'ser');
  check('zz', 'a');
  check(...'abcé'.split(''));
});

test('terms that were asked for before, alone or beside others, are found as at first', () => {
  for (let round = 0; round < 3; round++) {
    for (const part of ['長', 'b\0', '😀', 'é長']) check(part);
    check('%', '長');
    check('😀', '%');
    check('長', '😀', '%');
    check('canad', 'b\0', '%');
  }
});

test('any substring of any token is found', () => {
  const property = fc.property(fc.nat(), fc.nat(), fc.integer({min: 1, max: 9}), (row, start, length) => {
    const all = TEXTS[row % TEXTS.length]!.split(' ');
    const points = [...all[start % all.length]!];
    const part = points.slice(start % Math.max(1, points.length)).slice(0, length);
    const other = all[row % all.length]!;
    if (part.length === 0) return;
    check(part.join(''));
    if (other !== '') check(part.join(''), other);
  });
  fc.assert(property, {numRuns: 200});
});

test('words of more rows than 16 bits number are found at both sides of each block', () => {
  const count = 140_001;
  // Two words in every row of an arithmetic sequence, whose lists have all three forms, and one in a single
  // row.
  const steps = [3, 40, 701, 9001, 65_536];
  const texts = Array.from({length: count}, (_, row) => {
    const own = steps.filter((step) => row % step === 0).flatMap((step) => [`every${step}x`, `each${step}y`]);
    return row === 65_536 ? [...own, 'single'].join(' ') : own.join(' ');
  });
  const rows = gathered(texts);
  const large = foundFrom((index, lists, path) => writeTokenIndex(index, lists, 'found', rows, count, path));
  rows.close();
  try {
    const index = new TokenIndex(large.sections, large.stored, 'found', count, new Cache(count), 'large');
    const found = (...terms: string[]): string => [...toArray(index.rows(terms, scratch), scratch)].join();
    const expected = (...terms: string[]): string =>
      texts.flatMap((one, row) => (terms.every((term) => one.includes(term)) ? [row] : [])).join();
    for (let round = 0; round < 2; round++) {
      for (const one of steps) {
        expect(found(`${one}`) === expected(`${one}`), `${one}`).toBe(true);
        for (const other of steps) {
          const terms = [`every${one}x`, `each${other}`, 'e'];
          expect(found(...terms) === expected(...terms), terms.join(' ')).toBe(true);
          expect(found(...terms.slice(0, 2)) === expected(...terms.slice(0, 2)), terms.join(' ')).toBe(true);
          scratch.release();
        }
      }
      expect(found('single')).toBe('65536');
      expect(found('single', 'each65536')).toBe('65536');
      expect(found('single', 'each701y')).toBe('');
    }
  } finally {
    large.end();
  }
}, 60_000);
