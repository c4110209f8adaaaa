/** A source of a dataset that allows less loss than MAX_SHRINK: a fifth may go, more is refused and the old part stays. */
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {zoning} from '../../datasets/zoning/schema.ts';
import {ingest} from '../helpers/ingest.ts';
import {manifestOf} from '../helpers/mirror.ts';

const SLUG = 'kitchener_zoning';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'shrink-test-'));
  await mkdir(join(root, 'mirror', SLUG), {recursive: true});
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** Zones side by side, a square each. */
const zones = (count: number): string =>
  Array.from({length: count}, (_, at) => {
    const west = -80.5 + at / 1000;
    const ring = [
      [west, 43.4],
      [west + 0.001, 43.4],
      [west + 0.001, 43.401],
      [west, 43.4],
    ];
    const geometry = {type: 'Polygon', coordinates: [ring]};
    return `${JSON.stringify({OBJECTID: at, ZONE: 'RES-4', geometry})}\n`;
  }).join('');

/** Ingests so many zones; what is kept then. */
async function ingested(count: number) {
  await writeFile(join(root, 'mirror', SLUG, 'zoning.jsonl'), zones(count));
  const dataDir = join(root, 'data');
  const {code, stderr} = await ingest({DATA_DIR: dataDir, MIRROR: join(root, 'mirror')});
  const [source] = (await manifestOf(dataDir)).sources;
  return {code, stderr, kept: source?.kept, stale: source?.stale !== null};
}

test('up to a fifth of the zones may disappear; more keeps the old ones and is reported', async () => {
  expect(zoning.maxShrink).toBe(0.2);
  expect(await ingested(20)).toMatchObject({code: 0, kept: 20, stale: false});
  const cut = await ingested(15);
  expect(cut).toMatchObject({code: 1, kept: 20, stale: true});
  expect(cut.stderr).toMatch(/15 records instead of 20 .*MAX_SHRINK=1/);
  expect(await ingested(16)).toMatchObject({code: 0, kept: 16, stale: false});
});
