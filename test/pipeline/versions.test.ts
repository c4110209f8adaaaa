/** Random registries: the SQL and a union-find written from the rule agree. */
import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {recordsInMemory} from '../helpers/records_in_memory.ts';
import {seed as SEED} from '../helpers/seed.ts';

const RUNS = 4;
/** Registries in one run, distinguished by institution or number, since the database is most of its cost. */
const BATCH = 24;

/** Spellings of vendors and the key that each has by 2.6; null where there is no name. */
const VENDORS: Record<string, string | null> = {
  'Alder Freight Ltd.': 'alder freight',
  'ALDER FREIGHT': 'alder freight',
  'Birch & Fils inc': 'birch and fils',
  'Bírch and  Fils': 'birch and fils',
  'Cedar 9': 'cedar 9',
  'Dogwood Harbour Survey and Mapp': 'dogwood harbour survey and mapp',
  'Dogwood Harbour Survey and Mapping Inc.': 'dogwood harbour survey and mapping',
  NA: null,
  '': null,
};

interface Entry {
  org: string;
  reference: string;
  number: string;
  vendor: string;
  date: string;
  start: string;
  original: string;
  value: string;
  period: string;
  instrument: string;
}

interface Expected {
  key: string;
  versions: Entry[];
}

/** Code point order; the texts here are ASCII. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * `a` and `b` are one contract when they share the vendor key, or date and original value, or the start of the period
 * under a name and the same one cut; nulls share nothing.
 */
function linked(a: Entry, b: Entry): boolean {
  const [one, other] = [VENDORS[a.vendor] ?? null, VENDORS[b.vendor] ?? null];
  if (one !== null && one === other) return true;
  const both = one?.startsWith('dogwood') && other?.startsWith('dogwood');
  if (both && a.start !== '' && a.start === b.start) return true;
  return a.date !== '' && a.original !== '' && a.date === b.date && Number(a.original) === Number(b.original);
}

/** A blank reporting period is read from the reference number; without one a row sorts first. */
const periodOf = (entry: Entry): string =>
  entry.period || (/\d{4}-\d{4}-Q\d/.exec(entry.reference)?.[0] ?? '');

function contracts(rows: readonly Entry[]): Expected[] {
  const parent = rows.map((_, at) => at);
  const root = (at: number): number => (parent[at] === at ? at : root(parent[at] ?? at));
  for (const [i, a] of rows.entries()) {
    for (const [j, b] of rows.slice(0, i).entries()) {
      const grouped = a.org === b.org && a.number !== '' && a.number === b.number;
      if (grouped && linked(a, b)) parent[root(i)] = root(j);
    }
  }
  const groups = Map.groupBy(rows.entries(), ([at]) => root(at));
  return [...groups.values()].map((members) => {
    const versions = members.map(([, entry]) => entry);
    versions.sort((a, b) => order(periodOf(a), periodOf(b)) || order(a.reference, b.reference));
    return {key: `${versions[0]?.org}|${versions[0]?.reference}`, versions};
  });
}

/** What the rule fixes of a record, from the versions in order. */
function recordOf({key, versions}: Expected): Record<string, Json> {
  const [first, last] = [versions[0], versions.at(-1)];
  if (!first || !last) throw new Error('a record has at least one version');
  const cents = (text: string) => Math.round(Number(text) * 100);
  const original = first.original === '' ? first.value : first.original;
  return {
    record_id: `c_${createHash('sha256').update(`proactive_contracts\n${key}`).digest('hex').slice(0, 16)}`,
    reference_number: last.reference,
    vendor: ['', 'NA'].includes(last.vendor) ? null : last.vendor.replace(/\s+/g, ' '),
    value: cents(last.value),
    date: first.date || null,
    original_value: cents(original),
    amendment_value: cents(last.value) - cents(original),
    instrument_type: {C: 'Contract', SOSA: 'Standing offer or supply arrangement'}[first.instrument] ?? null,
    amendments: versions.slice(0, -1).map((one) => `${one.reference} ${cents(one.value)}`),
  };
}

const byId = (records: Record<string, Json>[]): Record<string, Json>[] =>
  records.sort((a, b) => order(String(a['record_id']), String(b['record_id'])));

