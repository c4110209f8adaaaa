/** What is measured in a soak: times by kind of request and minute, and what the process uses. */
import {readdirSync, readFileSync, readlinkSync} from 'node:fs';

/** Milliseconds of the requests of one kind in one minute. */
export interface Minute {
  group: string;
  minute: number;
  count: number;
  p50: number;
  p99: number;
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

/** Collects times of requests. */
export class Times {
  readonly #by = new Map<string, number[]>();
  readonly #warmMinutes: number;
  readonly steady: number[] = [];
  readonly switching: number[] = [];

  /** In the first minutes builds change all the time: they count neither as steady nor as switches. */
  constructor(warmMinutes: number) {
    this.#warmMinutes = warmMinutes;
  }

  add(group: string, minute: number, ms: number, isSwitching: boolean): void {
    const key = `${group} ${minute}`;
    const known = this.#by.get(key);
    if (known) known.push(ms);
    else this.#by.set(key, [ms]);
    // An export that stalls says nothing about the server.
    const isAnswer = group !== 'export' && group !== 'sign-in';
    if (isAnswer && minute >= this.#warmMinutes) (isSwitching ? this.switching : this.steady).push(ms);
  }

  minutes(): Minute[] {
    return [...this.#by].map(([key, all]) => {
      const [group = '', minute = '0'] = key.split(' ');
      all.sort((a, b) => a - b);
      return {
        group,
        minute: Number(minute),
        count: all.length,
        p50: quantile(all, 0.5),
        p99: quantile(all, 0.99),
      };
    });
  }
}

/** The process at one moment. */
export interface Sample {
  /** Seconds since the beginning. */
  at: number;
  /**
   * Resident memory since the sample before: what one sign-in takes for half a second counts for half a
   * second.
   */
  rssMb: number;
  /** The most of it. */
  mostMb: number;
  /** Of the mean, what is not pages of files: those the system takes back and reads again as it likes. */
  ownMb: number;
  descriptors: number;
  /** Of those, all but files of builds and connections: they are as many for as long as the server runs. */
  lasting: number;
  /** Builds with open files. */
  builds: number;
  threads: number;
}

/** A thread in one second, as `measure_hook.js` writes it. */
export interface ThreadSecond {
  /** Unix epoch milliseconds. */
  at: number;
  thread: number;
  /** Whether the thread answers the API. */
  answers: boolean;
  heapMb: number;
  externalMb: number;
  /** The longest time for which its event loop stood still. */
  stillMs: number;
}

export const readSeconds = (path: string): ThreadSecond[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ThreadSecond);

/** What the descriptors of a process name; those that are closed meanwhile are left out. */
function descriptorsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((fd) => {
    try {
      return [readlinkSync(`${folder}/${fd}`)];
    } catch {
      return [];
    }
  });
}

/** The build that a file belongs to; null for others. */
const buildOf = (path: string): string | null => /\/builds\/([^/]+)\//.exec(path)?.[1] ?? null;

/** How a figure of the last quarter of the time stands to that of the first, each by its median. */
export function growth(figures: readonly number[]): number {
  const quarter = Math.ceil(figures.length / 4);
  const median = (some: readonly number[]): number =>
    quantile(
      [...some].sort((a, b) => a - b),
      0.5,
    );
  return median(figures.slice(-quarter)) - median(figures.slice(0, quarter));
}

/** Fields of a process as the system tells them. */
function statusOf(pid: number): (name: string) => number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
}

/** Looks at resident memory far more often than samples are taken. */
export class Resident {
  readonly #pid: number;
  #looks: {rssMb: number; ownMb: number}[] = [];

  constructor(pid: number) {
    this.#pid = pid;
  }

  look(): void {
    const field = statusOf(this.#pid);
    this.#looks.push({rssMb: field('VmRSS') / 1024, ownMb: (field('RssAnon') + field('RssShmem')) / 1024});
  }

  /** Mean and most of what was seen since the last call. */
  take(): Pick<Sample, 'rssMb' | 'mostMb' | 'ownMb'> {
    if (this.#looks.length === 0) this.look();
    const looks = this.#looks;
    this.#looks = [];
    const all = looks.map(({rssMb}) => rssMb);
    return {rssMb: mean(all), mostMb: Math.max(...all), ownMb: mean(looks.map(({ownMb}) => ownMb))};
  }
}

export function sampleOf(pid: number, at: number, resident: Resident): Sample {
  const field = statusOf(pid);
  const open = descriptorsOf(pid);
  return {
    at,
    ...resident.take(),
    descriptors: open.length,
    lasting: open.filter((path) => buildOf(path) === null && !path.startsWith('socket:')).length,
    builds: new Set(open.flatMap((path) => buildOf(path) ?? [])).size,
    threads: field('Threads'),
  };
}

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;

/** A straight line through points. */
export interface Fit {
  /** y per unit of x. */
  slope: number;
  /** The standard error of the slope, where points scatter independently. */
  error: number;
}

/** The line through the points by least squares. */
export function fitOf(points: readonly [x: number, y: number][]): Fit {
  const n = points.length;
  if (n < 2) return {slope: 0, error: Number.POSITIVE_INFINITY};
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const xy = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  const xx = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  if (xx === 0) return {slope: 0, error: Number.POSITIVE_INFINITY};
  const slope = xy / xx;
  const rest = points.reduce((sum, [x, y]) => sum + (y - my - slope * (x - mx)) ** 2, 0);
  return {slope, error: n < 3 ? Number.POSITIVE_INFINITY : Math.sqrt(rest / (n - 2) / xx)};
}

/**
 * Means of x and y of the points of each span of x, from the first point on; a span that is not whole at the
 * end is left out.
 */
export function meansBy(points: readonly [x: number, y: number][], span: number): [x: number, y: number][] {
  const [first = 0, last = 0] = [points[0]?.[0], points.at(-1)?.[0]];
  const spans = Map.groupBy(points, ([x]) => Math.floor((x - first) / span));
  const whole = Math.floor((last - first) / span);
  return [...spans].flatMap(([n, some]) =>
    n < whole ? [[mean(some.map(([x]) => x)), mean(some.map(([, y]) => y))] as [number, number]] : [],
  );
}
