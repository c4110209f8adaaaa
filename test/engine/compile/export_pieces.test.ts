/** Exports in pieces: the same rows in the same order, the same bytes whether pieces were written or taken over. */
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {inBuild, type Manifest, type StoredFile} from '../../../datasets/artefacts.ts';
import {DATASETS} from '../../../datasets/index.ts';
import {writeExport} from '../../../engine/compile/export.ts';
import {conditionOf, holdsOneOf, piecesOf} from '../../../engine/compile/export_pieces.ts';
import type {PreviousBuild} from '../../../engine/compile/previous_build.ts';
import {readBuild} from '../../../engine/file/build_files.ts';
import {groupsOf, readParquetFooter, rowsOfGroup} from '../../../engine/file/parquet_join.ts';
import {openCompileDb} from '../../../engine/sql/compile_db.ts';
import {type GivenRow, writeBuild} from '../../helpers/build.ts';

const MOST = 12;
const SOURCES = DATASETS['contracts']!.sources.map(({label}) => label);
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'pieces-'));
});
afterAll(() => rmSync(root, {recursive: true}));

/** Contracts of two sources over some years, most of them in one month, and two without a date. */
const ROWS: GivenRow[] = Array.from({length: 60}, (_, i) => ({
  record_id: `c_${String(i * 7919).padStart(16, '0')}`,
  event_type: 'contract',
  source_dataset: SOURCES[i % 3 === 0 ? 1 : 0]!,
  vendor: `Vendor ${i % 5}`,
  date:
    i < 2
      ? null
      : i < 30
        ? `2024-05-${String(1 + (i % 28)).padStart(2, '0')}`
        : `20${String(i - 30).padStart(2, '0')}-03-04`,
  value: i,
}));

/** A build of these rows without an index. */
async function buildOf(name: string, rows: GivenRow[]): Promise<string> {
  const dir = join(root, name);
  await writeBuild(dir, {rows: {contracts: rows}, index: false});
  return dir;
}

interface Exported {
  file: StoredFile;
  bytes: Buffer;
  /** Pieces that were written, and not taken over. */
  written: number;
}

async function exportOf(
  dir: string,
  name: string,
  previous: PreviousBuild | null,
  most = MOST,
): Promise<Exported> {
  const db = await openCompileDb(await readBuild(dir), 600, join(dir, 'tmp'), 1);
  let written = 0;
  const run = (sql: string) => {
    if (sql.startsWith('COPY')) written++;
    return db.run(sql);
  };
  try {
    const file = await writeExport({...db, run}, DATASETS[name]!, dir, previous, most);
    return {file, bytes: readFileSync(join(dir, file.path)), written};
  } finally {
    db.close();
  }
}

/** A build whose manifest names the export of a dataset. */
function asPrevious(dir: string, name: string, whole: StoredFile): PreviousBuild {
  const manifest = JSON.parse(readFileSync(join(dir, inBuild.manifest), 'utf8')) as Manifest;
  const entry = {key: '', index: whole, whole};
  return {dir, manifest: {...manifest, index: {[name]: entry}}};
}

async function rowsOf(path: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  const db = await instance.connect();
  const read = async (sql: string) => (await db.runAndReadAll(sql)).getRowsJson();
  const file = `'${path}'`;
  const rows = await read(`SELECT * FROM read_parquet(${file})`);
  const facts = await read(`SELECT key, value FROM parquet_kv_metadata(${file})`);
  const filtered = await read(`SELECT count(*) FROM read_parquet(${file}) WHERE vendor = 'Vendor 3'`);
  db.closeSync();
  instance.closeSync();
  return {rows, facts, filtered};
}

test('an export in pieces has the rows, the order and the metadata of one that is written at once', async () => {
  const dir = await buildOf('whole', ROWS);
  const once = await exportOf(dir, 'contracts', null, 1000);
  expect([once.written, once.file.pieces]).toEqual([1, undefined]);
  const path = join(dir, once.file.path);
  const expected = await rowsOf(path);
  const pieces = await exportOf(dir, 'contracts', null);
  expect(pieces.written).toBe(pieces.file.pieces?.pieces.length);
  expect(pieces.written).toBeGreaterThan(3);
  expect(await rowsOf(path)).toEqual(expected);
  const footer = readParquetFooter(path);
  const sizes = groupsOf(footer).map(rowsOfGroup);
  expect(sizes.reduce((a, b) => a + b)).toBe(ROWS.length);
  // The month of most rows is one piece, whatever it holds.
  expect(Math.max(...sizes)).toBe(28);
});

