/** Random registries of grants: the SQL and an oracle written from the rules agree. */
import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {recordsInMemory} from '../helpers/records_in_memory.ts';
import {seed as SEED} from '../helpers/seed.ts';

const RUNS = 4;
/** Registries in one run, distinguished by number, since the database is most of its cost. */
const BATCH = 24;

/** Legal names as published, the recipient of the record and the key that links versions. */
const NAMES: Record<string, [recipient: string | null, key: string | null]> = {
  'Alder Theatre|Théâtre Alder': ['Alder Theatre | Théâtre Alder', 'alder theatre'],
  'ALDER THEATRE INC.': ['ALDER THEATRE INC.', 'alder theatre'],
  'Birch & Sons': ['Birch & Sons', 'birch and sons'],
  '| Chorale du cèdre': ['Chorale du cèdre', 'chorale du cedre'],
  'n/a': [null, null],
  '': [null, null],
};
const NUMBERS: Record<string, string | null> = {
  '812345678': '812345678',
  '812 345 678 RR0001': '812345678',
  '-': null,
  '': null,
};
const CHANGES = ['isc-sac', 'aandc-aadnc'];

interface Entry {
  org: string;
  ref: string;
  amendment: string;
  amended: string;
  name: string;
  business: string;
  start: string;
  agreement: string;
  value: string;
}

const entry: fc.Arbitrary<Entry> = fc.record({
  org: fc.constantFrom('ec', ...CHANGES),
  ref: fc.constantFrom('R-1', 'R-1', 'GC-7'),
  amendment: fc.constantFrom('', '0', '0', '1', '2', '10'),
  amended: fc.constantFrom('', '2024-02-01', '2025-03-01'),
  name: fc.constantFrom(...Object.keys(NAMES)),
  business: fc.constantFrom(...Object.keys(NUMBERS)),
  start: fc.constantFrom('', '2023-04-01', '2023-05-01'),
  agreement: fc.constantFrom('', 'A-1'),
  value: fc.constantFrom('', '100', '$1,100.0', '-40.5'),
});

const registry: fc.Arbitrary<Entry[]> = fc
  .array(fc.array(entry, {minLength: 1, maxLength: 12}), {minLength: 1, maxLength: BATCH})
  .map((all) => all.flatMap((rows, at) => rows.map((row) => ({...row, ref: `${row.ref}-${at}`}))));

/** Code point order with null first; the texts here have no characters beyond the basic plane. */
const order = (a: string | number | null, b: string | number | null): number => {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return a < b ? -1 : a > b ? 1 : 0;
};
const by =
  <T>(...keys: ((row: T) => string | number | null)[]) =>
  (a: T, b: T): number =>
    keys.map((key) => order(key(a), key(b))).find((way) => way !== 0) ?? 0;

/** An entry as the rules see it. */
interface Version {
  at: number;
  org: string;
  ref: string;
  recipient: string | null;
  key: string | null;
  business: string | null;
  amendment: string | null;
  amended: string | null;
  start: string | null;
  agreement: string | null;
  cents: number | null;
}

const version = (row: Entry, at: number): Version => ({
  at,
  org: row.org,
  ref: row.ref,
  recipient: NAMES[row.name]?.[0] ?? null,
  key: NAMES[row.name]?.[1] ?? null,
  business: NUMBERS[row.business] ?? null,
  amendment: row.amendment || null,
  amended: row.amended || null,
  start: row.start || null,
  agreement: row.agreement || null,
  cents: row.value === '' ? null : Math.round(Number(row.value.replace(/[$,]/g, '')) * 100),
});

const amendmentNumber = (row: Version) => (row.amendment === null ? null : Number(row.amendment));
const inOrder = by<Version>(
  amendmentNumber,
  (row) => row.amended,
  (row) => row.at,
);
const copies = by<Version>(
  (row) => row.key,
  (row) => row.agreement,
  (row) => row.start,
  (row) => row.cents,
  (row) => row.amended,
  (row) => row.business,
  (row) => row.at,
);
const content = by<Version>(
  (row) => row.recipient,
  (row) => row.amended,
  (row) => row.business,
);

