/**
 * The dearest requests: random ones over every operation of the API, then those that come of the dearest
 * found, in this process and by its processor time, without transport. No operation may have one above the
 * bound.
 */
import {inspect} from 'node:util';
import {openBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {openapi} from '../../server/docs/openapi.ts';
import {isStreamed} from '../../server/http/streamed_body.ts';
import {handle} from '../helpers/handle.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {testService} from '../helpers/service.ts';
import {
  type Operation,
  operationsOf,
  type Request,
  remember,
  requestOf,
  type Seen,
} from './answers/requests.ts';
import {say} from './say.ts';
import {changed} from './worst/evolve.ts';

export interface WorstOptions {
  /** Random requests, and those that evolve. */
  count: number;
  evolved: number;
  seed: number;
  /** Parts of the paths of operations that are asked; empty for all. */
  kinds: readonly string[];
}

/** Milliseconds of processor time of any accepted request. */
const BOUND_MS = 50;

/**
 * Requests above a share of the bound are asked again: the least time counts, without what else the machine
 * does. Those that are still above the bound are asked more often: V8 compiles a loop anew that has read sets
 * of another kind before.
 */
const ASKED_AGAIN = 0.2;
const [REPEATS, MOST_REPEATS] = [3, 8];

/** Requests that others come from, of one operation. */
const KEPT = 8;

/** Requests whose answers are read for values. */
const READ = 3000;

interface Measured {
  request: Request;
  operation: Operation;
  status: number;
  /** Least, and the first time. */
  ms: number;
  first_ms: number;
}

type Ask = (request: Request) => Promise<{status: number; ms: number; body: string}>;

interface Opened {
  ask: Ask;
  /** What was logged as an error. */
  errors: readonly object[];
  close: () => void;
}

/** Answers requests in this process. Of exports, which are sent in parts, the first part is made. */
async function openService(engine: Engine): Promise<Opened> {
  const service = await testService();
  const {context, key} = service;
  const builds = {...context.builds, info: () => engine.info, acquire: () => ({engine, release: () => {}})};
  const answering = {...context, builds, timeout_ms: 600_000};
  return {
    errors: service.errors,
    async ask({target, headers}) {
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const request = {method: 'GET', target, headers: {...Object.fromEntries(lower), 'x-api-key': key}};
      const begin = process.cpuUsage();
      const {status, body} = await handle(request, answering);
      const part = isStreamed(body) ? await body.next() : body;
      const {user, system} = process.cpuUsage(begin);
      const text = part === null ? '' : part.toString();
      if (isStreamed(body)) body.close();
      return {status, ms: (user + system) / 1000, body: text};
    },
    close: service.close,
  };
}

/** The parameters that a request gives. */
const namesIn = ({target}: Request): string =>
  [...new Set(new URLSearchParams(target.split('?')[1] ?? '').keys())].sort().join();

/** The dearest requests of each operation, dearest first; of those that give the same parameters one. */
class Dearest {
  readonly byPath = new Map<string, Measured[]>();

  add(one: Measured): void {
    const known = this.byPath.get(one.operation.path) ?? [];
    const names = namesIn(one.request);
    const like = known.find(({request}) => namesIn(request) === names);
    if (like && like.ms >= one.ms) return;
    const list = [...known.filter((other) => other !== like), one];
    list.sort((a, b) => b.ms - a.ms);
    this.byPath.set(one.operation.path, list.slice(0, KEPT));
  }

  all(): Measured[] {
    return [...this.byPath.values()].flat().sort((a, b) => b.ms - a.ms);
  }
}

/** Searches over a build, `current` its folder or a link to it. How many requests were measured. */
export async function measureWorst(current: string, options: WorstOptions): Promise<number> {
  const engine = await openBuild(current);
  try {
    return await findDearest(engine, options);
  } finally {
    await engine.close();
  }
}

/**
 * Prints the dearest request of each operation; throws where one is above the bound. How many requests were
 * measured.
 */
export async function findDearest(
  engine: Engine,
  {count, evolved, seed, kinds}: WorstOptions,
): Promise<number> {
  const {ask, errors, close} = await openService(engine);
  const operations = operationsOf(JSON.parse(JSON.stringify(openapi()))).filter(
    ({path}) =>
      path.startsWith(`${BASE_PATH}/`) &&
      !path.endsWith('/usage') &&
      (kinds.length === 0 || kinds.some((part) => path.includes(part))),
  );
  const random = seededRandom(seed);
  const seen: Seen = new Map();
  const dearest = new Dearest();
  const statuses = new Map<number, number>();
  let measured = 0;
  const measure = async (request: Request, operation: Operation): Promise<void> => {
    const {status, ms: first_ms, body} = await ask(request);
    let ms = first_ms;
    for (let i = 1; i < (ms > BOUND_MS ? MOST_REPEATS : REPEATS) && ms > BOUND_MS * ASKED_AGAIN; i++)
      ms = Math.min(ms, (await ask(request)).ms);
    if (status >= 500) throw new Error(`${request.target} is answered ${status}: ${inspect(errors.at(-1))}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    dearest.add({request, operation, status, ms, first_ms});
    if (measured++ < READ && status === 200) remember(seen, parsed(body), operation.path);
  };
  // One plain request of every operation first: their values make the random ones find something.
  for (const operation of operations) await measure({target: operation.path, headers: {}}, operation);
  for (let i = 0; i < count; i++) {
    const operation = operations[i % operations.length]!;
    await measure(requestOf(operation, seen, random), operation);
  }
  for (let i = 0; i < evolved; i++) {
    const all = dearest.all();
    // Half of the steps go on from the dearest of all, half from those of any operation.
    const from =
      all[Math.floor(random() ** 2 * (i % 2 === 0 ? Math.min(4 * KEPT, all.length) : all.length))]!;
    const family = dearest.byPath.get(from.operation.path)!;
    const other = family[Math.floor(random() * family.length)]!;
    await measure(changed(from.request, other.request, from.operation, seen, random), from.operation);
  }
  close();
  report(dearest, statuses, measured, seed);
  return measured;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function report(dearest: Dearest, statuses: Map<number, number>, measured: number, seed: number): void {
  const counts = [...statuses].sort().map(([status, n]) => `${n} of ${status}`);
  say(`${measured} requests over ${dearest.byPath.size} operations, seed ${seed}: ${counts.join(', ')}`);
  say(
    'milliseconds of processor time, least of several and the first time, of the dearest request of each operation:',
  );
  const first = [...dearest.byPath.values()].map(([one]) => one!).sort((a, b) => b.ms - a.ms);
  for (const {request, ms, first_ms} of first)
    say(`${ms.toFixed(1).padStart(8)} ${first_ms.toFixed(1).padStart(8)}  ${request.target}`);
  const above = dearest.all().filter(({ms}) => ms > BOUND_MS);
  if (above.length > 0) {
    const lines = above.map(({request, status, ms}) => `${ms.toFixed(1)} ms, ${status}: ${request.target}`);
    throw new Error(`${above.length} requests take over ${BOUND_MS} ms:\n${lines.join('\n')}`);
  }
}
