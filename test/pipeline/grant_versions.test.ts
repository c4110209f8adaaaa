/** Random registries of grants: the product and an oracle written from the rules agree. */
import {createHash} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {
  BUSINESS_NUMBERS,
  type GrantRow,
  lawfulGrants,
  NAMES,
  publishesChanges,
} from '../helpers/grant_law.ts';
import {recordsInMemory} from '../helpers/records_in_memory.ts';
import {seed as SEED} from '../helpers/seed.ts';

/** Registries in one database, since it is most of their cost. */
const COUNT = 2000;

const weighted = (values: Record<string, number>) =>
  fc.oneof(...Object.entries(values).map(([value, weight]) => ({weight, arbitrary: fc.constant(value)})));
const entry = fc.record({
  org: weighted({ec: 5, 'isc-sac': 2, 'aandc-aadnc': 1}),
  reference: weighted({'007-2024-2025-Q2-00012': 4, 'GC-2017-Q1-00012': 2, '007-2024-2025-Q2-00013': 1}),
  amendment: weighted({'': 1, '0': 3, '1': 3, '2': 2, '3': 2, '10': 2}),
  amended: fc.constantFrom('', '2024-02-01', '2025-03-01'),
  name: fc.constantFrom(...Object.keys(NAMES)),
  business: weighted(
    Object.fromEntries(Object.keys(BUSINESS_NUMBERS).map((text) => [text, text === '' ? 6 : 1])),
  ),
  start: weighted({'': 1, '2023-04-01': 4, '2023-05-01': 3}),
  agreement: weighted({'': 3, 'A-1': 3, 'A-2': 2}),
});

/** Rows with a value of their own each, in any order. */
const registry: fc.Arbitrary<GrantRow[]> = fc
  .array(entry, {minLength: 1, maxLength: 6})
  .map((rows) => rows.map((row, at) => ({...row, cents: (at % 3 === 2 ? -1 : 1) * (1_000_000 + 7 ** at)})));

const registries = (of: fc.Arbitrary<GrantRow[]>): GrantRow[][] =>
  fc.sample(of, {seed: SEED, numRuns: COUNT}).map((rows, at) =>
    rows.map((row) => ({
      ...row,
      reference: `${row.reference}-${at}`,
      agreement: row.agreement && `${row.agreement}-${at}`,
    })),
  );

const cellsOf = (row: GrantRow) => ({
  owner_org: row.org,
  ref_number: row.reference,
  amendment_number: row.amendment,
  amendment_date: row.amended,
  recipient_legal_name: row.name,
  recipient_business_number: row.business,
  agreement_start_date: row.start,
  agreement_number: row.agreement,
  agreement_value: (row.cents / 100).toFixed(2),
});

/** What the rules fix of a record. */
function recordOf(versions: readonly GrantRow[], isAlone: boolean): Record<string, Json> {
  const [first, last] = [versions[0]!, versions.at(-1)!];
  const id = createHash('sha256').update(`proactive_grants\n${first.org}|${first.reference}`).digest('hex');
  const changes = publishesChanges(first);
  return {
    record_id: isAlone ? `g_${id.slice(0, 16)}` : null,
    value: changes ? versions.reduce((sum, {cents}) => sum + cents, 0) : last.cents,
    rows: versions.map(({cents}) => cents).sort((a, b) => a - b),
    order: changes ? null : versions.map(({cents}) => cents),
    // The order of changes that are published under many numbers is not said.
    date: changes ? null : first.start || null,
    start_date: changes ? null : last.start || null,
    unexplained: versions.length > 1 ? 1 : 0,
  };
}

interface Made {
  record_id: string;
  reference_number: string;
  changes: boolean;
  values: number[];
  value: number;
  date: string | null;
  start_date: string | null;
  unexplained: number;
}

/** The same of a record as it was made. */
function shown(made: Made, isAlone: boolean): Record<string, Json> {
  const {changes, values} = made;
  const rows = changes ? values.map((value, at) => value - (values[at - 1] ?? 0)) : values;
  return {
    record_id: isAlone ? made.record_id : null,
    value: made.value,
    rows: rows.toSorted((a, b) => a - b),
    order: changes ? null : rows,
    date: changes ? null : made.date,
    start_date: changes ? null : made.start_date,
    unexplained: made.unexplained,
  };
}

const byText = (records: readonly Json[]): string[] => records.map((one) => JSON.stringify(one)).sort();

const SELECT = `record_id, reference_number, regexp_matches(source_url, 'isc-sac|aandc-aadnc') AS changes, CAST(value * 100 AS INTEGER) AS value, date, start_date,
  CASE WHEN len(versions) > 0 THEN [CAST(v.value * 100 AS INTEGER) for v in versions] ELSE [CAST(value * 100 AS INTEGER)] END AS values,
  len([v for v in versions if v.rule IS NULL])::INTEGER AS unexplained`;

test(`grants: agreements, their values and versions (SEED=${SEED})`, async () => {
  const source = SOURCES['proactive_grants'];
  if (!source) throw new Error('no source proactive_grants');
  const all = registries(registry.filter((rows) => lawfulGrants(rows) !== null));
  const records = (await recordsInMemory(source, all.flat().map(cellsOf), SELECT)) as unknown as Made[];
  const made = Map.groupBy(records, (one) => Number(one.reference_number.split('-').at(-1)));
  const wrong = all.flatMap((rows, at) => {
    const grants = lawfulGrants(rows)!;
    const isAlone = grants.length === 1 && new Set(rows.map(({reference}) => reference)).size === 1;
    const expected = byText(grants.map((versions) => recordOf(versions, isAlone)));
    const got = byText((made.get(at) ?? []).map((one) => shown(one, isAlone)));
    return isDeepStrictEqual(got, expected) ? [] : [{rows, got, expected}];
  });
  wrong.sort((a, b) => a.rows.length - b.rows.length);
  expect(wrong.slice(0, 1), `${wrong.length} of ${COUNT} registries`).toEqual([]);
  const joined = records.filter(({values}) => values.length > 1);
  expect(joined.length).toBeGreaterThan(records.length / 20);
  expect(joined.filter(({changes}) => changes).length).toBeGreaterThan(10);
});

test('the order of the rows in the file changes nothing', async () => {
  const source = SOURCES['proactive_grants'];
  if (!source) throw new Error('no source proactive_grants');
  // Also where the rules leave a choice.
  const cells = registries(registry).flat().map(cellsOf);
  const forward = await recordsInMemory(source, cells, '*');
  const backward = await recordsInMemory(source, cells.toReversed(), '*');
  const wrong = forward.filter((record, at) => !isDeepStrictEqual(record, backward[at]));
  expect(wrong.slice(0, 1), `${wrong.length} of ${forward.length} records`).toEqual([]);
});
