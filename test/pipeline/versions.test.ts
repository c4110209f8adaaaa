/** Random registries: the product and an oracle written from the rules agree. */
import {createHash} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {type ContractRow, type LawfulContract, lawfulContracts, VENDORS} from '../helpers/contract_law.ts';
import {recordsInMemory} from '../helpers/records_in_memory.ts';
import {seed as SEED} from '../helpers/seed.ts';

/** Registries in one database, since it is most of their cost. */
const COUNT = 2000;

/** Code point order; the texts here are ASCII. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What the rules fix of a record. */
function recordOf({key, versions}: LawfulContract): Record<string, Json> {
  const [first, last] = [versions[0], versions.at(-1)];
  if (!first || !last) throw new Error('a record has at least one version');
  const cents = (text: string) => Math.round(Number(text) * 100);
  const original = first.original === '' ? first.value : first.original;
  const dates = versions.map(({date}) => date).filter(Boolean);
  const id = createHash('sha256').update(`proactive_contracts\n${key.org}|${key.reference}`).digest('hex');
  return {
    department: key.org,
    record_id: `c_${id.slice(0, 16)}`,
    reference_number: last.reference,
    vendor: ['', 'NA'].includes(last.vendor) ? null : last.vendor.replace(/\s+/g, ' '),
    value: cents(last.value),
    date: dates.sort(order)[0] ?? null,
    original_value: cents(original),
    amendment_value: cents(last.value) - cents(original),
    instrument_type:
      {A: 'Contract', C: 'Contract', SOSA: 'Standing offer or supply arrangement'}[first.instrument] ?? null,
    amendments: versions.slice(0, -1).map((one) => `${one.reference} ${cents(one.value)}`),
    versions: versions.length > 1 ? versions.map(({reference}) => reference) : [],
    unexplained: versions.length > 1 ? 1 : 0,
  };
}

const byId = (records: Record<string, Json>[]): Record<string, Json>[] =>
  records.sort((a, b) => order(String(a['record_id']), String(b['record_id'])));

const weighted = (values: Record<string, number>) =>
  fc.oneof(...Object.entries(values).map(([value, weight]) => ({weight, arbitrary: fc.constant(value)})));
const quarters = fc.constantFrom('2018-2019-Q4', '2019-2020-Q1', '2019-2020-Q2', '2021-2022-Q3');
const entry: fc.Arbitrary<ContractRow> = fc
  .record({
    org: weighted({'hc-sc': 9, 'dnd-mdn': 1}),
    quarter: quarters,
    form: fc.constantFrom('C-', 'C-', 'X'),
    number: weighted({
      'PB-45': 20,
      'PB-45/1': 2,
      'PB-45/12': 2,
      'PB-45/U': 3,
      'PB-46': 3,
      exchanged: 2,
      NA: 1,
      'S/O': 1,
      TBD: 1,
      'ACQUISITION CARD': 1,
      '0000': 1,
      '1.23E+11': 1,
      'see file': 1,
      '': 2,
    }),
    vendor: fc.oneof(
      {weight: 3, arbitrary: fc.constantFrom('Alder Freight Ltd.', 'ALDER FREIGHT')},
      {weight: 2, arbitrary: fc.constantFrom(...Object.keys(VENDORS))},
    ),
    date: weighted({'2019-01-15': 4, '2019-01-16': 3, '2020-07-01': 3, '': 1}),
    original: weighted({'10000': 4, '10000.00': 2, '25000.5': 3, '0': 1, '': 1}),
    change: weighted({'': 2, '0': 2, '2500.25': 3, '-40.1': 2}),
    value: weighted({'10000': 3, '12500.25': 3, '12460.15': 2, '9959.9': 1, '0': 1}),
    period: fc.oneof({weight: 4, arbitrary: quarters}, {weight: 1, arbitrary: fc.constant('')}),
    instrument: weighted({C: 5, A: 8, SOSA: 2, '': 1}),
    description: fc.constantFrom('Bridge survey', 'Aerial photos', ''),
    comment: weighted({'': 4, 'Correction of the value published before.': 1}),
  })
  // `C-` is the usual prefix of numbers with a period.
  .map(({quarter, form, ...rest}) => ({...rest, reference: form === 'C-' ? `C-${quarter}-` : form}));

