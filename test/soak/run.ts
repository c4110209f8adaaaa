/**
 * `make soak MINUTES=n [RATE=requests a second] [SWITCH_S=seconds] [FAULT_S=seconds] [SEED=n]`: serves
 * prepared builds in three threads under mixed load. A build is switched to every minute or SWITCH_S, Redis
 * fails every two or FAULT_S, a thread dies every five or 2.5 times FAULT_S; in the first ten minutes builds
 * change every ten seconds, and six threads more die. Writes DATA_DIR/soak/report.html and result.json.
 */
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import {dataPaths} from '../../builds/artefacts.ts';
import {pointCurrent} from '../../builds/current_link.ts';
import {accountsTable} from '../../server/accounts/accounts.ts';
import {makeKey} from '../../server/accounts/api_key.ts';
import {openDatabase} from '../../server/accounts/database.ts';
import {keysTable} from '../../server/accounts/keys.ts';
import {findFreePort} from '../../server/process/find_free_port.ts';
import {mallocOf, recipeOf} from '../helpers/make_commands.ts';
import {programCache} from '../helpers/program_cache.ts';
import {redisProgram, startRedis} from '../helpers/redis.ts';
import {ROOT, type Server, startServer} from '../helpers/stack.ts';
import {type NetworkFault, startTcpProxy, type TcpProxy} from '../helpers/tcp_proxy.ts';
import {grantToken} from '../helpers/tools.ts';
import {visitor} from '../helpers/visitor.ts';
import {linkBuilds, prepareBuilds, withReference} from './builds.ts';
import {type Course, type Ended, faultsAtEnd, figuresOf, warmSeconds} from './figures.ts';
import {Resident, readSeconds, type Sample, sampleOf, Times} from './measure.ts';
import {countedAlone, probeLimit, wrongProbe} from './probe.ts';
import {reportOf, type SoakResult} from './report.ts';
import {followLog} from './serving.ts';
import {Load} from './soak.ts';
import {type Asking, answersOf, ask, findTargets, isLimited, type Target} from './targets.ts';

const MINUTES = Number(process.env['MINUTES'] || 60);
const RATE = Number(process.env['RATE'] || 300);
const SEED = Number(process.env['SEED'] || 1);
/** From switch to switch. */
const SWITCH_MS = 1000 * Number(process.env['SWITCH_S'] || 60);
/** Requests so soon after a switch are compared with the others. */
const SWITCHING_MS = Math.min(5000, SWITCH_MS / 2);
/** Absolute: folders elsewhere link into it. */
const HOME = resolve(process.env['DATA_DIR'] || 'data', 'soak');
/** What threads write of themselves. */
const SECONDS = join(HOME, 'threads.ndjson');
const WORKERS = '3';
const MINUTE_MS = 60_000;
/**
 * As many builds come and go in the first minutes as in all others, and six threads more: what the first
 * fifty builds and the first threads leave in the heap of malloc is used by the next ones, so that growth
 * after that is growth of every build.
 */
const WARM_MS = 1000 * warmSeconds(MINUTES);
const WARM_SWITCH_MS = Math.min(SWITCH_MS, 10_000);
/**
 * Between two faults of Redis, fewer than the server takes for a fault; long enough before the others for
 * threads to be of all ages then.
 */
const WARM_DEATHS = {fromMs: 115_000, toMs: 200_000, everyMs: 15_000};
/** From fault to fault of Redis. */
const BETWEEN_FAULTS_MS = 1000 * Number(process.env['FAULT_S'] || 120);
/** How long Redis fails. */
const FAULT_MS = BETWEEN_FAULTS_MS / 8;
const SAMPLE_MS = 5000;
/** How often resident memory is looked at. */
const RESIDENT_MS = 250;
/** How often the log is looked at for builds that are served. */
const LOOK_MS = 50;
/** Far longer than a switch takes on a busy machine. */
const LONGEST_SWITCH_MS = MINUTE_MS;
const METRICS_TOKEN = 'soak';

