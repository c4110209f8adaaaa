/** Queries under load: this server, PostgreSQL, ClickHouse and the bare transport, in one run. */
import {mkdir, realpath, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {findClickHouse} from './clickhouse/find.ts';
import {loadedClickHouse} from './clickhouse/load.ts';
import {IS_SMALLEST} from './effort.ts';
import {findPostgres} from './postgres/find.ts';
import {loadedPostgres} from './postgres/loaded.ts';
import {compare, type Running} from './queries/compare.ts';
import {measureCompile} from './queries/compile.ts';
import type {Outcome, Row, Whole} from './queries/figures.ts';
import {KINDS} from './queries/kinds.ts';
import {findWrk} from './queries/load.ts';
import {commit, machine, versions} from './queries/machine.ts';
import {lineOf, markdown, verdictLine} from './queries/report.ts';
import {startServer} from './queries/servers.ts';
import {type Serving, servingOf, startOurs} from './queries/serving.ts';
import {drawValues, type Values} from './queries/values.ts';
import {verdictsOf} from './queries/verdicts.ts';
import {indexSizes, measureExport, measureSwitch} from './queries/whole.ts';
import {say} from './say.ts';

export interface Options {
  /** Link to the build, or its folder. */
  current: string;
  connections: number;
  seconds: number;
  /** Names of the kinds to measure; empty for all. */
  kinds: readonly string[];
  /** Servers to compare with: `postgres`, `clickhouse`. */
  beside: readonly string[];
  /**
   * Folder in which the databases of these servers are kept once they are loaded; empty for temporary ones.
   */
  loaded: string;
  /** File for the outcome as JSON; beside it the same as Markdown. Empty for none. */
  out: string;
}

const PORTS = {HOST: '127.0.0.1', PORT: '0', ACCOUNT_PORT: '0'};

/** Loads the databases that these kinds need, to be measured later. How many of them. */
export async function loadDatabases({current, kinds, beside, loaded}: Options): Promise<number> {
  if (!loaded) throw new Error('name the folder that keeps the databases: BENCH_LOADED=<folder>');
  const build = await realpath(current);
  const targets = targetsOfKinds(kinds, await drawValues(build, '1'));
  if (beside.includes('postgres')) {
    const {cluster} = await loadedPostgres(findPostgres(), build, targets, loaded, say);
    await cluster.stop();
  }
  if (beside.includes('clickhouse')) await loadedClickHouse(findClickHouse(), build, loaded, say);
  return beside.length;
}

/** All targets of some kinds, or of all that are compared. */
const targetsOfKinds = (kinds: readonly string[], values: Values): string[] =>
  KINDS.filter(({name, compared}) => compared && (kinds.length === 0 || kinds.includes(name))).flatMap(
    (kind) => kind.targets(values),
  );

/** Measures all kinds, prints each, then the goals; throws when servers disagree or an answer fails. */
export async function measureQueries(options: Options): Promise<Outcome> {
  const wrk = findWrk();
  const serving = await servingOf(options.current);
  const bin = options.beside.includes('postgres') ? findPostgres() : null;
  const chdb = options.beside.includes('clickhouse') ? findClickHouse() : null;
  say('drawing values');
  const values = await drawValues(serving.build, '1');
  if (options.kinds.length === 0) say('compiling the index in a copy');
  const compile = options.kinds.length === 0 ? await measureCompile(serving.build) : null;
  const {running, postgres, stop} = await start(serving, {bin, chdb}, values, options);
  const rows: Row[] = [];
  for (const kind of KINDS) {
    if (options.kinds.length > 0 && !options.kinds.includes(kind.name)) continue;
    if (kind.targets(values).length === 0) {
      if (IS_SMALLEST) throw new Error(`the small corpus has nothing for ${kind.name}`);
      say(`${kind.name}: the build has nothing to ask for`);
      continue;
    }
    const row = await compare(kind, values, running, options);
    rows.push(row);
    say(lineOf(row));
  }
  const whole = await measureWhole(serving, running, values, options, {compile, postgres});
  const outcome: Outcome = {
    facts: {
      machine: machine(),
      versions: versions(bin, chdb, wrk),
      commit: commit(),
      rows: values.records,
      connections: options.connections,
      seconds: options.seconds,
    },
    rows,
    whole,
    verdicts: verdictsOf(rows, whole),
  };
  for (const server of Object.values(running)) await server.stop();
  await stop();
  say(`\n${markdown(outcome)}\n${outcome.verdicts.map(verdictLine).join('\n')}`);
  if (options.out) await writeOutcome(options.out, outcome);
  return outcome;
}

async function start(
  serving: Serving,
  {bin, chdb}: {bin: string | null; chdb: string | null},
  values: Values,
  {kinds, loaded}: Options,
): Promise<{running: Running; postgres: Whole['postgres']; stop: () => Promise<void>}> {
  const running: Running = {one: await startOurs(serving, 1), all: await startOurs(serving, null)};
  let postgres: Whole['postgres'] = null;
  let stop = async (): Promise<void> => {};
  if (bin) {
    say('loading PostgreSQL');
    const targets = targetsOfKinds(kinds, values);
    const {cluster, figures} = await loadedPostgres(bin, serving.build, targets, loaded, say);
    postgres = figures;
    stop = cluster.stop;
    const program = 'test/bench/postgres/server.ts';
    const env = {...PORTS, PG_SOCKET: cluster.socket};
    running.postgres = await startServer(program, {...env, PG_VARIANT: 'text'}, null);
    running.names = await startServer(program, {...env, PG_VARIANT: 'names'}, null);
  }
  if (chdb) {
    say('loading ClickHouse');
    const folder = await loadedClickHouse(chdb, serving.build, loaded, say);
    const env = {...PORTS, CLICKHOUSE_MODULE: chdb, CLICKHOUSE_FOLDER: folder};
    running.clickhouse = await startServer('test/bench/clickhouse/server.ts', env, null);
  }
  return {running, postgres, stop};
}

async function measureWhole(
  serving: Serving,
  running: Running,
  values: Values,
  {connections}: Options,
  made: Pick<Whole, 'compile' | 'postgres'>,
): Promise<Whole> {
  const all = running.all ?? running.one;
  const memory_one = await running.one.memory();
  const memory_all = await all.memory();
  const exported = await measureExport(all);
  // The first kind that the build has anything for.
  const targets = KINDS.map((kind) => kind.targets(values)).find(({length}) => length > 0) ?? [];
  const switched = await measureSwitch(all, serving, targets, connections);
  return {
    start_ms: running.one.start_ms,
    ...switched,
    memory_one,
    memory_all,
    index: await indexSizes(serving.build),
    ...made,
    export: exported,
  };
}

async function writeOutcome(path: string, outcome: Outcome): Promise<void> {
  await mkdir(dirname(path), {recursive: true});
  await writeFile(path, `${JSON.stringify(outcome, null, 1)}\n`);
  await writeFile(`${path.replace(/\.json$/, '')}.md`, markdown(outcome));
}
