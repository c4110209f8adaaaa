/** The gate: what a run may change of a source before a build says so, or keeps the old part. */
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ingest} from '../helpers/ingest.ts';
import {manifestOf} from '../helpers/mirror.ts';

const SLUG = 'edmonton_permits';
const RECORDS = 400;

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gate-test-'));
});
afterAll(() => rm(root, {recursive: true, force: true}));

type Row = Record<string, string>;

/** Permits of two years, one to a lot. */
const permits = (count = RECORDS): Row[] =>
  Array.from({length: count}, (_, at) => {
    const day = new Date(Date.UTC(at % 2 ? 2024 : 2025, at % 12, 1 + (at % 28))).toISOString().slice(0, 10);
    return {
      row_id: `${day}-${1000 + at}`,
      permit_number: `${500_000 + at}`,
      issue_date: `${day}T00:00:00.000`,
      job_category: 'House Combination',
      job_description: `To construct house number ${at}`,
      building_type: 'Single Detached House (110)',
      work_type: '(01) New',
      construction_value: `${100_000 + 997 * at}`,
      units_added: '1',
      address: `${at} - 101 STREET NW`,
      neighbourhood: 'DOWNTOWN',
      latitude: (53.5 + at / 10_000).toFixed(6),
      longitude: '-113.5',
    };
  });

let runs = 0;

type Files = Record<string, readonly Row[]>;

/**
 * Ingests rows after rows, the second time with more settings; what came of it. Rows may stand in several
 * files.
 */
async function after(first: readonly Row[] | Files | null, then: readonly Row[] | Files, more: Row = {}) {
  const folder = join(root, String(runs++));
  await mkdir(join(folder, 'mirror', SLUG), {recursive: true});
  const settings = {DATA_DIR: join(folder, 'data'), MIRROR: join(folder, 'mirror')};
  const run = async (given: readonly Row[] | Files, own: Row = {}) => {
    const files = Array.isArray(given) ? {'permits.jsonl': given} : given;
    for (const [name, rows] of Object.entries(files)) {
      const lines = (rows as Row[]).map((row) => `${JSON.stringify(row)}\n`).join('');
      await writeFile(join(folder, 'mirror', SLUG, name), lines);
    }
    return ingest({...settings, ...own});
  };
  if (first) expect((await run(first)).stderr).not.toMatch(/FAILED/);
  const {code, stderr} = await run(then, more);
  const sources = code === 0 || first ? (await manifestOf(settings.DATA_DIR)).sources : [];
  const [source] = sources;
  return {code, stderr, kept: source?.kept, isStale: source ? source.stale !== null : null};
}

const each = (change: (row: Row, at: number) => Row): Row[] => permits().map(change);
const without = (name: string) => (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));