/** Sets of rows that share the recipient by name or by number; links chain. */
function components(rows: readonly Version[]): Version[][] {
  const left = new Set(rows);
  const groups: Version[][] = [];
  for (const first of left) {
    const together = [first];
    left.delete(first);
    for (const one of together)
      for (const other of left)
        if (
          (one.key !== null && one.key === other.key) ||
          (one.business !== null && one.business === other.business)
        ) {
          left.delete(other);
          together.push(other);
        }
    groups.push(together);
  }
  return groups;
}

/** Records of linked rows: the n-th row of an amendment number belongs to the n-th. */
function parted(rows: readonly Version[]): Version[][] {
  const records: Version[][] = [];
  for (const same of Map.groupBy(rows.toSorted(copies), (row) => row.amendment).values())
    for (const [n, row] of same.entries()) records[n] = [...(records[n] ?? []), row];
  return records.map((record) => record.toSorted(inOrder));
}

/** Value after every version: the total as published, or the sum of the changes so far. */
function totals(versions: readonly Version[]): (number | null)[] {
  if (!CHANGES.includes(versions[0]!.org)) return versions.map(({cents}) => cents);
  let sum: number | null = null;
  return versions.map(({cents}) => {
    if (cents !== null) sum = (sum ?? 0) + cents;
    return sum;
  });
}

function recordOf(versions: readonly Version[], key: string): Record<string, Json> {
  const [first, last] = [versions[0]!, versions.at(-1)!];
  const values = totals(versions);
  return {
    record_id: `g_${createHash('sha256').update(`proactive_grants\n${key}`).digest('hex').slice(0, 16)}`,
    recipient: last.recipient,
    value: values.at(-1) ?? null,
    date: first.start,
    start_date: last.start,
    amendment_number: last.amendment,
    amendments: versions
      .slice(0, -1)
      .map((one, i) => `${one.amendment} ${one.amended ?? one.start} ${values[i]}`),
  };
}

const decimal = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2));

function agreements(rows: readonly Entry[]): Record<string, Json>[] {
  const distinct = new Map<string, Version>();
  for (const [at, row] of rows.entries()) {
    const one = version(row, at);
    const same = JSON.stringify({...one, at: 0});
    if (!distinct.has(same)) distinct.set(same, one);
  }
  const numbers = Map.groupBy(distinct.values(), ({org, ref}) => `${org}|${ref}`);
  return [...numbers].flatMap(([key, all]) => {
    const records = components(all).flatMap(parted);
    if (records.length === 1) return records.map((versions) => recordOf(versions, key));
    const longer = Map.groupBy(
      records.toSorted((a, b) => content(a[0]!, b[0]!)),
      ([first]) => {
        const {key: group, agreement, start, amendment, cents} = first!;
        return [key, group, agreement, start, amendment, decimal(cents)].map((part) => part ?? '').join('|');
      },
    );
    return [...longer].flatMap(([whole, alike]) =>
      alike.map((versions, i) => recordOf(versions, i === 0 ? whole : `${whole}|${i + 1}`)),
    );
  });
}

const byId = (records: Record<string, Json>[]) =>
  records.toSorted((a, b) => order(String(a['record_id']), String(b['record_id'])));

const SELECT = `record_id, recipient, CAST(value * 100 AS INTEGER) AS value, date, start_date, amendment_number,
  [coalesce(a.amendment_number, 'null') || ' ' || coalesce(CAST(a.date AS VARCHAR), 'null') || ' ' ||
    coalesce(CAST(CAST(a.value * 100 AS INTEGER) AS VARCHAR), 'null') for a in amendments] AS amendments`;

test(`grants: agreements, their values and earlier versions (SEED=${SEED})`, async () => {
  const source = SOURCES['proactive_grants'];
  if (!source) throw new Error('no source proactive_grants');
  await fc.assert(
    fc.asyncProperty(registry, async (rows) => {
      const cells = rows.map((row) => ({
        owner_org: row.org,
        ref_number: row.ref,
        amendment_number: row.amendment,
        amendment_date: row.amended,
        recipient_legal_name: row.name,
        recipient_business_number: row.business,
        agreement_start_date: row.start,
        agreement_number: row.agreement,
        agreement_value: row.value,
      }));
      expect(await recordsInMemory(source, cells, SELECT)).toEqual(byId(agreements(rows)));
    }),
    {seed: SEED, numRuns: RUNS},
  );
});
