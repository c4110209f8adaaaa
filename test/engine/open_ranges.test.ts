/** A build read by range answers as one in memory, and reads little for what is asked most. */
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths, inBuild, indexFiles, type Manifest} from '../../datasets/artefacts.ts';
import {openBuild} from '../../engine/open.ts';
import {openRanges} from '../../engine/open_ranges.ts';
import {DamagedFile, type Engine, type ListQuery} from '../../engine/types.ts';
import {type AnyQuery, answerText} from '../helpers/answer_text.ts';
import {CountingSource} from '../helpers/counting_source.ts';
import {runs} from '../helpers/engine_agreement.ts';
import fc from '../helpers/fast_check.ts';
import {ALL_KINDS, anyQuery} from '../helpers/query_arbitraries.ts';
import {type ScanOracle, scanOracle} from '../helpers/scan_answers.ts';
import {scanTables} from '../helpers/scan_rows.ts';
import {seed} from '../helpers/seed.ts';
import {sharedData} from '../helpers/stack.ts';

let current: string;
let index: Engine;
let scan: ScanOracle;
beforeAll(async () => {
  ({current} = dataPaths(await sharedData()));
  scan = scanOracle(await scanTables(current));
  index = await openBuild(current);
}, 600_000);
afterAll(() => index?.close());

/** Questions to one opened build: the later ones find ranges that earlier ones read. */
const QUESTIONS_OF_ONE = 8;
const BUILDS = 100;

test(`${runs(BUILDS)} times ${QUESTIONS_OF_ONE} questions as from memory (SEED=${seed})`, {
  timeout: 600_000 + 500 * runs(BUILDS),
}, async () => {
  const queries = fc.array(anyQuery(scan, ALL_KINDS), {maxLength: QUESTIONS_OF_ONE});
  const property = fc.asyncProperty(queries, async (all: AnyQuery[]) => {
    const engine = await openRanges(current, new CountingSource(true));
    try {
      for (const query of all) expect(answerText(engine, query)).toBe(answerText(index, query));
    } finally {
      await engine.close();
    }
  });
  await fc.assert(property, {numRuns: runs(BUILDS)});
});

const page = (more: Partial<ListQuery>): AnyQuery => ({
  kind: 'list',
  query: {dataset: 'contracts', where: [], sort: 'date', order: 'desc', limit: 50, offset: 0, ...more},
});

test('a first page takes three rounds: lists and ordinals, rows, values', async () => {
  const source = new CountingSource(true);
  const engine = await openRanges(current, source);
  engine.openTable('contracts');
  source.keep();
  const measure = (query: AnyQuery) => {
    source.forget();
    source.take();
    expect(answerText(engine, query)).toBe(answerText(index, query));
    return source.take();
  };
  const all = measure(page({}));
  expect(all.rounds).toBeLessThanOrEqual(2);
  const vendor = {op: 'partial', columns: ['vendor'], value: 'survey'} as const;
  const filtered = measure(page({where: [vendor]}));
  expect(filtered.rounds).toBeLessThanOrEqual(3);
  expect(filtered.ranges).toBeLessThanOrEqual(20);
  const counts = measure({
    kind: 'stats',
    query: {dataset: 'contracts', where: [], group_by: 'vendor', limit: 50, offset: 0},
  });
  expect(counts.rounds).toBeLessThanOrEqual(3);
  await engine.close();
});

test('the manifest states the sections of every file of the index', () => {
  const manifest: Manifest = JSON.parse(readFileSync(join(current, inBuild.manifest), 'utf8'));
  for (const [name, entry] of Object.entries(manifest.index)) {
    for (const {path, bytes, sections} of indexFiles(entry)) {
      if (path === entry.whole?.path) continue;
      const sum = (sections ?? []).reduce((total, one) => total + one.bytes, 0);
      expect([name, path, sum > 0 || bytes === 0, sections?.every((one) => one.bytes <= bytes)]).toEqual([
        name,
        path,
        true,
        true,
      ]);
      if (path === entry.values?.path || path === entry.items?.path) expect(sum).toBe(bytes);
    }
  }
});

/** The answer of a build opened for it, or what refuses it. */
async function answerOf(dir: string, query: AnyQuery): Promise<string | DamagedFile> {
  let engine: Engine | null = null;
  try {
    engine = await openRanges(dir, new CountingSource(true));
    return await answerText(engine, query);
  } catch (error) {
    if (error instanceof DamagedFile) return error;
    throw error;
  } finally {
    await engine?.close();
  }
}

test('damaged bytes are refused before they are used', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ranges-'));
  try {
    cpSync(current, dir, {recursive: true, dereference: true});
    const rows = page({limit: 200, details: true});
    const expected = answerText(index, rows);
    let refused = 0;
    for (const name of [inBuild.index, inBuild.values, inBuild.items, inBuild.details]) {
      const path = join(dir, name('contracts'));
      const whole = readFileSync(path);
      for (const share of [0.1, 0.5, 0.9]) {
        const bytes = Buffer.from(whole);
        bytes[Math.floor(share * bytes.length)]! ^= 1;
        writeFileSync(path, bytes);
        // The block of the byte is either read and refused, or not read.
        const got = await answerOf(dir, rows);
        if (!(got instanceof DamagedFile)) expect(got).toBe(expected);
        else expect(got.message).toContain(path);
        refused += Number(got instanceof DamagedFile);
      }
      writeFileSync(path, whole);
    }
    expect(refused).toBeGreaterThan(3);
  } finally {
    rmSync(dir, {recursive: true});
  }
});