/** Faults that a publisher's file may have, and the words that refuse them. */
const REFUSED: Record<string, [rows: Row[], words: RegExp]> = {
  'a file that was cut': [permits(300), /300 records instead of 400 \(25% fewer\)/],
  'a year that is gone': [
    permits().filter((row, at) => !row['issue_date']?.startsWith('2024') || at < 100),
    /records of 2024 instead of/,
  ],
  'twice as many records': [permits(900), /900 records instead of 400 \(125% more\)/],
  'a renamed column': [
    each(({construction_value: value = '', ...row}) => ({...row, construction_value_2: value})),
    /estimated_cost is filled in 0\.0% of the records instead of 100%, e\.g\. p_\w+: \d+\.00 -> null; /,
  ],
  'amounts in thousands': [
    each((row) => ({...row, construction_value: `${Number(row['construction_value']) / 1000}`})),
    /the median of estimated_cost is \d{3} instead of/,
  ],
  'columns swapped': [
    each((row) => ({...row, address: row['job_description'] ?? '', job_description: row['address'] ?? ''})),
    /(address|work_description) differs in 100% of the records/,
  ],
  'new ids': [
    each((row, at) => ({...row, row_id: `new-${at}`})),
    /400 of 400 ids of before are gone \(100%\)/,
  ],
  'an old version': [
    each((row) => ({...row, issue_date: row['issue_date']!.replace('2025', '2023')})),
    /the newest date went back from 2025-\d\d-\d\d to 2024-/,
  ],
  'rows without a date': [
    each((row, at) => (at < 100 ? {...without('row_id')(row), permit_number: ''} : row)),
    /100 of 400 rows rejected \(25%: /,
  ],
};

test.each(Object.entries(REFUSED))('%s keeps the old part', async (_, [rows, words]) => {
  const refused = await after(permits(), rows);
  expect(refused).toMatchObject({code: 1, kept: RECORDS, isStale: true});
  expect(refused.stderr).toMatch(words);
  expect(refused.stderr).toMatch(/run once with ACCEPT=edmonton_permits/);
});

test('ACCEPT publishes what the gate refuses, with its figure as a warning', async () => {
  const accepted = await after(permits(), permits(300), {ACCEPT: SLUG});
  expect(accepted).toMatchObject({code: 0, kept: 300, isStale: false});
  expect(accepted.stderr).toMatch(/^WARN edmonton_permits: 300 records instead of 400 \(25% fewer\)/m);
});

test('what is less than that is a line of the closing table', async () => {
  const fewer = await after(permits(), permits(380));
  expect(fewer).toMatchObject({code: 0, kept: 380, isStale: false});
  expect(fewer.stderr).toMatch(/^WARN edmonton_permits: 380 records instead of 400 \(5\.0% fewer\)/m);
});

test('the usual change of a night is no word', async () => {
  const usual = permits(404).map((row, at) => (at === 7 ? {...row, construction_value: '1'} : row));
  const run = await after(permits(), usual);
  expect(run).toMatchObject({code: 0, kept: 404, isStale: false});
  expect(run.stderr).not.toMatch(/WARN edmonton/);
});

/** Permits in a large file, and the last twelve in a small one. */
const inTwo = (change: (row: Row) => Row): Files => ({
  'permits.jsonl': permits().slice(0, -12),
  'permits-late.jsonl': permits().slice(-12).map(change),
});

const SMALL_FILE: Record<string, [change: (row: Row, at: number) => Row, words: RegExp]> = {
  'other amounts': [
    (row) => ({...row, construction_value: `${Number(row['construction_value']) / 1000}`}),
    /estimated_cost differs in 100% of its records .* -> 4\d\d\.\d\d/,
  ],
  'no amounts': [
    (row) => ({...row, construction_value: ''}),
    /estimated_cost differs in 100% of its records .* -> null/,
  ],
  'other ids': [(row) => ({...row, row_id: `${row['row_id']}9`}), /12 of 12 ids of before are gone/],
};

test.each(Object.entries(SMALL_FILE))(
  '%s in a small file beside a large one are a warning about it',
  async (_, [change, words]) => {
    const run = await after(
      inTwo((row) => row),
      inTwo((row) => change(row, 0)),
    );
    expect(run).toMatchObject({code: 0, isStale: false});
    expect(run.stderr).toMatch(
      new RegExp(`^WARN edmonton_permits: permits-late\\.jsonl: ${words.source}`, 'm'),
    );
  },
);

test('a first run judges the share of rejected rows', async () => {
  const rows = each((row, at) => (at % 3 ? without('row_id')({...row, permit_number: ''}) : row));
  const first = await after(null, rows);
  expect(first).toMatchObject({code: 1});
  expect(first.stderr).toMatch(/266 of 400 rows rejected \(67%: .*nothing of it is published/);
});

test('ACCEPT names sources that exist', async () => {
  const run = await after(permits(), permits(), {ACCEPT: 'edmonton'});
  expect(run).toMatchObject({code: 1, kept: RECORDS});
  expect(run.stderr).toMatch(/ACCEPT names unknown sources: edmonton; known are/);
});
