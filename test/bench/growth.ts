/**
 * How the time of a request grows with the rows: this server alone at a quarter, at once and at four times
 * them.
 */
import {mkdir, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {exists} from '../../pipeline/runtime/disk.ts';
import {WARM_S} from './effort.ts';
import {KINDS} from './queries/kinds.ts';
import {type Figures, measure, warm} from './queries/load.ts';
import {FACTORS, type Factor, scaleBuild} from './queries/scale.ts';
import {servingOf, startOurs} from './queries/serving.ts';
import {targetsOf} from './queries/targets.ts';
import {drawValues, type Values} from './queries/values.ts';
import {indexSizes} from './queries/whole.ts';
import {say} from './say.ts';

type Size = Factor | 'once';
const SIZES: readonly Size[] = ['quarter', 'once', 'four'];
const NARROW_TIMES = 2;
const MEGABYTE = 2 ** 20;

export interface Growth {
  rows: Record<string, number>;
  start_ms: number;
  /** Bytes beyond the page cache, and of the index files. */
  memory: number;
  index: number;
  /** Figures by kind; one worker. */
  kinds: Record<string, Figures>;
}

export interface GrowthOptions {
  current: string;
  home: string;
  connections: number;
  seconds: number;
  /** Scaled builds that are there are taken, and stay. */
  keep: boolean;
  /** File of the outcome of queries: beside it, as `.growth.json` and `.growth.md`, that of growth. */
  out: string;
}

/**
 * Makes the scaled builds below `home`, measures each, prints the table; all three with the same targets. How
 * many kinds.
 */
export async function measureGrowth(options: GrowthOptions): Promise<number> {
  const {build} = await servingOf(options.current);
  const values = await drawValues(build, '1');
  const results: Partial<Record<Size, Growth>> = {};
  for (const size of SIZES) {
    const dataDir = join(options.home, 'growth', size);
    if (size !== 'once') {
      await provide(build, dataDir, size, options.keep);
    }
    results[size] = await measureSize(size === 'once' ? build : dataPaths(dataDir).current, values, options);
    if (size !== 'once' && !options.keep) await rm(dataDir, {recursive: true, force: true});
  }
  const {quarter, once, four} = results;
  if (!quarter || !once || !four) throw new Error('a size was not measured');
  const all = {quarter, once, four};
  const table = growthTable(all);
  say(table);
  const path = options.out.replace(/(\.json)?$/, '.growth');
  await mkdir(dirname(path), {recursive: true});
  await writeFile(`${path}.json`, `${JSON.stringify(all, null, 1)}\n`);
  await writeFile(`${path}.md`, `${table}\n`);
  return Object.keys(once.kinds).length;
}

async function provide(build: string, dataDir: string, size: Factor, keep: boolean): Promise<void> {
  if (keep && (await exists(dataPaths(dataDir).current))) return;
  const startedAt = performance.now();
  await scaleBuild(build, dataDir, size);
  say(`build of ${FACTORS[size]} times the rows: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

async function measureSize(
  current: string,
  drawn: Values,
  {connections, seconds}: GrowthOptions,
): Promise<Growth> {
  const serving = await servingOf(current);
  const server = await startOurs(serving, 1);
  const {records, contract_ids} = await drawValues(serving.build, '1');
  // The same texts everywhere; ids and offsets that this build has.
  const values = {...drawn, records, contract_ids};
  const kinds: Record<string, Figures> = {};
  for (const kind of KINDS.filter(({growth}) => growth)) {
    const {api} = await targetsOf(kind, values, server);
    const load = {base: server.base, key: server.key, targets: api, connections};
    await warm({...load, seconds: WARM_S});
    kinds[kind.name] = await measure({...load, seconds});
  }
  const sizes = Object.values(await indexSizes(serving.build));
  const index = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const memory = await server.memory();
  await server.stop();
  return {rows: records, start_ms: server.start_ms, memory, index, kinds};
}

/** Markdown; times are those of one request on one worker: the inverse of the requests a second. */
function growthTable(all: Record<Size, Growth>): string {
  const head =
    '| work | a quarter, µs | once, µs | four times, µs | four / once |\n|---|---:|---:|---:|---:|';
  const lines = KINDS.filter(({growth}) => growth).map(({name, title}) => {
    const [a = 0, b = 0, c = 0] = SIZES.map((size) => 1e6 / (all[size].kinds[name]?.requests_s ?? 0));
    return `| ${title} | ${[a, b, c].map((us) => us.toFixed(0)).join(' | ')} | ${(c / b).toFixed(2)} |`;
  });
  const row = (label: string, value: (one: Growth) => number) => {
    const [a = 0, b = 0, c = 0] = SIZES.map((size) => value(all[size]));
    const cells = [a, b, c].map((n) => Math.round(n).toLocaleString('en-CA'));
    return `| ${label} | ${cells.join(' | ')} | ${(c / b).toFixed(2)} |`;
  };
  const more = [
    row('contracts', ({rows}) => rows['contracts'] ?? 0),
    row('start to serving, ms', ({start_ms}) => start_ms),
    row('bytes of a narrow answer', ({kinds}) => kinds['narrow']?.answer_bytes ?? Number.NaN),
    row('memory beyond the page cache, MB', ({memory}) => memory / MEGABYTE),
    row('index files, MB', ({index}) => index / MEGABYTE),
  ];
  const speed = (size: Size) => all[size].kinds['narrow']?.requests_s ?? Number.NaN;
  const times = speed('once') / speed('four');
  const verdict = `${times <= NARROW_TIMES ? 'pass' : 'MISS'}: a narrow filter at four times the rows takes ${times.toFixed(2)} times as long; goal <= ${NARROW_TIMES}`;
  return ['### Growth', '', head, ...lines, ...more, '', verdict].join('\n');
}
