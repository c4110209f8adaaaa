/** What flushing to the disk costs an ingest, and flushing a whole build of which nothing is dirty. */
import {readFile, realpath, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {dataPaths} from '../../builds/artefacts.ts';
import {syncTree} from '../../builds/durable.ts';
import {runNode} from './child.ts';
import {SOURCES_TAKEN, scaled} from './effort.ts';
import {say} from './say.ts';

/** What is ingested: a whole small corpus, and two sources of the national one. */
const CASES = scaled(
  [
    {name: 'small corpus', SCALE: 'small', SOURCES: ''},
    {name: 'awards and NSERC', SCALE: 'national', SOURCES: 'canadabuys_awards,nserc_awards'},
  ],
  [{name: 'some sources', SCALE: 'small', SOURCES: SOURCES_TAKEN}],
);
const TIMER = pathToFileURL(join(import.meta.dirname, 'time_syncs.ts')).href;

/** Measures one case after the other below `home` and prints a line of each. How many flushes there were. */
export async function measureSyncs(home: string): Promise<number> {
  say('flushes of an ingest from nothing, and the time while at least one of them ran:');
  const folder = join(home, 'syncs');
  let flushes = 0;
  for (const {name, ...made} of CASES) {
    const [corpus, dataDir, log] = [join(folder, 'corpus'), join(folder, 'data'), join(folder, 'log')];
    await rm(folder, {recursive: true, force: true});
    await runNode(['test/corpus/cli.ts'], {...made, OUT: corpus});
    const run = await runNode(['pipeline/cli.ts'], {
      DATA_DIR: dataDir,
      MIRROR: corpus,
      MIRROR_MAP: '',
      SOURCES: '',
      LOG: 'json',
      NODE_OPTIONS: `--import ${TIMER}`,
      SYNCS_FILE: log,
    });
    const {count, ms} = sumsOf(await readFile(log, 'utf8'));
    flushes += count;
    const startedAt = performance.now();
    const files = await syncTree(await realpath(dataPaths(dataDir).current));
    const again = performance.now() - startedAt;
    say(
      `  ${name.padEnd(17)} ${count} flushes, ${(ms / 1000).toFixed(2)} s of ${run.seconds.toFixed(1)} s ` +
        `(${((100 * ms) / 1000 / run.seconds).toFixed(1)} %); the ${files} files and folders of the build again: ${again.toFixed(0)} ms`,
    );
    await rm(folder, {recursive: true, force: true});
  }
  return flushes;
}

/** Flushes and milliseconds of all programs of the run. */
function sumsOf(log: string): {count: number; ms: number} {
  const sums = {count: 0, ms: 0};
  for (const line of log.trim().split('\n')) {
    const [count = 0, ms = 0] = line.split(' ').map(Number);
    sums.count += count;
    sums.ms += ms;
  }
  return sums;
}