const FAULTS: NetworkFault[] = [
  {kind: 'cut'},
  {kind: 'silence'},
  {kind: 'delay', ms: 400},
  {kind: 'garbage'},
  {kind: 'reset', after: 3},
  {kind: 'drip', bytes: 1, ms: 20},
];

const say = (line: string): void =>
  void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

/** Does `work` at regular moments until it is over; the first after `firstMs`. */
async function regularly(
  until: number,
  firstMs: number,
  ms: number,
  work: (n: number) => Promise<void> | void,
): Promise<void> {
  let next = performance.now() + firstMs;
  for (let n = 0; next < until; n++, next += ms) {
    await setTimeout(Math.max(0, next - performance.now()));
    await work(n);
  }
}

/** Requests of this month, as the server says. */
async function usedBy(asking: Asking): Promise<number> {
  const {body} = await ask(asking, {group: 'list', path: '/api/v1/usage'});
  return Number((JSON.parse(body.toString()) as {data: {month: {used: number}}}).data.month.used);
}

interface Running extends Course {
  folder: string;
  server: Server;
  proxy: TcpProxy | null;
  key: string;
  token: string;
  holder: {email: string; password: string};
  events: SoakResult['events'];
  faults: string[];
}

const event = (running: Running, what: string): void => {
  running.events.push({at: (performance.now() - running.begun) / 1000, what});
  say(what);
};

/** Milliseconds to a moment of the run. */
const left = ({begun}: Running, ms: number): number => begun + ms - performance.now();

/** Switches to the builds by turns. */
async function switching(running: Running, ids: readonly string[]): Promise<void> {
  const paths = dataPaths(running.folder);
  const next = async (): Promise<void> => {
    const id = ids[running.switches.length % ids.length]!;
    running.switches.push({id, at: performance.now(), servedAt: null});
    await pointCurrent(paths, paths.build(id));
    event(running, `build ${id}`);
  };
  await regularly(running.begun + WARM_MS, WARM_SWITCH_MS, WARM_SWITCH_MS, next);
  await regularly(running.until - 15_000, left(running, WARM_MS + SWITCH_MS), SWITCH_MS, next);
}

const failingRedis = ({...running}: Running): Promise<void> =>
  regularly(running.until - 2 * FAULT_MS, 0.75 * BETWEEN_FAULTS_MS, BETWEEN_FAULTS_MS, async (n) => {
    if (!running.proxy) return;
    const fault = FAULTS[n % FAULTS.length]!;
    running.proxy.setFault(fault);
    event(running, `Redis: ${fault.kind}`);
    await setTimeout(FAULT_MS);
    running.proxy.setFault(null);
  });

async function killing(running: Running): Promise<void> {
  const kill = (): void => {
    running.deaths.push(performance.now());
    process.kill(running.server.pid, 'SIGUSR2');
    event(running, 'a thread dies');
  };
  const {fromMs, toMs, everyMs} = WARM_DEATHS;
  await regularly(running.begun + Math.min(toMs, WARM_MS), fromMs, everyMs, kill);
  await regularly(
    running.until - 15_000,
    left(running, 2.25 * BETWEEN_FAULTS_MS),
    2.5 * BETWEEN_FAULTS_MS,
    kill,
  );
}

const LIMIT = 40;

/** Threads see a new account within a second. */
const SEEN_MS = 1500;
/** What is asked for begins so soon before Redis fails, and ends later. */
const AHEAD_MS = 20;
const PROBE_MS = BETWEEN_FAULTS_MS / 4 - SEEN_MS - AHEAD_MS;

