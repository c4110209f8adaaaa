/**
 * Contracts under a cut vendor name: precision and recall over labelled pairs, chains, and what a cut name
 * does not tell.
 */
import {describe, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import type {Source} from '../../datasets/types.ts';
import {LABELLED_PAIRS, type Pair} from '../helpers/labelled_cut_names.ts';
import {recordsInMemory} from '../helpers/records_in_memory.ts';

function registry(): Source {
  const source = SOURCES['proactive_contracts'];
  if (!source) throw new Error('no source proactive_contracts');
  return source;
}

interface Row {
  number: string;
  vendor: string;
  institution?: string;
  instrument?: string;
  date?: string;
  value?: string;
}

/**
 * Cells of rows, first version first: amendments, each with a date and a value of its own, so that neither
 * joins them.
 */
const cellsOf = (rows: readonly Row[]) =>
  rows.map(({number, vendor, institution = 'hc-sc', instrument = 'A', date, value}, at) => ({
    owner_org: institution,
    reference_number: `C-20${10 + (at % 15)}-20${11 + (at % 15)}-Q1-${String(at).padStart(5, '0')}`,
    procurement_id: number,
    vendor_name: vendor,
    instrument_type: instrument,
    contract_date: date ?? `20${10 + (at % 15)}-0${1 + (at % 9)}-17`,
    original_value: value ?? String(20_000 + at),
    contract_value: value ?? String(20_000 + at),
  }));

/** The two rows of a pair under a number of their own. */
function rowsOf({one, other, apart}: Pair, at: number): [Row, Row] {
  const number = `45${String(at).padStart(7, '0')}`;
  const second = {number: apart === 'number' ? `${number}-2` : number, vendor: other};
  return [{number, vendor: one}, apart === 'institution' ? {...second, institution: 'dnd-mdn'} : second];
}

test('labelled pairs: precision is at least 0.99', async () => {
  const rows = LABELLED_PAIRS.flatMap((pair, at) => rowsOf(pair, at));
  const select = 'contract_number, len(amendments)::INTEGER AS earlier';
  const records = (await recordsInMemory(registry(), cellsOf(rows), select)) as {
    contract_number: string;
    earlier: number;
  }[];
  const joined = new Set(records.filter(({earlier}) => earlier).map((one) => one.contract_number));
  const told = LABELLED_PAIRS.map((pair, at) => ({...pair, joined: joined.has(rowsOf(pair, at)[0].number)}));
  const right = told.filter((one) => one.same && one.joined).length;
  const wrong = told.filter((one) => !one.same && one.joined);
  const missed = told.filter((one) => one.same && !one.joined);
  const precision = right / (right + wrong.length);
  const recall = right / (right + missed.length);
  console.log(
    `cut vendor names, ${told.length} pairs: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
  );
  expect(told.length).toBeGreaterThanOrEqual(100);
  expect(told.filter(({same}) => !same).length).toBeGreaterThanOrEqual(50);
  expect(precision, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.99);
  expect(recall, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.9);
});

const CUT = 'Northline Surveying and Geomat';
const WHOLE = 'Northline Surveying and Geomatics Inc.';
const number = '4500000001';

describe('rows of one number', () => {
  const groups = async (rows: readonly Row[]): Promise<string[]> => {
    const select = `vendor || ': ' || len(amendments) AS shown`;
    const records = (await recordsInMemory(registry(), cellsOf(rows), select)) as {shown: string}[];
    return records.map(({shown}) => shown).sort();
  };

  test('the original gives the id, the last row the name, in either order', async () => {
    for (const [first, last] of [
      [CUT, WHOLE],
      [WHOLE, CUT],
    ] as const) {
      const rows = [
        {number, vendor: first},
        {number, vendor: last},
      ];
      expect(await groups(rows)).toEqual([`${last}: 1`]);
      const id = async (of: readonly Row[]) => recordsInMemory(registry(), cellsOf(of), 'record_id');
      expect(await id(rows)).toEqual(await id(rows.slice(0, 1)));
    }
  });

  test('a name that is cut twice, and other spellings, chain', async () => {
    const rows = [CUT, WHOLE, 'NORTHLINE SURVEYING AND GEOMATICS INCORPORATED', 'Northline Surveying and'];
    expect(await groups(rows.map((vendor) => ({number, vendor})))).toEqual(['Northline Surveying and: 3']);
  });

  test('other agreements of the whole name still hold', async () => {
    const rows = [
      {number, vendor: CUT},
      {number, vendor: WHOLE, date: '2019-05-01', value: '5'},
      {number, vendor: 'Riverbend Ltd.', date: '2019-05-01', value: '5'},
    ];
    expect(await groups(rows)).toEqual(['Riverbend Ltd.: 2']);
  });

  test('an amendment joins the contract of the cut name among several', async () => {
    const rows = [
      {number, vendor: CUT, instrument: 'C'},
      {number, vendor: 'Riverbend Ltd.', instrument: 'C'},
      {number, vendor: WHOLE},
    ];
    expect(await groups(rows)).toEqual(['Riverbend Ltd.: 0', `${WHOLE}: 1`].sort());
  });

  test('two contracts stay apart under a cut name', async () => {
    const rows = [CUT, WHOLE].map((vendor) => ({number, vendor, instrument: 'C'}));
    expect(await groups(rows)).toEqual(rows.map(({vendor}) => `${vendor}: 0`).sort());
  });

  test.each([
    ['no number', [{number: ''}, {number: ''}]],
    ['a name that is missing', [{vendor: 'NA'}, {}]],
  ])('%s joins nothing', async (_, [one, other]) => {
    const rows = [
      {number, vendor: CUT, ...one},
      {number, vendor: WHOLE, ...other},
    ];
    expect(await recordsInMemory(registry(), cellsOf(rows), 'record_id')).toHaveLength(2);
  });
});
