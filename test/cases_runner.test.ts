/** Labelled cases are judged rightly: wrong groups are found, cases never meet, broken ones are named. */
import {describe, expect, test} from 'vitest';
import {SOURCES} from '../datasets/index.ts';
import type {Json} from '../datasets/types.ts';
import {type Case, type Got, NOTHING} from './cases_runner/case.ts';
import {type Cells, fileText} from './cases_runner/compact.ts';
import {reportOf} from './cases_runner/report.ts';
import {casesCommand, judgeCases} from './cases_runner/run.ts';
import {countPairs, mixedFields, scoreOf, totalOf} from './cases_runner/score.ts';
import {casesIn} from './helpers/cases.ts';

const caseOf = (truth: Partial<Case['truth']>, more: Partial<Case> = {}): Case => ({
  source: 'proactive_contracts',
  name: 'invented',
  path: 'invented.json',
  hard: false,
  evidence: 'C',
  truth: {records: [], money: null, sum: null, fields: {}, ...truth},
  ...more,
});

const gotOf = (more: Partial<Got>): Got => ({...NOTHING, ...more});

describe('a score', () => {
  test.each([
    ['equal groups', [[0, 1], [2]], [[2], [1, 0]], {truth: 1, got: 1, both: 1}],
    ['two records in one', [[0, 1], [2]], [[0, 1, 2]], {truth: 1, got: 3, both: 1}],
    ['one record in two', [[0, 1, 2]], [[0, 1], [2]], {truth: 3, got: 1, both: 1}],
    [
      'a row exchanged',
      [
        [0, 1],
        [2, 3],
      ],
      [
        [0, 2],
        [1, 3],
      ],
      {truth: 2, got: 2, both: 0},
    ],
    ['a refused row', [[0, 1, 2]], [[0, 1]], {truth: 3, got: 1, both: 1}],
    ['a row that should be refused', [[0]], [[0, 1]], {truth: 0, got: 1, both: 0}],
  ])('counts pairs: %s', (what, truth, got, pairs) => {
    expect(countPairs(truth, got)).toEqual(pairs);
    const {right, problems} = scoreOf(caseOf({records: truth}), gotOf({records: got}));
    expect(right).toBe(what === 'equal groups');
    expect(problems.length).toBe(right ? 0 : 1);
  });

  test('compares money by the cent and tells what is lost and what is invented', () => {
    const truth = {records: [[0]], money: 'value', sum: 100.1};
    const score = (sum: number | null) => scoreOf(caseOf(truth), gotOf({records: [[0]], sum}));
    expect(score(100.1 + 1e-9)).toMatchObject({right: true, lost: 0, invented: 0});
    expect(score(90)).toMatchObject({right: false, lost: 10.1, invented: 0});
    expect(score(150.2)).toMatchObject({right: false, lost: 0, invented: 50.1});
    expect(score(null)).toMatchObject({right: false, lost: 100.1, invented: 0});
  });

  test('compares fields with null, and a record that is missing has none', () => {
    const fields = {0: {value: null, date: '2024-05-02'}};
    const score = (got: Record<string, Record<string, Json>>) =>
      scoreOf(caseOf({records: [[0]], fields}), gotOf({records: [[0]], fields: got})).problems;
    expect(score({0: {value: null, date: '2024-05-02'}})).toEqual([]);
    expect(score({0: {value: 0, date: '2024-05-02'}})).toEqual([
      'value of the record of row 0: expected null, got 0',
    ]);
    expect(score({})).toHaveLength(2);
  });

  test('of a case that the product stops at is wrong', () => {
    expect(scoreOf(caseOf({}), gotOf({error: 'two keys have one id'})).right).toBe(false);
  });

  test('counts the fields of a record that come from another truth than most of them', () => {
    const rows = [
      {truth: 0, values: {vendor: 'A', date: '2020-01-01', value: 5, city: 'Q'}},
      {truth: 0, values: {vendor: 'A', date: '2020-01-01', value: 6, city: 'Q'}},
      {truth: 1, values: {vendor: 'B', date: '2021-01-01', value: 9, city: 'Q'}},
    ];
    const mixed = (record: Record<string, Json>) => mixedFields(record, rows);
    expect(mixed({vendor: 'A', date: '2020-01-01', value: 6, city: 'Q'})).toBe(0);
    expect(mixed({vendor: 'A', date: '2020-01-01', value: 9, city: 'Q'})).toBe(1);
    expect(mixed({vendor: 'B', date: '2020-01-01', value: 9, total: 20})).toBe(1);
    expect(mixed({vendor: null, date: null, total: 20})).toBe(0);
  });

  test('is summed over pairs, not over cases', () => {
    const one = (truth: number[][], got: number[][]) => {
      const of = caseOf({records: truth}, {hard: true});
      return {case: of, score: scoreOf(of, gotOf({records: got}))};
    };
    const total = totalOf([
      one([[0, 1, 2, 3]], [[0, 1, 2, 3]]),
      one([[0], [1]], [[0, 1]]),
      one([[0, 1]], [[0]]),
    ]);
    expect(total).toMatchObject({cases: 3, right: 1, hard: 3, hardRight: 1, precision: 6 / 7, recall: 6 / 7});
    expect(totalOf([])).toMatchObject({precision: 1, recall: 1});
  });
});