/** Accounts with a limit, one while all is quiet and one while Redis begins to fail. */
const probing = (running: Running, account: (month: number) => string): Promise<void> =>
  regularly(running.until - 20_000, PROBE_MS, BETWEEN_FAULTS_MS / 2, async () => {
    const key = account(LIMIT);
    await setTimeout(SEEN_MS);
    const probe = await probeLimit(running.server, key, METRICS_TOKEN, 2 * LIMIT);
    running.probes.push(probe);
    const wrong = wrongProbe(probe, LIMIT);
    if (wrong !== null) running.faults.push(wrong);
  });

/** As operators start it, with a cache of compiled code. */
const CACHE = programCache({NODE_COMPILE_CACHE: resolve(HOME, 'compiled')});

/** The server of the soak over links to the builds, behind a proxy to Redis where there is one. */
async function start(dataDir: string, first: string, settings: Record<string, string>) {
  const folder = await linkBuilds(dataDir, first);
  const redis = redisProgram ? await startRedis(redisProgram) : null;
  const proxy = redis ? await startTcpProxy(Number(new URL(redis.url).port)) : null;
  const hooks = ['kill_hook.js', 'measure_hook.js'].map((name) =>
    pathToFileURL(join(ROOT, 'test/soak', name)),
  );
  rmSync(SECONDS, {force: true});
  const server = await startServer(folder, {
    ...settings,
    ...mallocOf(recipeOf('serve').at(-1)!),
    ...CACHE,
    NODE_OPTIONS: [CACHE['NODE_OPTIONS'], ...hooks.map((hook) => `--import ${hook}`)].join(' '),
    SOAK_THREADS: SECONDS,
    WORKERS,
    SITE_PER_MINUTE: '0',
    LOG_LEVEL: 'info',
    METRICS_TOKEN,
    PREVIOUS_BUILD_MS: String(SWITCH_MS / 2),
    ...(proxy ? {REDIS_URL: `redis://127.0.0.1:${proxy.port}`} : {}),
  });
  const stop = async () => {
    const code = await server.stop();
    await proxy?.close();
    await redis?.end();
    await rm(folder, {recursive: true, force: true});
    return code;
  };
  return {folder, server, proxy, stop};
}

