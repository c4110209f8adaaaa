import * as following from './following.ts';
import * as journals from './journals.ts';
import * as publishing from './publishing.ts';
import {runSeed} from './run_seed.ts';
import type {MakeScenario} from './scenario.ts';

const kinds = {...publishing, ...following, ...journals} as Record<string, MakeScenario>;
const [kind, n, from] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4] ?? 1)];
const t = performance.now();
let [steps, bad] = [0, 0];
for (let s = from; s < from + n; s++) {
  const r = await runSeed(kinds[kind]!, s);
  steps += r.steps;
  if (r.broken && ++bad === 1) console.log('seed', s, r.broken);
}
console.log(
  kind,
  n,
  'schedules',
  steps,
  'steps',
  bad,
  'bad',
  Math.round((n / (performance.now() - t)) * 60000),
  'per minute',
);
