/**
 * What a reader far from the files fetches for each kind of query: rounds, ranges and bytes of requests that
 * begin with nothing.
 */
import {loadBuild} from '../../engine/open.ts';
import {isStreamed} from '../../server/http/streamed_body.ts';
import {type Fetched, fetchingEngine} from '../helpers/fetched_source.ts';
import {handle} from '../helpers/handle.ts';
import {testService} from '../helpers/service.ts';
import {KINDS} from './queries/kinds.ts';
import {drawValues} from './queries/values.ts';
import {say} from './say.ts';

/** The mean and the most of some numbers. */
const spread = (all: readonly number[]): string => {
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  return `${mean < 10 ? mean.toFixed(1) : mean.toFixed(0)} / ${Math.max(...all).toFixed(0)}`;
};

/**
 * Prints the mean and the most of each kind, of `most` requests of it; heads of rows stay in their file, too.
 * How many kinds.
 */
export async function measureFetches(current: string, most: number): Promise<number> {
  const values = await drawValues(current, '1');
  const loaded = await loadBuild(current, false);
  const {engine, counts, forget} = fetchingEngine(loaded.shared);
  const {context, key, close} = await testService();
  const builds = {...context.builds, info: () => engine.info, acquire: () => ({engine, release: () => {}})};
  const answering = {...context, builds, timeout_ms: 600_000};
  const fetchedFor = async (target: string): Promise<Fetched> => {
    forget();
    const before = {...counts};
    const {status, body} = await handle({method: 'GET', target, headers: {'x-api-key': key}}, answering);
    if (isStreamed(body)) body.close();
    if (status !== 200) throw new Error(`${target} is answered ${status}`);
    return {
      rounds: counts.rounds - before.rounds,
      ranges: counts.ranges - before.ranges,
      bytes: counts.bytes - before.bytes,
    };
  };
  say('| kind | rounds | ranges | kB |\n|---|---:|---:|---:|');
  let measured = 0;
  for (const {name, title, targets} of KINDS) {
    const asked = targets(values).slice(0, most);
    if (asked.length === 0) continue;
    const all: Fetched[] = [];
    for (const target of asked) all.push(await fetchedFor(target));
    const of = (part: keyof Fetched, unit = 1) => spread(all.map((one) => one[part] / unit));
    say(`| ${name}: ${title} | ${of('rounds')} | ${of('ranges')} | ${of('bytes', 1024)} |`);
    measured++;
  }
  close();
  loaded.close();
  return measured;
}
