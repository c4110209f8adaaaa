/** The gate: what a run may change of a source before a build says so, or keeps the old part. */
import {cp, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {currentBuild} from '../../pipeline/publish/current_build.ts';
import {passGate} from '../../pipeline/steps/pass_gate.ts';
import {newPart, sourceEntry} from '../../pipeline/steps/steps.ts';
import {ingest} from '../helpers/ingest.ts';
import {manifestOf} from '../helpers/mirror.ts';
import {snapshotOf} from '../helpers/pipeline.ts';

const SLUG = 'edmonton_permits';
const RECORDS = 400;

let root = '';
/** The mirror of the usual permits and the data folder of its ingest, with a copy of which most tests begin. */
let first = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gate-test-'));
  first = await folderOf(permits());
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

type Files = Record<string, readonly Row[]>;
type Given = readonly Row[] | Files;

const settings = (folder: string) => ({DATA_DIR: join(folder, 'data'), MIRROR: join(folder, 'mirror')});

/** Writes rows into the mirror of a folder; they may stand in several files. Returns the paths. */
async function write(folder: string, given: Given): Promise<string[]> {
  const files = Array.isArray(given) ? {'permits.jsonl': given} : given;
  const at = join(folder, 'mirror', SLUG);
  await mkdir(at, {recursive: true});
  for (const [name, rows] of Object.entries(files)) {
    const lines = (rows as Row[]).map((row) => `${JSON.stringify(row)}\n`).join('');
    await writeFile(join(at, name), lines);
  }
  return Object.keys(files).map((name) => join(at, name));
}

let folders = 0;

/** A folder with rows in its mirror, and ingested; or with neither. */
async function folderOf(given: Given | null): Promise<string> {
  const folder = join(root, String(folders++));
  if (given === null) return folder;
  await write(folder, given);
  expect((await ingest(settings(folder))).stderr).not.toMatch(/FAILED/);
  return folder;
}

async function copyOf(folder: string): Promise<string> {
  const copy = join(root, String(folders++));
  await cp(folder, copy, {recursive: true, verbatimSymlinks: true, preserveTimestamps: true});
  return copy;
}

/** Ingests rows in a folder, with more settings; what came of it. */
async function ingested(folder: string, then: Given, more: Row = {}) {
  await write(folder, then);
  const {code, stderr} = await ingest({...settings(folder), ...more});
  const [source] = (await manifestOf(settings(folder).DATA_DIR)).sources;
  return {code, stderr, kept: source?.kept, isStale: source?.stale !== null};
}

const afterUsual = async (then: Given, more: Row = {}) => ingested(await copyOf(first), then, more);

/** Makes a part of rows, and has the gate judge it by the build of the usual ones. */
async function passed(rows: readonly Row[]): Promise<unknown> {
  const source = SOURCES[SLUG]!;
  const snapshots = await Promise.all((await write(await folderOf(null), rows)).map(snapshotOf));
  const options = {dataDir: settings(first).DATA_DIR, memoryMb: 512};
  const before = (await currentBuild(options.dataDir))!;
  const [old] = before.manifest.sources;
  const {entry} = await newPart(options, source, snapshots, () => undefined, before.manifest);
  const fetched = sourceEntry(source, entry, snapshots, old!);
  return passGate(options, {source, fetched, entry, old: old!, before, isAccepted: false});
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

test.each(Object.entries(REFUSED))('%s is refused', async (_, [rows, words]) => {
  const error = await passed(rows).catch((cause: Error) => cause.message);
  expect(error).toMatch(words);
  expect(error).toMatch(/; the last good part stays\..* run once with ACCEPT=edmonton_permits$/);
});

test('what is refused keeps the old part', async () => {
  const refused = await afterUsual(permits(300));
  expect(refused).toMatchObject({code: 1, kept: RECORDS, isStale: true});
  expect(refused.stderr).toMatch(/^FAILED edmonton_permits: .*300 records instead of 400 \(25% fewer\)/m);
  expect(refused.stderr).toMatch(/run once with ACCEPT=edmonton_permits/);
});

test('ACCEPT publishes what the gate refuses, with its figure as a warning', async () => {
  const accepted = await afterUsual(permits(300), {ACCEPT: SLUG});
  expect(accepted).toMatchObject({code: 0, kept: 300, isStale: false});
  expect(accepted.stderr).toMatch(/^WARN edmonton_permits: 300 records instead of 400 \(25% fewer\)/m);
});

test('what is less than that is a line of the closing table', async () => {
  const fewer = await afterUsual(permits(380));
  expect(fewer).toMatchObject({code: 0, kept: 380, isStale: false});
  expect(fewer.stderr).toMatch(/^WARN edmonton_permits: 380 records instead of 400 \(5\.0% fewer\)/m);
});

test('the usual change of a night is no word', async () => {
  const usual = permits(404).map((row, at) => (at === 7 ? {...row, construction_value: '1'} : row));
  const run = await afterUsual(usual);
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

let beside: Promise<string> | undefined;

test.each(Object.entries(SMALL_FILE))(
  '%s in a small file beside a large one are a warning about it',
  async (_, [change, words]) => {
    beside ??= folderOf(inTwo((row) => row));
    const run = await ingested(
      await copyOf(await beside),
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
  const folder = await folderOf(null);
  await write(folder, rows);
  const {code, stderr} = await ingest(settings(folder));
  expect(code).toBe(1);
  expect(stderr).toMatch(/266 of 400 rows rejected \(67%: .*nothing of it is published/);
});

test('ACCEPT names sources that exist', async () => {
  const run = await afterUsual(permits(), {ACCEPT: 'edmonton'});
  expect(run).toMatchObject({code: 1, kept: RECORDS});
  expect(run.stderr).toMatch(/ACCEPT names unknown sources: edmonton; known are/);
});