test('the report lists wrong cases with rows, groups and rules, and ends with the sums', () => {
  const wrong = caseOf({records: [[0], [1]], money: 'value', sum: 30}, {name: 'two winners', hard: true});
  const got = gotOf({
    records: [[0, 1]],
    sum: 20,
    rows: ['vendor "A"', 'vendor "B"'],
    rules: [null, 'same date'],
    mixed: 2,
  });
  const right = caseOf({records: [[0]]}, {source: 'vendors', name: 'one'});
  const judged = [
    {case: wrong, got, score: scoreOf(wrong, got)},
    {case: right, got: gotOf({records: [[0]]}), score: scoreOf(right, gotOf({records: [[0]]}))},
  ];
  expect(reportOf(judged).split('\n')).toEqual([
    'proactive_contracts: two winners (hard)',
    '  invented.json; evidence: C',
    '  records: expected [0] [1], got [0 1]',
    '  sum of value: expected 30, got 20',
    '  row 0: expected [0], got [0 1]: vendor "A"',
    '  row 1: expected [1], got [0 1] by same date: vendor "B"',
    '',
    'source                right  hard right  precision  recall  lost  invented  mixed fields',
    'proactive_contracts  0 of 1      0 of 1       0.00    1.00    10         0             2',
    'vendors              1 of 1      0 of 0       1.00    1.00     0         0             0',
    'all                  1 of 2      0 of 1       0.00    1.00    10         0             2',
    '',
    'cases: 1 of 2 right, precision 0.00, recall 1.00',
    '',
  ]);
});

/** A contract of an invented vendor, and an amendment of it. */
const AWARD = {
  reference_number: 'C-2023-2024-Q1-00071',
  procurement_id: '4600310077',
  vendor_name: 'Tamarack Bridgeworks Ltd.',
  contract_date: '2023-05-11',
  contract_value: '80000',
  original_value: '80000',
  amendment_value: '0',
  instrument_type: 'C',
  reporting_period: '2023-2024-Q1',
  owner_org: 'dfo-mpo',
  owner_org_title: 'Fisheries and Oceans Canada | Pêches et Océans Canada',
};
const AMENDMENT = {
  ...AWARD,
  reference_number: 'C-2023-2024-Q4-00019',
  contract_date: '2024-01-22',
  contract_value: '95000',
  amendment_value: '15000',
  instrument_type: 'A',
  reporting_period: '2023-2024-Q4',
};

const labelled = (name: string, rows: readonly object[], more: object) => ({
  name,
  hard: false,
  evidence: 'C',
  rows,
  ...more,
});

const contractsFile = (rows: readonly Cells[]): string =>
  fileText(SOURCES['proactive_contracts']!, 'contracts.csv', rows, 'invented');

const contracts = (...cases: object[]) => ({source: 'proactive_contracts', file: 'contracts.csv', cases});

