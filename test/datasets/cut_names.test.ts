/** Contracts under a cut vendor name: precision and recall over labelled pairs, chains, and the rule in both languages. */
import {describe, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {cutNameSql, isCutName} from '../../datasets/rules/cut_names.ts';
import {vendorWords} from '../../datasets/rules/text.ts';
import type {Source} from '../../datasets/types.ts';
import {type Apart, LABELLED_PAIRS, type Pair} from '../helpers/labelled_cut_names.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';
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
  start?: string;
  date?: string;
  value?: string;
}

/** Cells of rows, first version first: every row has a date and a value of its own, so that neither links them. */
const cellsOf = (rows: readonly Row[]) =>
  rows.map(({number, vendor, institution = 'hc-sc', start = '2019-04-01', date, value}, at) => ({
    owner_org: institution,
    reference_number: `C-20${10 + (at % 15)}-20${11 + (at % 15)}-Q1-${String(at).padStart(5, '0')}`,
    procurement_id: number,
    vendor_name: vendor,
    contract_date: date ?? `20${10 + (at % 15)}-0${1 + (at % 9)}-17`,
    contract_period_start: start,
    original_value: value ?? String(20_000 + at),
    contract_value: value ?? String(20_000 + at),
  }));

const PAST: Partial<Record<Apart, Partial<Row>>> = {
  start: {start: '2021-04-01'},
  institution: {institution: 'dnd-mdn'},
};

/** The two rows of a pair under a number of their own. */
function rowsOf({one, other, apart}: Pair, at: number): [Row, Row] {
  const number = `45${String(at).padStart(7, '0')}`;
  const second = {number: apart === 'number' ? `${number}-2` : number, vendor: other};
  return [
    {number, vendor: one},
    {...second, ...(apart ? PAST[apart] : {})},
  ];
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

  test('a name that may be cut from two others joins neither', async () => {
    const rows = [CUT, WHOLE, 'Northline Surveying and Geomation Partners'];
    expect(await groups(rows.map((vendor) => ({number, vendor})))).toEqual(
      rows.map((one) => `${one}: 0`).sort(),
    );
  });

  test('other links of the whole name still hold', async () => {
    const rows = [
      {number, vendor: CUT},
      {number, vendor: WHOLE, date: '2019-05-01', value: '5'},
      {number, vendor: 'Riverbend Ltd.', date: '2019-05-01', value: '5', start: '2022-01-01'},
    ];
    expect(await groups(rows)).toEqual(['Riverbend Ltd.: 2']);
  });

  test.each([
    ['no start', [{start: ''}, {start: ''}]],
    ['no number', [{number: ''}, {number: ''}]],
    ['a name that is missing', [{vendor: 'NA'}, {}]],
  ])('%s links nothing', async (_, [one, other]) => {
    const rows = [
      {number, vendor: CUT, ...one},
      {number, vendor: WHOLE, ...other},
    ];
    expect(await recordsInMemory(registry(), cellsOf(rows), 'record_id')).toHaveLength(2);
  });
});

test('the rule is the same in SQL and TypeScript', async () => {
  const {db, close} = await memoryDatabase();
  try {
    await db.run('CREATE TABLE pairs (one VARCHAR, other VARCHAR)');
    const appender = await db.createAppender('pairs');
    for (const {one, other} of LABELLED_PAIRS) {
      appender.appendVarchar(one);
      appender.appendVarchar(other);
      appender.endRow();
    }
    appender.closeSync();
    const sql = cutNameSql('vendor_words_of(one)', 'vendor_words_of(other)');
    const made = (await db.runAndReadAll(`SELECT ${sql} FROM pairs`)).getRows().map(([is]) => is);
    const expected = LABELLED_PAIRS.map(({one, other}) => isCutName(vendorWords(one), vendorWords(other)));
    expect(made).toEqual(expected);
    expect(new Set(expected)).toEqual(new Set([true, false]));
  } finally {
    close();
  }
});