async function main(): Promise<boolean> {
  mkdirSync(HOME, {recursive: true});
  const dataDir = join(HOME, 'data');
  const ids = await prepareBuilds(dataDir, say);
  const port = await findFreePort('127.0.0.1', 0);
  const origins = {API_ORIGIN: `http://127.0.0.1:${port}`};
  // One account store for all servers: keys and tokens are the same everywhere.
  for (const ending of ['', '-wal', '-shm']) rmSync(`${dataPaths(dataDir).accounts}${ending}`, {force: true});
  const made = openDatabase(dataPaths(dataDir).accounts);
  const accountOf = (
    database: typeof made,
    name: string,
    month: number | null,
  ): {id: number; key: string} => {
    const {id} = accountsTable(database).add(name, 'enterprise', new Date());
    accountsTable(database).setQuotas(id, {month, day: null, minute: null});
    const key = makeKey();
    keysTable(database).replace(id, key, new Date());
    return {id, key};
  };
  const {id: account, key} = accountOf(made, 'soak@example.org', 100_000_000);
  const token = grantToken(made, account, origins.API_ORIGIN, new Date(Date.now() + 3 * 3_600_000));
  made.close();

  say(`looking at ${ids.length} builds`);
  let targets: Target[] = [];
  const expected = new Map<string, string[]>();
  for (const id of ids) {
    await withReference(dataDir, id, origins, async (server) => {
      const asking = {server, key, token};
      if (targets.length === 0) targets = await findTargets(asking);
      const before = await usedBy(asking);
      expected.set(id, await answersOf(asking, targets));
      // What the soak counts later must be what limits count where nothing fails.
      const [counted, sent] = [(await usedBy(asking)) - before, targets.filter(isLimited).length];
      if (counted !== sent)
        throw new Error(`the limits counted ${counted} of ${sent} requests without any fault`);
    });
  }
  say(`${targets.length} requests, each answered by a server of its own for every build`);

  const {folder, server, proxy, stop} = await start(dataDir, ids[0]!, {
    ...origins,
    PORT: String(port),
  });
  const holder = {email: 'holder@example.org', password: 'a password of the soak'};
  const browser = visitor(server.base, []);
  await browser.get('/account');
  await browser.submit('/account/sign-up', holder);
  const begun = performance.now();
  const running: Running = {
    folder,
    server,
    proxy,
    key,
    token,
    holder,
    minutes: MINUTES,
    switchingMs: SWITCHING_MS,
    begun,
    until: begun + MINUTES * MINUTE_MS,
    switches: [{id: ids[0]!, at: begun - MINUTE_MS, servedAt: begun - MINUTE_MS}],
    deaths: [],
    events: [],
    faults: [],
    probes: [],
  };
  const log = followLog(server.stderr, running.switches);
  log.look();
  const beside = openDatabase(dataPaths(folder).accounts);
  let probes = 0;
  const samples: Sample[] = [];
  const resident = new Resident(server.pid);
  const times = new Times(warmSeconds(MINUTES) / 60);
  const load = new Load({
    ...running,
    asking: {server, key, token},
    targets,
    expected,
    times,
    rate: RATE,
    seed: SEED,
  });
  say(
    `${MINUTES} minutes, ${RATE} requests a second, Redis ${proxy ? 'behind a proxy' : 'is not installed'}`,
  );
  await Promise.all([
    load.run(),
    switching(running, ids),
    failingRedis(running),
    killing(running),
    probing(running, (month) => accountOf(beside, `probe-${probes++}@example.org`, month).key),
    regularly(running.until, 0, LOOK_MS, log.look),
    regularly(running.until, 0, RESIDENT_MS, () => resident.look()),
    regularly(
      running.until,
      0,
      SAMPLE_MS,
      () => void samples.push(sampleOf(server.pid, (performance.now() - begun) / 1000, resident)),
    ),
    regularly(running.until, MINUTE_MS, MINUTE_MS, () =>
      say(
        `${load.counts.requests} requests, ${load.counts.faults.length + running.faults.length} faults, RSS ${samples.at(-1)?.rssMb.toFixed(0)} MB, ${samples.at(-1)?.descriptors} descriptors`,
      ),
    ),
  ]);
  for (
    const end = performance.now() + LONGEST_SWITCH_MS;
    performance.now() < end;
    await setTimeout(LOOK_MS)
  ) {
    log.look();
    if (running.switches.at(-1)?.servedAt !== null) break;
  }
  await setTimeout(2000);
  const used = await usedBy({server, key, token});
  const alone = await countedAlone(server, METRICS_TOKEN);
  beside.close();
  const code = await stop();
  return finish(running, load, {samples, times, used, alone, code, logged: server.stderr()});
}

function finish(running: Running, load: Load, ended: Ended): boolean {
  const {samples, times, logged} = ended;
  const faults = [...running.faults, ...load.counts.faults, ...faultsAtEnd(running, load.counts, ended)];
  const figures = figuresOf(running, load.counts, ended, readSeconds(SECONDS), faults.length);
  const result: SoakResult = {
    minutes: MINUTES,
    rate: RATE,
    figures,
    faults,
    events: running.events,
    samples,
    times: times.minutes(),
  };
  writeFileSync(join(HOME, 'report.html'), reportOf(result));
  writeFileSync(join(HOME, 'result.json'), JSON.stringify(result, null, 1));
  writeFileSync(join(HOME, 'server.log'), logged);
  for (const [name, value] of figures) say(`${name}: ${value}`);
  for (const fault of faults.slice(0, 20)) say(`FAULT ${fault}`);
  say(`report: ${join(HOME, 'report.html')}`);
  return faults.length === 0;
}

if (!existsSync('/proc/self/status')) throw new Error('the soak reads /proc: run it on Linux');
process.exit((await main()) ? 0 : 1);
