/** `make ingest`. Exit code 0: everything renewed; 1: something failed, the rest is published. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {inBuild, places} from '../datasets/artefacts.ts';
import {settings} from '../datasets/settings.ts';
import {createHttpClient} from './fetch/http.ts';
import {createReporter, runSummary} from './progress.ts';
import {ingest} from './run.ts';

const all = settings(process.env);
try {
  const http = createHttpClient(all);
  try {
    const outcome = await ingest(all, {http, now: () => new Date()}, createReporter(process.stdout));
    const report = join(places(all.DATA_DIR).current, inBuild.report);
    const shown = outcome.manifest && existsSync(report) ? report : null;
    process.stderr.write(`\n${runSummary(outcome.manifest, outcome.failures, shown)}`);
    process.exitCode = Object.keys(outcome.failures).length ? 1 : 0;
  } finally {
    await http.close();
  }
} catch (error) {
  process.stderr.write(`ingest: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
