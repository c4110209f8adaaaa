/**
 * Records that join two `C` rows, two vendors, two business numbers: counted, and the largest listed in the
 * report.
 */
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Manifest} from '../../builds/artefacts.ts';
import type {Json} from '../../datasets/types.ts';
import type {ReportData} from '../../pipeline/report/data.ts';
import {doubtfulSection} from '../../pipeline/report/details.ts';
import {type DoubtfulRecords, findDoubtful} from '../../pipeline/report/doubtful.ts';
import {makeViews} from '../../pipeline/write/views.ts';
import {writeBuild} from '../helpers/build.ts';
import {folder, memoryDatabase} from '../helpers/pipeline.ts';

type Version = Record<string, Json>;

const record = (record_id: string, value: number | null, ...versions: Version[]) => ({
  record_id,
  value,
  source_url: `https://search.example.org/record/${record_id}`,
  versions,
});
/** A row of a contract, and one of a grant. */
const row = (instrument: string | null, vendor: string | null, rule: string | null = null): Version => ({
  instrument,
  vendor,
  rule,
});
const paid = (recipient: string | null, recipient_business_number: string | null = null): Version => ({
  recipient,
  recipient_business_number,
});

const CONTRACTS = [
  record('c_usual', 9e6, row('C', 'Osprey Ltd.'), row('A', 'OSPREY LIMITED', 'same number, vendor and date')),
  record('c_blank', 8e6, row('C', 'Osprey Ltd.'), row('A', null), row('A', '--')),
  record('c_alone', 7e6),
  record('c_two_c', 500.25, row('C', 'Osprey'), row('c', 'Osprey', 'correction of the contract')),
  record('c_sold', -2000, row('C', 'Osprey'), row('A', 'Heron & Fils', 'the only contract of the number')),
  record('c_both', 100, row('C', 'Osprey'), row('C', 'Heron'), row('A', 'Heron')),
  record('c_priceless', null, row('C', 'Osprey'), row('A', 'Heron')),
];
const GRANTS = [
  record('g_usual', 900, paid('Heron Club', '100000009'), paid('HERON CLUB', null)),
  record('g_languages', 900, paid('Heron Club | Club des hérons'), paid('Club des hérons | Heron Club')),
  record('g_one_language', 900, paid('Heron Club | Club des hérons'), paid('Club des hérons')),
  record('g_renamed', 700, paid('Heron Club', '100000009'), paid('Osprey Club', '100000009')),
  record('g_numbers', 30.5, paid('Heron Club', '100000009'), paid('Heron Club', '100000017')),
];

let close = () => {};
let found: DoubtfulRecords;
beforeAll(async () => {
  const dir = await folder();
  const crowd = Array.from({length: 60}, (_, at) =>
    record(`a_${String(at).padStart(2, '0')}`, 10, row(null, 'Osprey'), row(null, `Heron ${at}`)),
  );
  const rows = {contracts: CONTRACTS, grants: GRANTS, awards: crowd};
  const {datasets} = await writeBuild(dir, {rows, index: false});
  const made = await memoryDatabase();
  close = made.close;
  const paths = Object.entries(datasets).map(([name, {files}]) => [
    name,
    files.map(({path}) => join(dir, path)),
  ]);
  await makeViews(made.db, Object.fromEntries(paths) as Record<string, string[]>);
  found = await findDoubtful(made.db);
});
afterAll(() => close());

const report = (doubtful: Partial<DoubtfulRecords>): string =>
  String(
    doubtfulSection({
      manifest: {doubtful: doubtful.counts} as Manifest,
      doubtful: doubtful.largest ?? [],
    } as unknown as ReportData),
  );

test('what a record joins is counted by dataset; spellings, blanks and languages of one name are one', () => {
  expect(found.counts).toEqual([
    {dataset: 'contracts', joins: 'two rows of kind C', records: 2, value: 600.25},
    {dataset: 'contracts', joins: 'two vendors', records: 3, value: -1900},
    {dataset: 'awards', joins: 'two vendors', records: 60, value: 600},
    {dataset: 'grants', joins: 'two business numbers', records: 1, value: 30.5},
    {dataset: 'grants', joins: 'two recipients', records: 1, value: 700},
  ]);
});

test('the fifty largest are listed by amount, each once, with names and rules', () => {
  const {largest} = found;
  expect(largest).toHaveLength(50);
  expect(largest.slice(0, 6).map(({record_id}) => record_id)).toEqual([
    'c_sold',
    'g_renamed',
    'c_two_c',
    'c_both',
    'g_numbers',
    'a_00',
  ]);
  expect(largest[0]).toEqual({
    dataset: 'contracts',
    record_id: 'c_sold',
    source_url: 'https://search.example.org/record/c_sold',
    value: -2000,
    rows: 2,
    joins: ['two vendors'],
    names: ['Heron & Fils', 'Osprey'],
    rules: ['the only contract of the number'],
  });
  expect(largest[3]).toMatchObject({rows: 3, joins: ['two rows of kind C', 'two vendors'], rules: []});
});

test('the report leads to the record at its publisher', () => {
  const text = report(found);
  expect(text).toContain('<a class="mono" href="https://search.example.org/record/c_sold">c_sold</a>');
  expect(text).toContain('<div>Heron &amp; Fils</div>');
  expect(text.match(/<a /g)).toHaveLength(50);
  expect(text).toMatch(/contracts<\/th><td[^>]*>two rows of kind C<\/td><td[^>]*>2<\/td><td[^>]*>600<\/td>/);
});

test('a build without any says so, one of before too', () => {
  const none = found.counts.map((one) => ({...one, records: 0, value: 0}));
  expect(report({counts: none})).toContain('No record joins');
  expect(report({})).toContain('No record joins');
});
