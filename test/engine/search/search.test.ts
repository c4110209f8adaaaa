/**
 * The search where a group has more records than are looked at one by one: index and reference against a
 * scan.
 */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openBuild} from '../../../engine/open.ts';
import type {Engine, Hits} from '../../../engine/types.ts';
import {answerText, referenceText} from '../../helpers/answer_text.ts';
import {type GivenRow, writeBuild} from '../../helpers/build.ts';
import {type ScanOracle, scanOracle} from '../../helpers/scan_answers.ts';
import {scanTables} from '../../helpers/scan_rows.ts';
import {openReference, type Reference} from '../../reference/open.ts';

const SPECIAL = ['Services', 'SERVICES Nord', 'Gulf Services Ltd', 'Gulf  services', null];

/** Every contract is about services; few names are, and nearly every name is another. */
const CONTRACTS: GivenRow[] = Array.from({length: 6000}, (_, i) => ({
  vendor: i % 1000 === 7 ? SPECIAL[Math.floor(i / 1000) % SPECIAL.length]! : `Vendor ${i} of Élan`,
  description: i % 500 === 3 ? 'Dredging services of the harbour' : 'Services',
  date: i % 10 === 0 ? null : `20${String(10 + (i % 14))}-0${1 + (i % 9)}-11`,
  solicitation_number: i === 4321 ? 'W8474/100 é' : null,
}));

const AWARDS: GivenRow[] = Array.from({length: 700}, (_, i) => ({
  vendor: ['Services', 'Elan', 'Harbour Services'][i % 3]!,
  description: 'Services of any kind',
  date: '2023-05-05',
}));

/** Labels of two columns, of which either may be missing; the second is a list of any length. */
const COMMUNICATIONS: GivenRow[] = Array.from({length: 900}, (_, i) => ({
  client: i % 11 === 4 ? null : ['Gulf Services', 'Harbour Élan', `Client ${i % 40}`, 'services'][i % 4]!,
  institutions: [['Élan Canada', 'Services Canada'], ['Harbour Office'], [], [''], ['Gulf', '', 'Office 7']][
    i % 5
  ]!,
  institution: ['Élan Canada; Services Canada', 'Harbour Office', null, null, 'Gulf; Office 7'][i % 5]!,
  lobbyist_name: i % 3 === 0 ? 'Services, Elan' : null,
  dpoh_name: i % 7 === 0 ? 'Gulf Harbour' : null,
  date: i % 10 === 0 ? null : `20${String(10 + (i % 14))}-0${1 + (i % 9)}-11`,
}));

const RESEARCH: GivenRow[] = Array.from({length: 700}, (_, i) => ({
  researcher_name: i % 13 === 5 ? null : ['Services', 'Élan, Gulf', `Harbour, ${i % 60}`][i % 3]!,
  institution: i % 5 === 2 ? null : (['Gulf University', 'Services', 'Université Élan'][i % 4] ?? null),
  keywords: 'services, harbour',
  fiscal_year: `20${10 + (i % 9)}-${11 + (i % 9)}`,
}));

let dir: string;
let index: Engine;
let reference: Reference;
let scan: ScanOracle;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'search-'));
  await writeBuild(dir, {
    rows: {
      contracts: CONTRACTS,
      awards: AWARDS,
      lobbying_communications: COMMUNICATIONS,
      research_grants: RESEARCH,
    },
  });
  index = await openBuild(dir);
  reference = await openReference(dir, {memory_mb: 256, threads: 1});
  scan = scanOracle(await scanTables(dir));
});
afterAll(async () => {
  await index?.close();
  await reference?.close();
  await rm(dir, {recursive: true, force: true});
});

const TEXTS = [
  // Few names are like it, and all records hold it.
  'services',
  'gulf services',
  'serv',
  'ices',
  's',
  // Very many names begin with it, or contain it.
  'vendor',
  'v',
  'vendor 1',
  'endor',
  'elan',
  'of elan',
  'r 12',
  // Terms in other fields than the name, and in any order.
  'harbour elan',
  'elan vendor',
  'services dredging harbour',
  'w8474/100',
  '100 vendor e',
  // The beginning, the end and the middle of labels of two columns, and what lies across both.
  'gulf',
  'office',
  'office 7',
  'elan, gulf',
  'gulf services → elan',
  'services → services',
  'canada; services',
  'client 3',
  'services (gulf university)',
  '(services',
  'elan)',
  'services →',
  ';',
  'harbour elan',
  'services harbour',
  // Nothing.
  'vendors',
  'services zzz',
];

test.each(TEXTS)('%s', (text) => agree(text, false));

test.each([
  ...TEXTS,
  // Several terms that begin words of very many labels.
  'vendor e',
  'e of',
  'o v 1',
  // The same term twice, and one that another begins with.
  'gulf gulf',
  's serv',
  // Words inside a token, and what stands before one.
  'w8474',
  '100',
  'canada',
  '(gulf',
  'gulf university)',
  '→',
])('suggestions: %s', (text) => agree(text, true));

test('suggestions asked again are the same', () => {
  for (const text of ['v', 'vendor', 'e of']) {
    const ask = () => JSON.stringify(index.search({text, limit: 5, prefix: true}));
    expect(ask()).toBe(ask());
  }
});

test('a suggestion is a label, once in each dataset, as its newest record', async () => {
  const [{total, results}] = (await index.search({text: 'serv', limit: 25, prefix: true})) as [Hits];
  const labels = results.map(({dataset, label}) => [dataset, label]);
  expect(labels).toEqual([
    ['contracts', 'SERVICES Nord'],
    ['awards', 'Services'],
    ['contracts', 'Services'],
    ['awards', 'Harbour Services'],
    ['contracts', 'Gulf  services'],
    ['contracts', 'Gulf Services Ltd'],
  ]);
  expect(total).toBe(6);
  const none = (await index.search({text: 'ervices', limit: 25, prefix: true})) as Hits[];
  expect(none.map((group) => group.total)).toEqual([0, 0, 0, 0, 0]);
});

async function agree(text: string, prefix: boolean): Promise<void> {
  for (const limit of [1, 5, 25]) {
    const query = {kind: 'search', query: {text, limit, prefix}} as const;
    const expected = scan.answerText(query);
    expect(answerText(index, query)).toBe(expected);
    // A shorter answer of the scan is the beginning of the longest: the slow reference is asked for all of
    // them once.
    if (limit === 25 || text === 'services') expect(await referenceText(reference, query)).toBe(expected);
  }
}

test('results rank by equality, prefix and substring of the name, then by date', async () => {
  const [{total, results}] = (await index.search({text: 'services', limit: 25})) as [Hits];
  expect(total).toBe(6700);
  const contracts = results.filter(({dataset}) => dataset === 'contracts');
  // Awards that are called so come first too: they are newer.
  expect(results.map(({label}) => label).slice(0, 25)).toEqual(Array(25).fill('Services'));
  expect(contracts).toEqual([]);
  const [only] = (await index.search({text: 'services gulf', limit: 25})) as [Hits];
  expect(only.results.map(({label}) => label).sort()).toEqual(['Gulf  services', 'Gulf Services Ltd']);
});

test('a record without a name is found by its description', async () => {
  const unnamed = (await index.search({text: 'w8474/100 services', limit: 5})) as Hits[];
  expect(unnamed[0]!.total).toBe(1);
  const [{results}] = (await index.search({text: 'dredging services of the harbour', limit: 25})) as [Hits];
  expect(results.length).toBe(12);
});
