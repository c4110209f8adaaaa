/** Follows numbers of pages to the lists that they lead to, at random, until so many were compared. */
import {numberWalk, PROFILES, type Walked} from '../helpers/number_walk.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {readerOf} from '../helpers/site_reader.ts';
import {startServer} from './queries/servers.ts';
import {environmentOf, servingOf} from './queries/serving.ts';
import {say} from './say.ts';

export interface Options {
  /** Link to the build, or its folder. */
  current: string;
  /** Numbers to follow. */
  count: number;
  seed: number;
}

/**
 * How many numbers were compared. Throws where one leads to other records than it counts, or to another sum.
 */
export async function compareNumbers({current, count, seed}: Options): Promise<number> {
  const serving = await servingOf(current);
  const env = {...environmentOf(serving), LOG_LEVEL: 'error', SITE_PER_MINUTE: '0'};
  const server = await startServer('dist/main.js', env, serving.key);
  const walk = numberWalk(readerOf(server.base, serving.key), seededRandom(seed));
  const rounds = [
    () => walk.lists(),
    ...PROFILES.map(
      ([, list, entity, key]) =>
        () =>
          walk.profiles(list, entity, key),
    ),
  ];
  const all: Walked = {checked: 0, faults: []};
  for (let round = 0; all.checked < count; round++) {
    const {checked, faults} = await rounds[round % rounds.length]!();
    all.checked += checked;
    all.faults.push(...faults);
  }
  await server.stop();
  say(`${all.checked} numbers followed (SEED=${seed}), ${all.faults.length} of them lead elsewhere`);
  for (const fault of all.faults) say(JSON.stringify(fault));
  if (all.faults.length)
    throw new Error(`${all.faults.length} numbers lead to other records than they count`);
  return all.checked;
}