describe('cases of a source', () => {
  test('are read as an ingest reads them, and a wrong expectation is found', async () => {
    const all = {money: 'value', fields: {1: {original_value: 80000, value: 95000, date: '2023-05-11'}}};
    const root = await casesIn({
      'contracts.json': contracts(
        labelled('joined', [AWARD, AMENDMENT], {records: [[0, 1]], sum: 95000, ...all}),
        labelled('apart', [AWARD, AMENDMENT], {records: [[0], [1]], sum: 175000, money: 'value'}),
        labelled('repeated', [AWARD, AWARD], {records: [[0, 1]], sum: 80000, money: 'value'}),
      ),
    });
    const [joined, apart, repeated] = await judgeCases(root);
    expect(joined!.score).toMatchObject({right: true, problems: [], pairs: {truth: 1, got: 1, both: 1}});
    expect(apart!.score).toMatchObject({right: false, lost: 80000, pairs: {truth: 0, got: 1, both: 0}});
    expect(apart!.score.mixed).toBeGreaterThan(0);
    expect(apart!.got.rows[1]).toContain('reference_number "C-2023-2024-Q4-00019"');
    expect(repeated!.score.right).toBe(true);
    expect(repeated!.got.rules).toContain('repeated row');
  });

  test('never meet: an award in one case and its amendment in another stay apart', async () => {
    const alone = {records: [[0]], money: 'value'};
    const root = await casesIn({
      'contracts.json': contracts(
        labelled('award', [AWARD], {...alone, sum: 80000}),
        labelled('its amendment', [AMENDMENT], {...alone, sum: 95000}),
        labelled('the award again', [AWARD], {...alone, sum: 80000}),
      ),
    });
    expect((await judgeCases(root)).flatMap(({score}) => score.problems)).toEqual([]);
  });

  test('may be folders; a refused row is in no record', async () => {
    const expected = (records: number[][]) => ({name: 'in a folder', hard: true, evidence: 'C', records});
    const csv = contractsFile([AWARD, {...AMENDMENT, reference_number: ''}]);
    const judged = await judgeCases(
      await casesIn({
        'proactive_contracts/01-refused/contracts.csv': csv,
        'proactive_contracts/01-refused/expected.json': expected([[0]]),
        'proactive_contracts/02-not-refused/contracts.csv': csv,
        'proactive_contracts/02-not-refused/expected.json': expected([[0, 1]]),
      }),
    );
    expect(judged.map(({score}) => score.right)).toEqual([true, false]);
    expect(judged[1]!.got.rules).toEqual([null, 'refused: no reference number']);
  });

  test('that cannot be read are named, not those beside them', async () => {
    const expected = {name: 'in a folder', hard: true, evidence: 'C', records: [[0]]};
    const root = await casesIn({
      'proactive_contracts/01-good/contracts.csv': contractsFile([AWARD]),
      'proactive_contracts/01-good/expected.json': expected,
      'proactive_contracts/02-broken/contracts.csv': 'reference_number\nC-1\n',
      'proactive_contracts/02-broken/expected.json': expected,
    });
    await expect(judgeCases(root)).rejects.toThrow(/02-broken: "in a folder": .* header changed: .* as the/);
  });

  test('have the rows of a file that is left out as a copy of another', async () => {
    const row = {
      ApplicationID: '431207-2021',
      'Name-Nom': 'Okafor, Ingrid',
      OrganizationID: '44',
      'FiscalYear-Exercice financier': '2023',
      AwardAmount: '28000',
    };
    const rows = {'NSERC_FY2023.csv': [row, row], 'NSERC_FY2023_1.csv': [row, row]};
    const cases = [
      {
        name: 'copy',
        hard: true,
        evidence: 'C',
        rows,
        records: [
          [0, 2],
          [1, 3],
        ],
      },
    ];
    const root = await casesIn({'n.json': {source: 'nserc_awards', file: 'NSERC_FY2023.csv', cases}});
    const [copy] = await judgeCases(root);
    expect(copy!.score.problems).toEqual([]);
  });

  test('lists of names are judged by the keys of the product', async () => {
    const root = await casesIn({
      'vendors/cases.json': [
        {name: 'forms', hard: false, why: 'C', input: ['Tamarack Ltd.', 'TAMARACK LTD'], truth: [[0, 1]]},
        {name: 'two', hard: true, why: 'C', input: ['Tamarack Ltd.', 'Birch Ltd.'], truth: [[0, 1]]},
      ],
      'organizations.json': [
        {
          name: 'bar',
          hard: false,
          why: 'C',
          input: [{n: 'Lac | Lake', b: true}, {n: 'Lake'}],
          truth: [[0, 1]],
        },
      ],
    });
    const judged = await judgeCases(root);
    expect(judged.map(({case: {source}, score}) => [source, score.right])).toEqual([
      ['organizations', true],
      ['vendors', true],
      ['vendors', false],
    ]);
  });
});

describe('a broken case', () => {
  const good = labelled('good', [AWARD], {records: [[0]]});
  test.each([
    ['no JSON', '{"source":', /contracts\.json: it is no JSON .*: correct it at that place/],
    [
      'an unknown source',
      {...contracts(good), source: 'contract'},
      /there is no source contract: name it as/,
    ],
    ['a typing error', contracts({...good, record: []}), /a case has record: its keys are name, hard/],
    ['no name', contracts({...good, name: undefined}), /a case lacks a name, hard or evidence/],
    ['a row twice', contracts({...good, records: [[0], [0]]}), /records of "good" name a row twice/],
    ['a row too many', contracts({...good, records: [[0, 1]]}), /"good": it names row 1 of 1: count from 0/],
    [
      'an unknown column',
      contracts({...good, rows: [{vendor: 'A'}]}),
      /"good": no layout of .* columns vendor/,
    ],
    ['money of no column', contracts({...good, money: 'price', sum: 1}), /contracts has no column price/],
    ['a field of no column', contracts({...good, fields: {0: {price: 1}}}), /records have no column price/],
    ['a sum of nothing', contracts({...good, sum: 1}), /"good" has no sum of a column/],
    ['a cell that is no text', contracts({...good, rows: [{vendor_name: 5}]}), /a cell is 5: write the text/],
  ])('with %s is named with the remedy, and the exit code is 1', async (_, content, message) => {
    const root = await casesIn({'contracts.json': content});
    let said = '';
    const code = await casesCommand(root, {write: () => undefined}, {write: (text) => (said += text)});
    expect([code, said]).toEqual([1, expect.stringMatching(message)]);
    expect(said).toContain('contracts.json');
  });

  test('and none at all end otherwise: a wrong one gives 0', async () => {
    const wrong = labelled('wrong', [AWARD, AMENDMENT], {records: [[0], [1]]});
    const root = await casesIn({'contracts.json': contracts(good, wrong)});
    let said = '';
    const code = await casesCommand(
      root,
      {write: (text) => (said += text)},
      {write: (text) => (said += text)},
    );
    expect(code).toBe(0);
    expect(said.trimEnd().split('\n').at(-1)).toBe('cases: 1 of 2 right, precision 0.00, recall 1.00');
  });
});