/**
 * Rows with a reference number of their own each, in any order; at most one has number and reference
 * exchanged.
 */
const one: fc.Arbitrary<ContractRow[]> = fc.array(entry, {minLength: 1, maxLength: 6}).map((rows) => {
  const exchanged = rows.findIndex((row) => row.number === 'exchanged' && row.reference !== 'X');
  return rows.map((row, at) => {
    const reference = `${row.reference}${String((at * 37) % 100).padStart(5, '0')}`;
    if (at === exchanged) return {...row, number: reference, reference: 'PB-45'};
    return {...row, reference, number: row.number === 'exchanged' ? 'PB-45' : row.number};
  });
});

/** Registries beside each other, distinguished by institution, since the database is most of their cost. */
const registries = (registry: fc.Arbitrary<ContractRow[]>, count: number): ContractRow[][] =>
  fc
    .sample(registry, {seed: SEED, numRuns: count})
    .map((rows, at) => rows.map((row) => ({...row, org: `${row.org}-${at}`})));

/** The position of the registry of a record. */
const registryOf = (record: Json): number =>
  Number(
    String((record as Record<string, Json>)['department'])
      .split('-')
      .at(-1),
  );

const cellsOf = (row: ContractRow) => ({
  owner_org: row.org,
  owner_org_title: row.org,
  reference_number: row.reference,
  procurement_id: row.number,
  vendor_name: row.vendor,
  contract_date: row.date,
  original_value: row.original,
  amendment_value: row.change,
  contract_value: row.value,
  reporting_period: row.period,
  instrument_type: row.instrument,
  description_en: row.description,
  comments_en: row.comment,
});

test(`proactive disclosure: records, originals, current versions and amendments (SEED=${SEED})`, async () => {
  const source = SOURCES['proactive_contracts'];
  if (!source) throw new Error('no source proactive_contracts');
  const select = `department, record_id, reference_number, vendor, CAST(value * 100 AS INTEGER) AS value, date,
    CAST(original_value * 100 AS INTEGER) AS original_value,
    CAST(amendment_value * 100 AS INTEGER) AS amendment_value, instrument_type,
    [a.reference_number || ' ' || CAST(a.value * 100 AS INTEGER) for a in amendments] AS amendments,
    [v.reference_number for v in versions] AS versions,
    len([v for v in versions if v.rule IS NULL])::INTEGER AS unexplained`;
  const all = registries(
    one.filter((rows) => lawfulContracts(rows) !== null),
    COUNT,
  );
  const records = all.map((rows) => lawfulContracts(rows)!);
  const made = Map.groupBy(await recordsInMemory(source, all.flat().map(cellsOf), select), registryOf);
  const wrong = records
    .map((own, at) => ({rows: all[at]!, made: made.get(at), expected: byId(own.map(recordOf))}))
    .filter(({made, expected}) => !isDeepStrictEqual(made, expected))
    .sort((a, b) => a.rows.length - b.rows.length);
  expect(wrong.slice(0, 1), `${wrong.length} of ${COUNT} registries`).toEqual([]);
  // Registries in which nothing joins would agree with anything that joins nothing.
  const sizes = records.flat().map(({versions}) => versions.length);
  expect(sizes.filter((size) => size > 1).length).toBeGreaterThan(sizes.length / 10);
  expect(Math.max(...sizes)).toBeGreaterThan(3);
});

test('the order of the rows in the file changes nothing', async () => {
  const source = SOURCES['proactive_contracts'];
  if (!source) throw new Error('no source proactive_contracts');
  // Also where the rules leave a choice.
  const cells = registries(one, COUNT).flat().map(cellsOf);
  const forward = await recordsInMemory(source, cells, '*');
  const backward = await recordsInMemory(source, cells.toReversed(), '*');
  const wrong = forward.filter((record, at) => !isDeepStrictEqual(record, backward[at]));
  expect(wrong.slice(0, 1), `${wrong.length} of ${forward.length} records`).toEqual([]);
});
