/**
 * A byte of any file of the index is changed: it is refused at the opening or when it is read, and never
 * answered.
 */
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {attachBuild} from '../../engine/attach_build.ts';
import {isDamaged, loadBuild} from '../../engine/open.ts';
import {lengthOf} from '../../engine/rows/json_lines.ts';
import {DamagedFile, type Engine} from '../../engine/types.ts';
import {random} from '../corpus/prng.ts';
import {writeBuild} from '../helpers/build.ts';
import {permitRows} from '../helpers/permits_build.ts';
import {seed} from '../helpers/seed.ts';

const ID = DATASETS['permits']!.id.column;

/** The files of a table: permits have points, and contracts are searched together with others. */
const FILES = [
  ['permits', 'index'],
  ['permits', 'items'],
  ['permits', 'details'],
  ['permits', 'values'],
  ['permits', 'whole'],
  ['contracts', 'found'],
] as const;
const ROUNDS = 8;

let root: string;
let whole: string;
let manifest: Manifest;
let ids: string[];
let expected: string[];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'damage-'));
  whole = join(root, 'undamaged');
  const contracts = Array.from({length: 400}, (_, i) => ({vendor: `Harbour ${i % 90} Works`, value: i}));
  manifest = await writeBuild(whole, {rows: {permits: permitRows(600, seed), contracts}});
  const {shared, close} = await loadBuild(whole);
  const engine = attachBuild(shared);
  ids = (await listed(engine, {})).flatMap((line) => String(JSON.parse(line)[ID]));
  expected = (await answers(engine)).map(String);
  expect(expected.some((one) => one.includes('damaged'))).toBe(false);
  expect(isDamaged(shared)).toBe(false);
  close();
});
afterAll(() => rmSync(root, {recursive: true}));

async function listed(engine: Engine, more: object): Promise<string[]> {
  const page = {dataset: 'permits', where: [], sort: 'date', order: 'desc', limit: 1000, offset: 0} as const;
  const {items} = await engine.list({...page, ...more});
  return items.bytes.subarray(0, lengthOf(items)).toString().trim().split('\n');
}

/** Every row of every file, and the Parquet file; what is refused is its error. */
async function answers(engine: Engine): Promise<(string | DamagedFile)[]> {
  const near = {lat: 45.4, lng: -75.7, radius_m: 25_000_000};
  const queries: (() => unknown)[] = [
    async () => (await listed(engine, {})).join('\n'),
    async () => (await listed(engine, {near, sort: 'distance', order: 'asc'})).join('\n'),
    async () => JSON.stringify(await engine.search({text: 'harbour', limit: 100})),
    async () => JSON.stringify(await engine.search({text: 'orks', limit: 100})),
    async () => {
      const file = engine.file(inBuild.whole('permits'))!;
      await file.check();
      return file.bytes;
    },
    ...ids.map((id) => async () => String(await engine.detail('permits', id))),
  ];
  const all: (string | DamagedFile)[] = [];
  for (const query of queries) {
    try {
      all.push(String(await query()));
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      all.push(error);
    }
  }
  return all;
}

test.each(FILES)('%s: a changed byte of the file of `%s`', async (table, kind) => {
  const stored = manifest.index[table]?.[kind];
  if (!stored) throw new Error(`${table} have no ${kind}`);
  const dir = join(root, kind);
  cpSync(whole, dir, {recursive: true});
  const path = join(dir, stored.path);
  const numbers = random(seed, kind);
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = readFileSync(join(whole, stored.path));
    bytes[numbers.between(0, bytes.length - 1)]! ^= numbers.between(1, 255);
    writeFileSync(path, bytes);
    const loaded = await loadBuild(dir).catch((error: Error) => error);
    if (loaded instanceof Error) {
      expect(loaded.message).toContain(stored.path);
      refused++;
      continue;
    }
    const got = await answers(attachBuild(loaded.shared));
    for (const [i, one] of got.entries()) {
      if (one instanceof DamagedFile) expect([one.path, one.message.includes(path)]).toEqual([path, true]);
      else expect(one).toBe(expected[i]);
    }
    if (got.some((one) => one instanceof DamagedFile)) {
      expect(isDamaged(loaded.shared)).toBe(true);
      refused++;
    }
    loaded.close();
  }
  // Only bytes of sections that no query needs may go unnoticed.
  expect(refused).toBeGreaterThanOrEqual(kind === 'found' ? 1 : ROUNDS);
});

test('every kind of file is damaged here', () => {
  const {key: _, ...files} = {...manifest.index['contracts'], ...manifest.index['permits']};
  expect(Object.keys(files).sort()).toEqual(FILES.map(([, kind]) => kind).sort());
});
