/** Program: fetches the plain file at URL into DATA_DIR once and prints the snapshot, or the error and exit code 1. */
import {settings} from '../../datasets/settings.ts';
import {makeHttp} from '../../pipeline/fetch/http.ts';
import {fetchSource} from '../../pipeline/fetch/index.ts';
import {plain, sourceOf} from './sources.ts';

const all = settings(process.env);
const http = makeHttp(all);
try {
  const source = sourceOf([plain(process.env['URL'] ?? '')]);
  const effects = {dataDir: all.DATA_DIR, settings: all, http, now: () => new Date()};
  const snapshots = await fetchSource(source, effects, () => undefined);
  console.log(JSON.stringify(snapshots));
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await http.close();
}
