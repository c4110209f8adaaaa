/** `make probe` without its process: settings in, a line for each source out, the exit code back. */
import {existsSync} from 'node:fs';
import {dataPaths} from '../builds/artefacts.ts';
import {settings} from '../datasets/settings.ts';
import type {Source} from '../datasets/types.ts';
import {createHttpClient} from './fetch/http.ts';
import {probe, wouldFail} from './probe/run.ts';
import {createReporter, type Screen} from './progress/reporter.ts';
import {currentBuild} from './publish/current_build.ts';
import {messageOf} from './runtime/errors.ts';
import {selectedSources} from './steps/run_sources.ts';

/** Further tries of a request: what fails twice is reported. */
const RETRIES = '1';

/** Exit code 0: nothing speaks against an ingest; 1: it would fail. `sources` replaces the declared ones. */
export async function probeCommand(
  env: Record<string, string | undefined>,
  stdout: Screen,
  stderr: {write(text: string): unknown},
  sources?: readonly Source[],
): Promise<0 | 1> {
  const all = {...settings(env), FETCH_RETRIES: env['FETCH_RETRIES']?.trim() || RETRIES};
  try {
    const {emit, close} = createReporter(stdout, {...all, TERM: env['TERM']});
    const http = createHttpClient(all);
    try {
      const entries = (await currentBuild(all.DATA_DIR))?.manifest.sources ?? [];
      const verified = new Map(entries.map((entry) => [entry.slug, entry.verified ?? {}]));
      const effects = {http, now: () => new Date(), verified};
      const probes = await probe(sources ?? selectedSources(all), all, effects, emit).finally(close);
      const failing = probes.filter(wouldFail).map(({source}) => source.slug);
      if (failing.length) stderr.write(`an ingest would fail: ${failing.join(', ')}\n`);
      const isEmpty =
        probes.every(({absent}) => absent !== null) && !existsSync(dataPaths(all.DATA_DIR).current);
      if (isEmpty) stderr.write('an ingest would fail: there is no file of any source\n');
      return failing.length || isEmpty ? 1 : 0;
    } finally {
      await http.close();
    }
  } catch (error) {
    stderr.write(`probe: ${messageOf(error)}\n`);
    return 1;
  }
}
