/** The command behind `make ingest`. Exit code 0: everything renewed; 1: something failed, the rest is published. */
import {settings} from '../datasets/settings.ts';
import {makeHttp} from './fetch/http.ts';
import {closing, reporter} from './report.ts';
import {ingest} from './run.ts';

const all = settings(process.env);
try {
  const http = makeHttp(all);
  try {
    const outcome = await ingest(all, {http, now: () => new Date()}, reporter(process.stdout));
    process.stderr.write(`\n${closing(outcome.manifest, outcome.failures)}`);
    process.exitCode = Object.keys(outcome.failures).length ? 1 : 0;
  } finally {
    await http.close();
  }
} catch (error) {
  process.stderr.write(`ingest: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
