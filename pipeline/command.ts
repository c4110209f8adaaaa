/** `make ingest` without its process: settings in, events and closing words out, the exit code back. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {dataPaths, inBuild} from '../datasets/artefacts.ts';
import {settings} from '../datasets/settings.ts';
import {createHttpClient} from './fetch/http.ts';
import {createReporter} from './progress/reporter.ts';
import {runSummary} from './progress/summary.ts';
import {enginePrograms} from './publish/engine_programs.ts';
import {type Effects, ingest} from './run.ts';

/** Exit code 0: everything was renewed; 1: something failed, the rest is published. `given` replaces clock, engine and object store. */
export async function ingestCommand(
  env: Record<string, string | undefined>,
  stdout: Parameters<typeof createReporter>[0],
  stderr: {write(text: string): unknown},
  given: Partial<Pick<Effects, 'index' | 'now' | 'openStore'>> = {},
): Promise<0 | 1> {
  const all = settings(env);
  try {
    const {emit, tally, close} = createReporter(stdout, {...all, TERM: env['TERM']});
    const http = createHttpClient(all);
    try {
      const outcome = await ingest(
        all,
        {http, now: () => new Date(), index: enginePrograms, ...given},
        emit,
      ).finally(close);
      const report = join(dataPaths(all.DATA_DIR).current, inBuild.report);
      const shown = outcome.manifest && existsSync(report) ? report : null;
      stderr.write(
        `\n${runSummary(outcome.manifest, outcome.failures, {tally, report: shown, columns: stdout.isTTY ? stdout.columns : Number.POSITIVE_INFINITY})}`,
      );
      return Object.keys(outcome.failures).length ? 1 : 0;
    } finally {
      await http.close();
    }
  } catch (error) {
    stderr.write(`ingest: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