const quarters = fc.constantFrom('2018-2019-Q4', '2019-2020-Q1', '2019-2020-Q2', '2021-2022-Q3');
const entry: fc.Arbitrary<Entry> = fc
  .record({
    org: fc.constantFrom('hc-sc', 'dnd-mdn'),
    quarter: quarters,
    form: fc.constantFrom('C-', 'X', ''),
    number: fc.constantFrom('45001', '45001', '45002', 'PB-9', ''),
    vendor: fc.constantFrom(...Object.keys(VENDORS)),
    date: fc.constantFrom('2019-01-15', '2019-01-16', '2020-07-01', ''),
    start: fc.constantFrom('2019-02-01', '2020-07-01', ''),
    original: fc.constantFrom('10000', '10000.00', '25000.5', ''),
    value: fc.constantFrom('10000', '12500.25', '-40.1', '0'),
    period: fc.oneof({weight: 3, arbitrary: quarters}, fc.constant('')),
    instrument: fc.constantFrom('C', 'SOSA', ''),
  })
  // `C-` is the usual prefix of numbers with a period.
  .map(({quarter, form, ...rest}) => ({...rest, reference: form === 'C-' ? `C-${quarter}-` : form}));

/** Rows with a reference number of their own each, in any order. */
const one: fc.Arbitrary<Entry[]> = fc.array(entry, {minLength: 1, maxLength: 14}).map((rows) =>
  rows.map((row, at) => ({
    ...row,
    reference: `${row.reference}${String((at * 7) % 100).padStart(5, '0')}`,
  })),
);

const registry: fc.Arbitrary<Entry[]> = fc
  .array(one, {minLength: 1, maxLength: BATCH})
  .map((all) => all.flatMap((rows, at) => rows.map((row) => ({...row, org: `${row.org}-${at}`}))));

test(`proactive disclosure: records, originals, current versions and amendments (SEED=${SEED})`, async () => {
  const source = SOURCES['proactive_contracts'];
  if (!source) throw new Error('no source proactive_contracts');
  const select = `record_id, reference_number, vendor, CAST(value * 100 AS INTEGER) AS value, date,
    CAST(original_value * 100 AS INTEGER) AS original_value,
    CAST(amendment_value * 100 AS INTEGER) AS amendment_value, instrument_type,
    [a.reference_number || ' ' || CAST(a.value * 100 AS INTEGER) for a in amendments] AS amendments`;
  await fc.assert(
    fc.asyncProperty(registry, async (rows) => {
      const cells = rows.map((row) => ({
        owner_org: row.org,
        reference_number: row.reference,
        procurement_id: row.number,
        vendor_name: row.vendor,
        contract_date: row.date,
        contract_period_start: row.start,
        original_value: row.original,
        contract_value: row.value,
        reporting_period: row.period,
        instrument_type: row.instrument,
      }));
      expect(await recordsInMemory(source, cells, select)).toEqual(byId(contracts(rows).map(recordOf)));
    }),
    {seed: SEED, numRuns: RUNS},
  );
});

interface Notice {
  number: string;
  amendment: number;
  day: number;
  amount: number;
  total: number | null;
}

const notice = fc.record({
  number: fc.constantFrom('W1/001', 'W2/001', 'W3/001'),
  amendment: fc.integer({min: 0, max: 12}),
  day: fc.integer({min: 1, max: 28}),
  amount: fc.integer({min: -500, max: 900}),
  total: fc.option(fc.integer({min: 0, max: 5000}), {nil: null}),
});

/** Notices with one row for each number of an amendment, in any order. */
const history = fc
  .array(
    fc.uniqueArray(notice, {
      minLength: 1,
      maxLength: 12,
      selector: (row) => `${row.number} ${row.amendment}`,
    }),
    {minLength: 1, maxLength: BATCH},
  )
  .map((all) => all.flatMap((rows, at) => rows.map((row) => ({...row, number: `${row.number}/${at}`}))));

/** A total that is not published is the sum of all entries from the first, else there is none. */
function totalOf(versions: readonly Notice[]): number | null {
  const whole = versions[0]?.amendment === 0;
  return versions.at(-1)?.total ?? (whole ? versions.reduce((sum, one) => sum + one.amount, 0) : null);
}

