/**
 * Numbers that each one row has, as only `q` of a list searches them: frequent parts as long as a year have a
 * bitmap.
 */
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
import {type FoundFiles, foundFrom} from '../../helpers/section_file.ts';

const ROWS = 20_000;

/**
 * A number of its own for every row; the same part may occur in it twice, and in a second token of the row.
 */
const TEXTS = Array.from({length: ROWS}, (_, row) => {
  const year = 2010 + (row % 16);
  const number = String(row * 7919).padStart(9, '0');
  return `${row % 3 === 0 ? 'GC-' : ''}${year}-${year + 1}-Q${1 + (row % 4)}-${number} ${row % 5 === 0 ? `n${row}` : ''}`
    .toLowerCase()
    .trim();
});

let dir: string;
let files: FoundFiles;
let tokens: TokenIndex;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'further-'));
  const all = new RowTokens(join(dir, 'spill'));
  for (const text of TEXTS) all.add(Buffer.from(text));
  files = foundFrom((index, onDisk, path) => writeTokenIndex(index, onDisk, 'further', all, ROWS, path));
  tokens = new TokenIndex(files.sections, files.stored, 'further', ROWS, new Cache(ROWS), 'made');
  all.close();
});
afterAll(() => {
  files?.end();
  rmSync(dir, {recursive: true});
});

const scratch = new Scratch();

function check(...terms: string[]): void {
  const actual = [...toArray(tokens.rows(terms, scratch), scratch)];
  const holds = (text: string) => terms.every((term) => text.split(' ').some((own) => own.includes(term)));
  expect(actual, terms.join(' ')).toEqual(TEXTS.flatMap((one, row) => (holds(one) ? [row] : [])));
  scratch.release();
}

function prepared(): string[] {
  const names = SECTIONS.terms(SECTIONS.search.index('further').substrings);
  const [bytes, at] = [files.sections.bytes(names.bytes), files.sections.u32(names.offsets)];
  return Array.from({length: at.length - 1}, (_, i) =>
    Buffer.from(bytes.subarray(at[i], at[i + 1])).toString(),
  );
}

test('a year that one row in eight has is prepared, as every other frequent part', () => {
  const parts = prepared();
  const wide = ['2024', '2', '20', '-q', 'gc-', 'q3-', '2013', '-202'];
  expect(parts).toEqual(expect.arrayContaining(wide));
  for (const part of [...wide, ...parts.filter((_, i) => i % 16 === 0)]) check(part);
});

test('rare parts are merged from posting lists, alone and beside frequent ones', () => {
  const parts = prepared();
  for (const part of ['-2024-', '2024-2025-q4-0', 'n19995', '79191', '99999', 'zz', '2026-2027']) {
    expect(parts).not.toContain(part);
    check(part);
    check('2024', part);
    check(part, 'gc-', 'q');
  }
});

test('whole tokens are found, of several texts any', () => {
  const whole = (...texts: string[]) => [...toArray(tokens.equalTo(texts, scratch), scratch)];
  const holding = (...texts: string[]) =>
    TEXTS.flatMap((one, row) => (one.split(' ').some((own) => texts.includes(own)) ? [row] : []));
  const [first, second] = [TEXTS[30]!.split(' ')[0]!, TEXTS[19_999]!];
  for (let round = 0; round < 2; round++) {
    expect(whole(first, 'n5', second, 'n19995')).toEqual(holding(first, 'n5', second, 'n19995'));
    expect(whole('n1999', first.slice(1))).toEqual([]);
    scratch.release();
  }
});
