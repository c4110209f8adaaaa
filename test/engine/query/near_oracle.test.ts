/** The index against the scan and the reference over synthetic permits, mostly by distance. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, test} from 'vitest';
import {openBuild} from '../../../engine/open.ts';
import type {Engine} from '../../../engine/types.ts';
import {writeBuild} from '../../helpers/build.ts';
import {againstReference, againstScan, runs} from '../../helpers/engine_agreement.ts';
import {permitRows} from '../../helpers/permits_build.ts';
import {type ScanOracle, scanOracle} from '../../helpers/scan_answers.ts';
import {scanTables} from '../../helpers/scan_rows.ts';
import {seed} from '../../helpers/seed.ts';
import {openReference, type Reference} from '../../reference/open.ts';

let dir: string;
let index: Engine;
let reference: Reference;
let scan: ScanOracle;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'near-'));
  await writeBuild(dir, {rows: {permits: permitRows(1500, seed)}});
  const tables = await scanTables(dir);
  scan = scanOracle(new Map([['permits', tables.get('permits')!]]));
  index = await openBuild(dir);
  reference = await openReference(dir, {memory_mb: 512, threads: 1});
});
afterAll(async () => {
  await index?.close();
  await reference?.close();
  await rm(dir, {recursive: true, force: true});
});

const QUERIES = 1500;
const JUDGED = 80;

test(
  `${runs(QUERIES)} questions as a scan answers them (SEED=${seed})`,
  {timeout: 600_000 + 40 * runs(QUERIES)},
  () => againstScan(index, scan, QUERIES, ['list', 'stats', 'detail']),
);

test(
  `${runs(JUDGED)} questions as the reference answers them (SEED=${seed})`,
  {timeout: 600_000 + 1000 * runs(JUDGED)},
  () => againstReference(index, scan, reference, JUDGED, ['list', 'stats', 'detail']),
);
