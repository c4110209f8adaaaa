/**
 * The closest labels where they are not among the first rows that match: the index against a scan, and by
 * name.
 */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openBuild} from '../../../engine/open.ts';
import type {Engine, Hits} from '../../../engine/types.ts';
import {answerText} from '../../helpers/answer_text.ts';
import {type GivenRow, writeBuild} from '../../helpers/build.ts';
import {type ScanOracle, scanOracle} from '../../helpers/scan_answers.ts';
import {scanTables} from '../../helpers/scan_rows.ts';

/** Newest first: the first of them is on the last day of the year. */
const dayBack = (days: number): string =>
  new Date(Date.UTC(2024, 11, 31) - days * 86_400_000).toISOString().slice(0, 10);

/** Contracts from newest to oldest. */
const dated = (rows: GivenRow[]): GivenRow[] => rows.map((row, i) => ({...row, date: dayBack(i)}));

const repeated = (count: number, vendorOf: (i: number) => string): GivenRow[] =>
  Array.from({length: count}, (_, i) => ({vendor: vendorOf(i), description: 'Dredging of quays'}));

const CONTRACTS: GivenRow[] = dated([
  // Labels that begin with `harbour`, and at last two that equal it: the older one is a description, since it
  // has no vendor.
  ...repeated(150, (i) => `Harbour ${i}`),
  {vendor: 'HARBOUR', description: 'Piles'},
  {vendor: null, description: 'Harbour'},
  // Labels that contain `wharf`, and at last a few that begin with it.
  ...repeated(400, (i) => `Old wharf ${i % 90}`),
  ...repeated(3, (i) => `Wharf ${i}`),
  {vendor: null, description: 'Wharf in the east'},
  // Labels of vendors that begin with `lock`, and at last a description that equals it.
  ...repeated(30, (i) => `Lock ${i}`),
  {vendor: null, description: 'Lock'},
  // One that begins with `dredging`, which all descriptions hold, among the oldest; none equals it.
  ...repeated(700, (i) => `Piers ${i}`),
  {vendor: 'Dredging Ltd', description: 'Dredging of quays'},
  ...repeated(20, () => 'Quay dredging'),
]);

const COMMUNICATIONS: GivenRow[] = Array.from({length: 120}, (_, i) => ({
  client: i === 119 ? null : i === 118 ? 'Pilots' : `Pilots of quay ${i}`,
  institutions: i >= 118 ? [] : ['Ports Canada'],
  institution: i >= 118 ? null : 'Ports Canada',
  lobbyist_name: 'Pilots, Ann',
  date: dayBack(i),
}));

let dir: string;
let index: Engine;
let scan: ScanOracle;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'closest-'));
  await writeBuild(dir, {rows: {contracts: CONTRACTS, lobbying_communications: COMMUNICATIONS}});
  index = await openBuild(dir);
  scan = scanOracle(await scanTables(dir));
});
afterAll(async () => {
  await index?.close();
  await rm(dir, {recursive: true, force: true});
});

/** The labels of one group; the whole answer is compared with that of the scan. */
async function labelsOf(text: string, limit: number, prefix: boolean, group: string): Promise<string[]> {
  const query = {text, limit, prefix};
  expect(answerText(index, {kind: 'search', query})).toBe(scan.answerText({kind: 'search', query}));
  const groups = (await index.search(query)) as Hits[];
  return groups.find((one) => one.group === group)!.results.map(({label}) => label);
}

test.each([false, true])('older labels that equal the text come first, prefix=%s', async (prefix) => {
  const found = await labelsOf('harbour', 3, prefix, 'contracts');
  // A suggestion is one label in any case.
  expect(found).toEqual(prefix ? ['HARBOUR', 'Harbour 0', 'Harbour 1'] : ['HARBOUR', 'Harbour', 'Harbour 0']);
  expect((await labelsOf('harbour', 1, prefix, 'contracts'))[0]).toBe('HARBOUR');
  expect(await labelsOf('lock', 2, prefix, 'contracts')).toEqual(['Lock', 'Lock 0']);
});

test.each([false, true])(
  'older labels that begin with the text precede newer ones, prefix=%s',
  async (prefix) => {
    for (const limit of [2, 3, 4, 5, 25]) {
      const found = await labelsOf('wharf', limit, prefix, 'contracts');
      const first = ['Wharf 0', 'Wharf 1', 'Wharf 2', 'Wharf in the east', 'Old wharf 0', 'Old wharf 1'];
      expect(found.slice(0, 6)).toEqual(first.slice(0, limit));
    }
  },
);

test('labels that hold the text are found far behind records that hold it elsewhere', async () => {
  const found = await labelsOf('dredging', 4, false, 'contracts');
  expect(found).toEqual(['Dredging Ltd', 'Quay dredging', 'Quay dredging', 'Quay dredging']);
  expect((await labelsOf('quay dredging', 2, false, 'contracts'))[0]).toBe('Quay dredging');
});

test.each([false, true])('a label without its second part equals the text, prefix=%s', async (prefix) => {
  const found = await labelsOf('pilots', 2, prefix, 'lobbying');
  expect(found).toEqual(['Pilots', 'Pilots of quay 0 → Ports Canada']);
  await labelsOf('ports', 5, prefix, 'lobbying');
});