test(`contract history: versions by amendment number, totals after each (SEED=${SEED})`, async () => {
  const source = SOURCES['canadabuys_contracts'];
  if (!source) throw new Error('no source canadabuys_contracts');
  const select = `record_id, amendment_number, CAST(value AS INTEGER) AS value, date,
    CAST(original_value AS INTEGER) AS original_value,
    [a.amendment_number || ' ' || coalesce(CAST(CAST(a.value AS INTEGER) AS VARCHAR), '?') for a in amendments] AS amendments`;
  await fc.assert(
    fc.asyncProperty(history, async (rows) => {
      const cells = rows.map((row) => ({
        'contractNumber-numeroContrat': row.number,
        'amendmentNumber-numeroModification': String(row.amendment).padStart(row.day % 2 ? 3 : 1, '0'),
        'contractAwardDate-dateAttributionContrat': `2024-01-${String(row.day).padStart(2, '0')}`,
        'contractAmount-montantContrat': `${row.amount}.00`,
        'totalContractValue-valeurTotaleContrat': row.total === null ? '' : `${row.total}.00`,
      }));
      const text = (one: Notice) => String(one.amendment).padStart(one.day % 2 ? 3 : 1, '0');
      const expected = [...Map.groupBy(rows, (row) => row.number)].map(([number, group]) => {
        const versions = [...group].sort((a, b) => a.amendment - b.amendment);
        const [first, last] = [versions[0], versions.at(-1)];
        return {
          record_id: `c_${createHash('sha256').update(`canadabuys_contracts\n${number}`).digest('hex').slice(0, 16)}`,
          amendment_number: last ? text(last) : null,
          value: totalOf(versions),
          date: `2024-01-${String(first?.day).padStart(2, '0')}`,
          original_value: first?.amendment === 0 ? first.amount : null,
          amendments: versions
            .slice(0, -1)
            .map((one, at) => `${text(one)} ${totalOf(versions.slice(0, at + 1)) ?? '?'}`),
        };
      });
      expect(await recordsInMemory(source, cells, select)).toEqual(byId(expected));
    }),
    {seed: SEED, numRuns: RUNS},
  );
});

test('entries in two currencies are not summed', async () => {
  const source = SOURCES['canadabuys_awards'];
  if (!source) throw new Error('no source canadabuys_awards');
  const entry = (number: string, amendment: string, amount: string, currency: string) => ({
    'referenceNumber-numeroReference': number,
    'amendmentNumber-numeroModification': amendment,
    'contractAmount-montantContrat': amount,
    'contractCurrency-contratMonnaie': currency,
  });
  const rows = [
    entry('mixed', '000', '80.00', 'EUR'),
    entry('mixed', '001', '5.00', 'CAD'),
    entry('mixed', '002', '1.00', 'CAD'),
    entry('plain', '000', '80.00', 'CAD'),
    entry('plain', '001', '5.00', ''),
  ];
  const select = `reference_number, CAST(value AS VARCHAR) AS value,
    CAST(currency_value AS VARCHAR) AS currency_value, [CAST(a.value AS VARCHAR) for a in amendments] AS amendments`;
  const records = await recordsInMemory(source, rows, select);
  expect(records).toEqual(
    expect.arrayContaining([
      {reference_number: 'mixed', value: null, currency_value: null, amendments: [null, null]},
      {reference_number: 'plain', value: '85.00', currency_value: '85.00', amendments: ['80.00']},
    ]),
  );
});

test('the order of the rows in the file changes neither ids nor versions', async () => {
  const source = SOURCES['proactive_contracts'];
  if (!source) throw new Error('no source proactive_contracts');
  const cells = (row: Entry) => ({
    owner_org: row.org,
    reference_number: row.reference,
    procurement_id: row.number,
    vendor_name: row.vendor,
    contract_date: row.date,
    original_value: row.original,
    contract_value: row.value,
    reporting_period: row.period,
  });
  await fc.assert(
    fc.asyncProperty(registry, async (rows) => {
      const forward = await recordsInMemory(source, rows.map(cells), '*');
      expect(await recordsInMemory(source, rows.map(cells).reverse(), '*')).toEqual(forward);
    }),
    {seed: SEED, numRuns: 2},
  );
});
