/** What a soak tells at its end: figures of the whole run, and what must not be. */
import {fitOf, growth, meansBy, quantile, type Sample, type ThreadSecond, type Times} from './measure.ts';
import type {Probe} from './probe.ts';
import {type Switch, switchTimes} from './serving.ts';
import type {Counts} from './soak.ts';

/** What happened to the server, and when, in milliseconds of `performance.now()`. */
export interface Course {
  minutes: number;
  begun: number;
  until: number;
  switches: Switch[];
  /** Requests so soon after a switch are compared with the others. */
  switchingMs: number;
  deaths: number[];
  probes: Probe[];
}

/** What was seen of the server. */
export interface Ended {
  samples: Sample[];
  times: Times;
  /** Requests of the account of the load, as the server counted them. */
  used: number;
  /** Requests that were counted without Redis, whose count stays with the process. */
  alone: number;
  code: number | null;
  logged: string;
}

/** What the memory does before that is not counted for its slope. */
const WARM_S = 600;

/** Seconds in which memories grow to what they need. */
export const warmSeconds = (minutes: number): number => Math.min(WARM_S, minutes * 20);

/** Descriptors that may be more at the end than at the beginning, besides files of builds and connections. */
const MORE_DESCRIPTORS = 4;

/** Samples after that. */
const warmOf = (samples: readonly Sample[], minutes: number): Sample[] =>
  samples.filter(({at}) => at >= warmSeconds(minutes));

/** What the limits must have counted at least, and at most. */
const boundsOf = ({counted, uncertain}: Counts, alone: number): [low: number, high: number] => [
  counted - alone,
  counted + uncertain,
];

/** How many threads that answer died, as the server says. */
const deathsIn = (logged: string): number => logged.split('"a thread that answers died"').length - 1;

/** What is wrong with the run as a whole. */
export function faultsAtEnd(
  {minutes, switches, deaths}: Course,
  counts: Counts,
  {samples, used, alone, code, logged}: Ended,
): string[] {
  const [low, high] = boundsOf(counts, alone);
  const faults: string[] = [];
  if (used < low || used > high)
    faults.push(`the limits counted ${used} requests, ${low} to ${high} were sent while Redis answered`);
  if (code !== 0) faults.push(`the server ended with ${code}`);
  if (switches.at(-1)?.servedAt === null) faults.push('the last build was not served within a minute');
  const died = deathsIn(logged);
  if (died !== deaths.length) faults.push(`${died} threads died, ${deaths.length} were killed`);
  const more = growth(warmOf(samples, minutes).map(({lasting}) => lasting));
  if (more > MORE_DESCRIPTORS)
    faults.push(`${more} descriptors more at the end, besides files of builds and connections`);
  return faults;
}

const range = (all: readonly number[]): string => `${Math.min(...all)} to ${Math.max(...all)}`;

const sorted = (all: readonly number[]): number[] => [...all].sort((a, b) => a - b);

/** Median, 90th percentile and most. */
const spread = (all: readonly number[]): string =>
  [0.5, 0.9, 1].map((share) => quantile(sorted(all), share).toFixed(0)).join(', ');

/**
 * The heaps at the end, and for how long the event loops of threads stood still, in seconds with a switch and
 * others.
 */
function threadFigures(
  seconds: readonly ThreadSecond[],
  {switches, begun, switchingMs}: Course,
): [string, string][] {
  const offset = performance.timeOrigin;
  const loaded = seconds.filter(({at}) => at > offset + begun);
  const isSwitching = ({at}: ThreadSecond): boolean =>
    switches.slice(1).some((one) => at >= offset + one.at && at < offset + one.at + switchingMs);
  const still = (all: ThreadSecond[]): string => spread(all.map(({stillMs}) => stillMs));
  const answering = loaded.filter(({answers}) => answers);
  const last = new Map(seconds.map((one) => [one.thread, one]));
  const heaps = [...last.values()].map(
    ({thread, heapMb, externalMb}) => `${thread}: ${heapMb.toFixed(0)} + ${externalMb.toFixed(0)}`,
  );
  return [
    [
      'longest stop of a second, ms (p50, p90, most), steady',
      still(answering.filter((one) => !isSwitching(one))),
    ],
    ['the same after a switch', still(answering.filter(isSwitching))],
    ['the same of the main thread', still(loaded.filter(({thread}) => thread === 0))],
    ['heap + external of each thread, MB', heaps.join('; ')],
  ];
}

