/** The command behind `make ingest`. Exit code 0: everything renewed; 1: something failed, the rest is published. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {inBuild, places} from '../datasets/artefacts.ts';
import {settings} from '../datasets/settings.ts';
import {makeHttp} from './fetch/http.ts';
import {closing, reporter} from './progress.ts';
import {ingest} from './run.ts';

const all = settings(process.env);
try {
  const http = makeHttp(all);
  try {
    const outcome = await ingest(all, {http, now: () => new Date()}, reporter(process.stdout));
    const report = join(places(all.DATA_DIR).current, inBuild.report);
    const shown = outcome.manifest && existsSync(report) ? report : null;
    process.stderr.write(`\n${closing(outcome.manifest, outcome.failures, shown)}`);
    process.exitCode = Object.keys(outcome.failures).length ? 1 : 0;
  } finally {
    await http.close();
  }
} catch (error) {
  process.stderr.write(`ingest: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
