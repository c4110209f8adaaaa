/** How often the values that contain a text are looked up for one page. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, expect, test, vi} from 'vitest';
import {openBuild} from '../../../engine/open.ts';
import {TermDictionary} from '../../../engine/text/term_dictionary.ts';
import type {Engine, ListQuery} from '../../../engine/types.ts';
import {writeBuild} from '../../helpers/build.ts';

const ROWS = Array.from({length: 600}, (_, i) => ({
  record_id: `c_${i}`,
  vendor: i % 200 === 7 ? 'Lakeside Marine' : `Vendor ${i % 90}`,
  date: `2024-01-${String(1 + (i % 28)).padStart(2, '0')}`,
}));

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'look-ups-'));
  await writeBuild(dir, {rows: {contracts: ROWS}});
  engine = await openBuild(dir);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await engine?.close();
  await rm(dir, {recursive: true, force: true});
});

const contains = (value: string): ListQuery => ({
  dataset: 'contracts',
  where: [{op: 'partial', columns: ['vendor'], value}],
  sort: 'date',
  order: 'desc',
  limit: 50,
  offset: 0,
});

test.each([
  ['few rows, which are found as a set', 'lakeside', 3],
  ['many rows, of which the first are found', 'vendor', 597],
  ['no row', 'nowhere', 0],
])('the values with %s are looked up once', (_, text, total) => {
  const lookUp = vi.spyOn(TermDictionary.prototype, 'containing');
  expect(engine.list(contains(text))).toMatchObject({total});
  expect(lookUp).toHaveBeenCalledTimes(1);
});
