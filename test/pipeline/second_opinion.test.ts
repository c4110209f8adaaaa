/**
 * The grouping of the publisher's search over builds whose records agree with it, and over builds whose rules
 * have drifted.
 */
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {CheckResult} from '../../builds/artefacts.ts';
import {SECOND_OPINION} from '../../datasets/contracts/second_opinion.ts';
import {DATASETS} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {runChecks} from '../../pipeline/check/run.ts';
import {figuresText} from '../../pipeline/report/format.ts';
import {makeViews} from '../../pipeline/write/views.ts';
import {writeBuild} from '../helpers/build.ts';
import {folder, memoryDatabase} from '../helpers/pipeline.ts';

type Fields = Record<string, Json>;

/** A published row: `C` or `A`, total after it and change by it; of 100 at the award. */
const row = (instrument: string, value: number, amendment_value: number, more: Fields = {}): Fields => ({
  instrument,
  value,
  amendment_value,
  contract_number: '4500',
  vendor: 'Osprey Ltd.',
  date: '2024-03-05',
  original_value: 100,
  reporting_period: '2023-2024-Q4',
  reference_number: `${instrument}-${value}`,
  ...more,
});
const C = (more: Fields = {}) => row('C', 100, 0, more);

/** A record of these rows, as the pipeline writes it: `versions` only where there are several. */
function record(...rows: Fields[]): Fields {
  const {instrument = null, value = null, ...last} = rows.at(-1)!;
  return {
    ...last,
    value,
    department: 'Health Canada | Santé Canada',
    source_dataset: 'Proactive Disclosure Contracts',
    instrument_type: instrument === 'SOSA' ? 'Standing offer or supply arrangement' : 'Contract',
    amendment_value: Number(value) - Number(last['original_value']),
    versions: rows.length > 1 ? rows : [],
  };
}

/** The outcome over a build of these contracts. */
async function opinion(contracts: readonly Fields[]): Promise<CheckResult> {
  const dir = await folder();
  const {datasets} = await writeBuild(dir, {rows: {contracts: [...contracts]}, index: false});
  const {db, close} = await memoryDatabase();
  try {
    await makeViews(db, {contracts: (datasets['contracts']?.files ?? []).map(({path}) => join(dir, path))});
    const empty = Object.keys(DATASETS).map((name) => [name, {rows: name === 'contracts' ? 1 : 0}] as const);
    const results = await runChecks(db, '2026-01-02T00:00:00', Object.fromEntries(empty));
    return results.find(({name}) => name === SECOND_OPINION.name)!;
  } finally {
    close();
  }
}

const figures = async (...contracts: Fields[]) => Object.values((await opinion(contracts)).figures ?? {});

test('a contract with its amendments is the same, whatever its amendments are called', async () => {
  expect(await figures(record(C(), row('A', 150, 50), row('A', 130, -20, {vendor: 'Heron'})))).toEqual([
    1, 0, 0, 0,
  ]);
});

test('rows of other numbers, institutions, or none are contracts of their own', async () => {
  const elsewhere = {...record(C()), department: 'Parks Canada | Parcs Canada'};
  const other = record(C({contract_number: '4501', vendor: 'Heron'}));
  const none = {contract_number: null, vendor: null};
  expect(await figures(record(C()), elsewhere, other, record(C(none)), record(C(none)))).toEqual([
    5, 0, 0, 0,
  ]);
});

test('an amendment that stands apart is in the group of its contract: both records differ', async () => {
  // In the search 100 and a change of 50; here 100 and 150.
  expect(await figures(record(C()), record(row('A', 150, 50)))).toEqual([2, 2, 250, 150]);
});

test('two contracts of a number are none of its groups, nor is one that has changed already', async () => {
  expect(await figures(record(C(), row('C', 70, -30, {date: '2024-05-05'})))).toEqual([1, 1, 70, 170]);
  expect(await figures(record(row('C', 120, 20, {date: null}), row('A', 150, 30)))).toEqual([1, 1, 150, 270]);
});

test('rows without a contract are apart in the search', async () => {
  expect(await figures(record(row('A', 150, 50), row('A', 170, 20)))).toEqual([1, 1, 170, 320]);
});

test('what is left is grouped by vendor, date and object code where the contract comes first', async () => {
  const later = {contract_number: '4501', reporting_period: '2024-2025-Q1'};
  const [contract, amendment] = [
    {...record(C()), economic_object_code: '0430'},
    record(row('A', 150, 50, later)),
  ];
  const same = {...amendment, economic_object_code: '0430'};
  expect(await figures(contract, same)).toEqual([2, 2, 250, 150]);
  expect(await figures(contract, amendment)).toEqual([2, 0, 0, 0]);
  const earlier = record(row('A', 150, 50, {...later, reporting_period: '2022-2023-Q1'}));
  expect(await figures(contract, {...earlier, economic_object_code: '0430'})).toEqual([2, 0, 0, 0]);
});

test('contract history is not asked about', async () => {
  const history = {...record(C(), row('C', 70, 0)), source_dataset: 'CanadaBuys Contract History'};
  expect(await figures(history)).toEqual([0, 0, 0, 0]);
});

/** A thousand contracts with an amendment each, ten of which are amendments alone: those differ. */
const many = (recordsOf: (first: Fields, second: Fields) => Fields[]) =>
  Array.from({length: 1000}, (_, at) => {
    const named = {contract_number: `45${at}`, vendor: `Osprey ${at}`};
    return recordsOf(at < 10 ? row('A', 120, 20, named) : C(named), row('A', 150, 50, named));
  }).flat();

test('a build that differs as the corpus does passes, one whose rules have drifted does not', async () => {
  const sound = await opinion(many((first, second) => [record(first, second)]));
  expect(sound).toMatchObject({
    severity: 'WARN',
    passed: true,
    figures: {records: 1000, 'records that differ': 10},
  });
  expect(figuresText(sound.figures!)).toBe(
    'records: 1,000, records that differ: 10, their value: 1,500, value in the search: 2,700',
  );
  // No amendment joins its contract.
  const split = await opinion(many((first, second) => [record(first), record(second)]));
  expect(split).toMatchObject({passed: false, figures: {records: 2000, 'records that differ': 1980}});
  // Amendments without a contract join nothing: too much agreement.
  const alone = await opinion(
    many((first, second) =>
      first['instrument'] === 'A' ? [record(first), record(second)] : [record(first, second)],
    ),
  );
  expect(alone).toMatchObject({passed: false, figures: {'records that differ': 0}});
});
