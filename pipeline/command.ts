/** `make ingest` without its process: settings in, events and closing words out, the exit code back. */
import {existsSync, realpathSync} from 'node:fs';
import {basename, join} from 'node:path';
import {dataPaths, inBuild} from '../builds/artefacts.ts';
import {ensureDataDir} from '../builds/data_dir.ts';
import {type Settings, settings} from '../datasets/settings.ts';
import {openStore} from '../storage/open_store.ts';
import {createHttpClient} from './fetch/http.ts';
import {createReporter} from './progress/reporter.ts';
import {runSummary} from './progress/summary.ts';
import {enginePrograms} from './publish/engine_programs.ts';
import {queueOptions} from './queue/jobs.ts';
import {checkSettings, type Effects, ingest} from './run.ts';
import {withDiskRemedy} from './runtime/disk.ts';
import type {Emit} from './runtime/events.ts';
import type {Outcome} from './steps/run_sources.ts';

/**
 * Exit code 0: everything was renewed; 1: something failed, the rest is published. `given` replaces clock,
 * engine, object store and HTTP client.
 */
export async function ingestCommand(
  env: Record<string, string | undefined>,
  stdout: Parameters<typeof createReporter>[0],
  stderr: {write(text: string): unknown},
  given: Partial<Effects> = {},
): Promise<0 | 1> {
  const all = settings(env);
  try {
    const {emit, tally, close} = createReporter(stdout, {...all, TERM: env['TERM']});
    const http = given.http ?? createHttpClient(all);
    try {
      const effects: Effects = {now: () => new Date(), index: enginePrograms, ...given, http};
      const note = (text: string) => stderr.write(`ingest: ${text}\n`);
      const work = all.QUEUE_URL ? plan(all, effects, emit, note) : ingest(all, effects, emit);
      const outcome = await work.finally(close);
      const shown = outcome.manifest && reportOf(all.DATA_DIR, outcome.manifest.build_id);
      const screen = stdout.isTTY
        ? {columns: stdout.columns, rows: stdout.rows}
        : {columns: Number.POSITIVE_INFINITY};
      const closing = {tally, poison: outcome.poison, report: shown, ...screen};
      stderr.write(`\n${runSummary(outcome.manifest, outcome.failures, closing)}`);
      return Object.keys(outcome.failures).length ? 1 : 0;
    } finally {
      await http.close();
    }
  } catch (error) {
    // Before the first source, such as where the lock cannot be written.
    stderr.write(`ingest: ${withDiskRemedy(error, all.DATA_DIR).message}\n`);
    return 1;
  }
}

/** Path of a build's report; null where another machine has the build. */
function reportOf(dataDir: string, id: string): string | null {
  const {current} = dataPaths(dataDir);
  const report = join(current, inBuild.report);
  return existsSync(report) && basename(realpathSync(current)) === id ? report : null;
}

/** Plans the ingest and waits for the workers. BullMQ is loaded only here: it takes a third of a second. */
async function plan(
  all: Settings,
  {openStore: open = openStore, ...effects}: Effects,
  emit: Emit,
  note: (text: string) => void,
): Promise<Outcome> {
  queueOptions(all);
  await checkSettings(all, emit);
  ensureDataDir(all.DATA_DIR);
  const {queueIngest} = await import('./queue/planner.ts');
  const store = await open(all.PUBLISH_TO, 'PUBLISH_TO');
  return queueIngest(all, {...effects, store, note}, emit).finally(() => store.close());
}