/**
 * All that happens comes round within it, but for what Redis does: means of it scatter independently, single
 * samples do not, since a build more in memory is there for many of them. A last round that breaks off would
 * begin with the young heap of a new thread and not end with an old one.
 */
const ROUND_S = 300;

/** Two say nothing of how they scatter. */
const FEWEST_ROUNDS = 3;

function memoryFigures(warm: readonly Sample[]): [string, string][] {
  const points = (figure: (one: Sample) => number): [number, number][] =>
    warm.map((one) => [one.at / 3600, figure(one)]);
  const rounds = (figure: (one: Sample) => number) => meansBy(points(figure), ROUND_S / 3600);
  const slopeOf = (figure: (one: Sample) => number): string => {
    const means = rounds(figure);
    if (means.length < FEWEST_ROUNDS) return `not known from ${means.length} rounds`;
    const {slope, error} = fitOf(means);
    return `${slope.toFixed(1)} MB an hour after ${warm[0]?.at.toFixed(0)} s, standard error ${error.toFixed(1)}`;
  };
  const means = rounds(({rssMb}) => rssMb).map(([, mb]) => mb.toFixed(0));
  return [
    ['slope of resident memory', slopeOf(({rssMb}) => rssMb)],
    ['slope of resident memory without pages of files', slopeOf(({ownMb}) => ownMb)],
    [`resident memory in rounds of ${ROUND_S / 60} minutes`, `${means.join(', ')} MB`],
    ['resident memory at the end', `${warm.at(-1)?.rssMb.toFixed(0)} MB`],
    ['most resident memory', `${Math.max(...warm.map(({mostMb}) => mostMb)).toFixed(0)} MB`],
    [
      'descriptors',
      `${range(warm.map(({descriptors}) => descriptors))}, of ${range(warm.map(({builds}) => builds))} builds`,
    ],
    [
      'descriptors without files of builds and connections',
      `${range(warm.map(({lasting}) => lasting))}, slope ${fitOf(points(({lasting}) => lasting)).slope.toFixed(1)} an hour`,
    ],
  ];
}

function timeFigures({switchingMs, switches}: Course, times: Times): [string, string][] {
  const [steady, switched] = [sorted(times.steady), sorted(times.switching)];
  const [p99, p99Switching] = [quantile(steady, 0.99), quantile(switched, 0.99)];
  return [
    ['p50, p99 steady', `${quantile(steady, 0.5).toFixed(1)}, ${p99.toFixed(1)} ms`],
    [
      `p50, p99 within ${switchingMs / 1000} s of a switch`,
      `${quantile(switched, 0.5).toFixed(1)}, ${p99Switching.toFixed(1)} ms: ${(p99Switching / (p99 || 1)).toFixed(2)} times`,
    ],
    ['from the move of `current` to its service, ms (p50, p90, most)', spread(switchTimes(switches))],
  ];
}

/** All figures, in the order of the report. */
export function figuresOf(
  course: Course,
  counts: Counts,
  {samples, times, used, alone, logged}: Ended,
  seconds: readonly ThreadSecond[],
  faults: number,
): [string, string][] {
  const {switches, deaths, probes, minutes} = course;
  const errors = logged.split('\n').filter((line) => line !== '' && !line.startsWith('{"level":30'));
  return [
    ['requests', String(counts.requests)],
    ['by status', JSON.stringify(counts.byStatus)],
    ['compared with another process', String(counts.compared)],
    ['switches of build', String(switches.length - 1)],
    ['threads that died', String(deaths.length)],
    [
      'connections broken by that',
      `${counts.broken.length}, the last ${Math.max(0, ...counts.broken).toFixed(0)} ms later`,
    ],
    ['sent again, since an idle connection had been closed', String(counts.again)],
    [
      'counted by the limits',
      `${used}; ${counts.counted} were answered, ${alone} of all without Redis, ${counts.uncertain} broke off`,
    ],
    [
      'limits that were probed',
      `${probes.length}, ${probes.filter(({isAlone}) => isAlone).length} while Redis failed`,
    ],
    ...memoryFigures(warmOf(samples, minutes)),
    ...threadFigures(seconds, course),
    ...timeFigures(course, times),
    ['errors in the log', String(errors.length)],
    ['faults', String(faults)],
  ];
}
