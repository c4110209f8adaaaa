/** The command of `make bench`: parts named by BENCH, all of them by default. */
import {chmod, mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {settings} from '../../datasets/settings.ts';
import {exists} from '../../pipeline/runtime/disk.ts';
import {programCache} from '../helpers/program_cache.ts';
import {ROOT, sharedData} from '../helpers/stack.ts';
import {hasClickHouse} from './clickhouse/find.ts';
import {atEnd, closeAll, closeOnSignals} from './closing.ts';
import {IS_SMALLEST, LOAD_S} from './effort.ts';
import {count, list, text} from './environment.ts';
import {ingestAll} from './ingest.ts';
import {measurePart} from './measure_part.ts';
import {type Given, PARTS} from './parts.ts';
import {machine} from './queries/machine.ts';
import {say} from './say.ts';

/** A folder that is gone at the end, which the user of PostgreSQL may enter. */
async function temporary(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name));
  atEnd(() => rm(folder, {recursive: true, force: true}));
  await chmod(folder, 0o755);
  return folder;
}

/** The data folder whose build is measured. Without a build the national corpus is ingested. */
async function dataOf(names: readonly string[], dataDir: string, home: string): Promise<string> {
  const given = text('BENCH_DATA');
  if (given) return given;
  if (IS_SMALLEST) return await sharedData();
  if (await exists(dataPaths(home).current)) return home;
  // The site and its numbers are measured over the build of DATA_DIR where the bench has none of its own.
  if (names.every((name) => ['site', 'numbers'].includes(name)) && (await exists(dataPaths(dataDir).current)))
    return dataDir;
  await ingestAll(home);
  return home;
}

/** What parts are given but for the build, which an earlier part may make. */
async function givenIn(home: string): Promise<Omit<Given, 'current' | 'currentBefore'>> {
  await mkdir(home, {recursive: true});
  const beside = ['postgres', ...(IS_SMALLEST && hasClickHouse() ? ['clickhouse'] : [])];
  return {
    home,
    // The smallest scale sees that comparing works, and compares with itself.
    before: text('BENCH_BEFORE') || (IS_SMALLEST ? ROOT : ''),
    connections: count('BENCH_CONNECTIONS', 16),
    seconds: count('BENCH_SECONDS', LOAD_S),
    kinds: list('BENCH_KINDS'),
    beside: list('BENCH_BESIDE', beside),
    out: text('BENCH_OUT') || join(home, 'queries.json'),
    loaded: text('BENCH_LOADED') || (IS_SMALLEST ? join(home, 'loaded') : ''),
  };
}

async function main(): Promise<void> {
  const named = list('BENCH');
  const unknown = named.filter((name) => !PARTS[name]);
  const known = Object.keys(PARTS);
  if (unknown.length > 0) throw new Error(`BENCH names ${unknown.join(', ')}; known are ${known.join(', ')}`);
  const asked = known.filter((name) =>
    named.length > 0 ? named.includes(name) : IS_SMALLEST || !PARTS[name]!.isNamed,
  );
  say(`machine: ${machine()}; Node ${process.version}\n`);
  const {DATA_DIR} = settings(process.env);
  const home = IS_SMALLEST ? await temporary('bench-') : join(DATA_DIR, 'bench');
  const common = await givenIn(home);
  const skipped: string[] = [];
  let [measured, data] = [0, ''];
  const take = async (name: string): Promise<void> => {
    const {lacks, hasBuild, run} = PARTS[name]!;
    const lacking = named.length > 0 ? '' : lacks();
    if (lacking) {
      skipped.push(`${name} (needs ${lacking})`);
      return;
    }
    if (hasBuild) data ||= await dataOf(asked, DATA_DIR, home);
    const {current} = dataPaths(data);
    const currentBefore = dataPaths(text('BENCH_DATA_BEFORE') || data).current;
    await measurePart(name, () => run({...common, current, currentBefore}));
    measured++;
  };
  await Promise.all(
    lanesOf(asked).map(async (names) => {
      for (const name of names) await take(name);
    }),
  );
  if (measured === 0) throw new Error(`no part was measured; skipped: ${skipped.join(', ')}`);
  if (IS_SMALLEST && !common.beside.includes('clickhouse')) skipped.push('ClickHouse (needs chdb)');
  say(`${measured} parts measured; skipped: ${skipped.join(', ') || 'none'}`);
}

/** Parts that run one after the other, and beside each other lanes of them. */
function lanesOf(names: readonly string[]): (readonly string[])[] {
  if (!IS_SMALLEST) return [names];
  return [false, true].map((isAside) => names.filter((name) => (PARTS[name]!.isAside ?? false) === isAside));
}

// Small programs are started by the hundred: their modules are kept, as in the tests.
if (IS_SMALLEST) {
  const NODE_COMPILE_CACHE = join(tmpdir(), 'federal-public-data-compiled');
  Object.assign(process.env, programCache({NODE_COMPILE_CACHE}));
}
closeOnSignals();
try {
  await main();
} finally {
  await closeAll();
}
