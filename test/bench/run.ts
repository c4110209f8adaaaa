/** The command of `make bench`: parts named by BENCH, all of them by default. */
import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {dataPaths} from '../../datasets/artefacts.ts';
import {settings} from '../../datasets/settings.ts';
import {exists} from '../../pipeline/runtime/disk.ts';
import {hasRadosgw} from '../helpers/radosgw.ts';
import {nginx} from '../helpers/static_bucket.ts';
import {anySeed, compareAnswers} from './answers.ts';
import {measureBefore} from './before.ts';
import {closeAll, closeOnSignals} from './closing.ts';
import {measureExports} from './export.ts';
import {growthTable, measureGrowth} from './growth.ts';
import {ingestAll, ingestNational} from './ingest.ts';
import {measureKeyTiming} from './keytiming.ts';
import {measureKills} from './kills.ts';
import {measureLimits} from './limits.ts';
import {machine} from './queries/machine.ts';
import {loadDatabases, measureQueries} from './queries.ts';
import {measureRanges} from './ranges.ts';
import {measureReplica} from './replica.ts';
import {measureSite} from './site.ts';
import {measureSyncs} from './syncs.ts';
import {hasQueueAndBucket, measureWorkers} from './workers.ts';
import {measureZones} from './zones.ts';

const PARTS = [
  'ingest',
  'answers',
  'queries',
  'load',
  'export',
  'ranges',
  'zones',
  'limits',
  'site',
  'keytiming',
  'growth',
  'kills',
  'syncs',
  'workers',
  'replica',
] as const;

const list = (name: string, otherwise: readonly string[] = []): readonly string[] => {
  const given = (process.env[name] ?? '').split(/[\s,]+/).filter(Boolean);
  return given.length > 0 ? given : otherwise;
};
const count = (name: string, otherwise: number): number => Number(process.env[name]?.trim() || otherwise);

const {DATA_DIR} = settings(process.env);
const home = join(DATA_DIR, 'bench');
const before = process.env['BENCH_BEFORE']?.trim();
// Answers are compared with another checkout, so only where one is named; a load is for another run; workers need programs.
const parts = list(
  'BENCH',
  PARTS.filter((part) =>
    part === 'answers'
      ? before
      : part === 'workers'
        ? hasQueueAndBucket
        : part === 'replica'
          ? hasRadosgw || nginx
          : part !== 'load',
  ),
);
const unknown = parts.filter((one) => !PARTS.some((part) => part === one));
if (unknown.length > 0) throw new Error(`BENCH names ${unknown.join(', ')}; known are ${PARTS.join(', ')}`);

closeOnSignals();
process.stdout.write(`machine: ${machine()}; Node ${process.version}\n\n`);
try {
  if (parts.includes('ingest')) await ingestNational(home);
  if (
    ['answers', 'queries', 'load', 'ranges', 'export', 'zones', 'limits', 'site', 'growth', 'replica'].some(
      (part) => parts.includes(part),
    )
  ) {
    // A build of another folder is only read; without one the national corpus is ingested.
    // The site is measured over the build of DATA_DIR where the bench has none of its own.
    const isSiteAlone = parts.every((part) => part === 'site') && !(await exists(dataPaths(home).current));
    const own = isSiteAlone && (await exists(dataPaths(DATA_DIR).current)) ? DATA_DIR : '';
    const given = process.env['BENCH_DATA']?.trim() || own;
    if (!given && !(await exists(dataPaths(home).current))) await ingestAll(home);
    const common = {
      current: dataPaths(given || home).current,
      currentBefore: dataPaths(process.env['BENCH_DATA_BEFORE']?.trim() || given || home).current,
      connections: count('BENCH_CONNECTIONS', 16),
      seconds: count('BENCH_SECONDS', 3),
    };
    const out = process.env['BENCH_OUT']?.trim() || join(home, 'queries.json');
    if (parts.includes('answers')) {
      if (!before) throw new Error('name the other checkout: BENCH_BEFORE=<folder>');
      const seed = count('SEED', anySeed());
      const {current, currentBefore} = common;
      await compareAnswers({current, before, currentBefore, count: count('BENCH_COUNT', 2000), seed});
    }
    const kinds = list('BENCH_KINDS');
    const beside = list('BENCH_BESIDE', ['postgres', 'reference']);
    const asked = {...common, kinds, beside, out, loaded: process.env['BENCH_LOADED']?.trim() ?? ''};
    if (parts.includes('load')) await loadDatabases(asked);
    if (parts.includes('queries')) {
      if (before) await measureBefore({...common, before, kinds});
      else await measureQueries(asked);
    }
    if (parts.includes('export')) await measureExports({...common, before});
    if (parts.includes('ranges')) {
      await measureRanges({
        current: common.current,
        kinds,
        gap: count('BENCH_GAP', 3 << 10),
      });
    }
    if (parts.includes('zones')) await measureZones(common.current);
    if (parts.includes('limits')) await measureLimits(common);
    if (parts.includes('site')) await measureSite({...common, rate: count('BENCH_RATE', 100)});
    if (parts.includes('replica')) {
      await measureReplica({home, current: common.current, rounds: count('BENCH_ROUNDS', 3)});
    }
    if (parts.includes('growth')) {
      const growth = await measureGrowth({...common, home, keep: process.env['BENCH_KEEP'] === '1'});
      const path = out.replace(/(\.json)?$/, '.growth');
      await mkdir(dirname(out), {recursive: true});
      await writeFile(`${path}.json`, `${JSON.stringify(growth, null, 1)}\n`);
      await writeFile(`${path}.md`, `${growthTable(growth)}\n`);
    }
  }
  if (parts.includes('keytiming')) await measureKeyTiming(count('BENCH_ROUNDS', 10_000));
  if (parts.includes('kills')) await measureKills(home);
  if (parts.includes('syncs')) await measureSyncs(home);
  if (parts.includes('workers')) {
    await mkdir(home, {recursive: true});
    const workers = list('BENCH_WORKERS', ['1', '2', '4']).map(Number);
    await measureWorkers({home, mirror: process.env['MIRROR']?.trim() ?? '', workers});
  }
} finally {
  await closeAll();
}