test('what did not change is taken over, and gives the bytes of an export from nothing', async () => {
  const before = await buildOf('before', ROWS);
  const whole = (await exportOf(before, 'contracts', null)).file;
  const changes: [string, (rows: GivenRow[]) => GivenRow[], number][] = [
    ['same', (rows) => rows, 0],
    ['value', (rows) => rows.map((row, i) => (i === 40 ? {...row, value: 1e6} : row)), 1],
    ['undated', (rows) => rows.map((row, i) => (i === 1 ? {...row, value: 1e6} : row)), 1],
    ['moved', (rows) => rows.map((row, i) => (i === 10 ? {...row, date: '2003-01-01'} : row)), 2],
    ['gone', (rows) => rows.filter((_, i) => i !== 45), 1],
    ['swapped', (rows) => rows.map((row, i) => (i === 40 ? {...row, source_dataset: SOURCES[1]!} : row)), 1],
  ];
  for (const [name, change, most] of changes) {
    const dir = await buildOf(`next_${name}`, change(ROWS));
    const fresh = await exportOf(dir, 'contracts', null);
    const taken = await exportOf(dir, 'contracts', asPrevious(before, 'contracts', whole));
    expect(taken.bytes.equals(fresh.bytes), name).toBe(true);
    expect(taken.file).toEqual(fresh.file);
    expect([name, taken.written <= most]).toEqual([name, true]);
    expect(fresh.written).toBeGreaterThan(3);
  }
});

test('of a view only its own rows count', async () => {
  const before = await buildOf('view', ROWS);
  const path = join(before, (await exportOf(before, 'disclosures', null, 1000)).file.path);
  const expected = await rowsOf(path);
  const whole = (await exportOf(before, 'disclosures', null, 3)).file;
  expect(await rowsOf(path)).toEqual(expected);
  expect(whole.pieces?.pieces.length).toBeGreaterThan(3);
  const isShown = (row: GivenRow) => row['source_dataset'] === SOURCES[0];
  const at = ROWS.findIndex((row, i) => i > 35 && isShown(row) === false);
  const dir = await buildOf(
    'view_next',
    ROWS.map((row, i) => (i === at ? {...row, value: 1e6} : row)),
  );
  const taken = await exportOf(dir, 'disclosures', asPrevious(before, 'disclosures', whole), 3);
  const fresh = await exportOf(dir, 'disclosures', null, 3);
  expect(taken.bytes.equals(fresh.bytes)).toBe(true);
  expect(taken.written).toBe(0);
});

test('a damaged, missing or differently made export is not taken over', async () => {
  const before = await buildOf('damaged', ROWS);
  const {file, bytes, written} = await exportOf(before, 'contracts', null);
  const previous = asPrevious(before, 'contracts', file);
  const dir = await buildOf('after_damage', ROWS);
  const path = join(before, file.path);
  const next = () => exportOf(dir, 'contracts', previous);
  const damaged = Buffer.from(bytes);
  damaged[100]! ^= 1;
  writeFileSync(path, damaged);
  expect((await next()).written).toBe(written);
  rmSync(path);
  expect((await next()).written).toBe(written);
  mkdirSync(path);
  expect((await next()).written).toBe(written);
  rmSync(path, {recursive: true});
  writeFileSync(path, bytes);
  expect((await next()).written).toBe(0);
  const other = {...file, pieces: {...file.pieces!, key: 'other'}};
  expect((await exportOf(dir, 'contracts', asPrevious(before, 'contracts', other))).written).toBe(written);
});

test('a span is one piece where its rows are few, whatever other spans hold', () => {
  const rows = new Map<number | null, number>([
    [2024 * 12 + 4, 30],
    [2024 * 12 + 5, 3],
    [2021 * 12, 5],
    [2022 * 12, 5],
    [2013 * 12 + 7, 9],
    [1987 * 12, 1],
    [null, 2],
  ]);
  const pieces = piecesOf(rows, 10)!;
  expect(pieces).toEqual([
    {months: [24293, 24294], rows: 3},
    {months: [24292, 24293], rows: 30},
    {months: [2022 * 12, 2023 * 12], rows: 5},
    {months: [2021 * 12, 2022 * 12], rows: 5},
    {months: [2010 * 12, 2020 * 12], rows: 9},
    {months: [1900 * 12, 2000 * 12], rows: 1},
    {months: null, rows: 2},
  ]);
  expect(piecesOf(new Map([...rows, [1987 * 12 + 1, 1]]), 10)!.slice(0, 5)).toEqual(pieces.slice(0, 5));
  expect(piecesOf(new Map([[10_000 * 12, 3]]), 2)).toBeNull();
  expect(piecesOf(rows, 55)).toBeNull();
  expect(piecesOf(new Map())).toBeNull();
  expect(conditionOf([24240, 24252], 'date')).toBe(
    `"date" >= DATE '2020-01-01' AND "date" < DATE '2021-01-01'`,
  );
  expect(conditionOf([0, 1200], 'date')).toBe(`"date" >= DATE '0001-01-01' AND "date" < DATE '0100-01-01'`);
  expect(conditionOf([9900 * 12, 10_000 * 12], 'date')).toBe(`"date" >= DATE '9900-01-01'`);
  expect(conditionOf(null, 'date')).toBe('"date" IS NULL');
  expect(holdsOneOf([12, 24], new Set([11, 24, null]))).toBe(false);
  expect(holdsOneOf([12, 24], new Set([23]))).toBe(true);
  expect(holdsOneOf(null, new Set([null]))).toBe(true);
});
