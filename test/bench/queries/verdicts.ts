/** Goals against what was measured: ratios within one run. */
import {type Row, SERVERS, type ServerName, type Verdict, type Whole} from './figures.ts';
import type {Goal} from './kind.ts';
import {KINDS} from './kinds.ts';

const MEGABYTE = 2 ** 20;
/** Of a server over all datasets, with rows in memory; the same behind a switch to another build. */
const MOST_MEMORY_MB = 1750;
const MOST_SWITCHED_MB = 2200;
const MOST_OPEN_MS = 2000;

const rate = (row: Row | undefined, name: ServerName): number => row?.figures[name]?.requests_s ?? Number.NaN;
const ratio = (a: number, b: number): string => (a / b).toFixed(a / b < 10 ? 2 : 0);

/** Goals against servers that were left out of the run are not judged. */
export function verdictsOf(rows: readonly Row[], whole: Whole): Verdict[] {
  const found = KINDS.flatMap((kind) => {
    const row = rows.find((one) => one.kind === kind.name);
    return row ? kind.goals.flatMap((goal) => judge(goal, row, rows)) : [];
  });
  return [...found, ...judgeWhole(whole)];
}

function judge(goal: Goal, row: Row, rows: readonly Row[]): Verdict[] {
  const base = {kind: row.kind, what: row.title};
  if (goal.against === 'limit') {
    if (!row.figures.limit_one) return [];
    const share = rate(row, 'one') / rate(row, 'limit_one');
    const reached = `${(share * 100).toFixed(0)}%`;
    const text = `>= ${goal.share * 100}% of the fixed answer, 1 worker each`;
    return [{...base, goal: text, reached, passed: share >= goal.share}];
  }
  if (goal.against === 'kind') {
    const other = rows.find((one) => one.kind === goal.kind);
    if (!other) return [];
    const times = rate(other, 'one') / rate(row, 'one');
    const text = `<= ${goal.times} times the time of: ${other.title}`;
    return [{...base, goal: text, reached: times.toFixed(2), passed: times <= goal.times}];
  }
  if (!row.figures.all) return [];
  const reached = rate(row, 'all');
  const speed =
    goal.against === 'rate'
      ? {
          goal: `>= ${goal.requests_s} requests/s`,
          reached: reached.toFixed(0),
          passed: reached >= goal.requests_s,
        }
      : timesOf(row, goal.against, goal.times);
  if (goal.p99_ms === undefined) return speed ? [{...base, ...speed}] : [];
  const p99 = row.figures.all?.p99_ms ?? Number.NaN;
  const limit = {...base, goal: `p99 under ${goal.p99_ms} ms`, reached: `${p99.toFixed(2)} ms`};
  return [...(speed ? [{...base, ...speed}] : []), {...limit, passed: p99 < goal.p99_ms}];
}

/** Null where the other server was left out of the run. */
function timesOf(row: Row, other: ServerName, times: number): Omit<Verdict, 'kind' | 'what'> | null {
  if (!row.figures[other]) return null;
  const [ours, theirs] = [rate(row, 'all'), rate(row, other)];
  return {
    goal: `>= ${times} times ${SERVERS[other]}`,
    reached: ratio(ours, theirs),
    passed: ours / theirs >= times,
  };
}

function judgeMemory(what: string, bytes: number, most: number): Verdict {
  const memory = bytes / MEGABYTE;
  const reached = `${memory.toFixed(0)} MB`;
  return {kind: 'memory', what, goal: `<= ${most} MB`, reached, passed: memory <= most};
}

function judgeWhole({memory_all, memory_switched, start_ms}: Whole): Verdict[] {
  return [
    judgeMemory('memory beyond the page cache, after load', memory_all, MOST_MEMORY_MB),
    judgeMemory('memory beyond the page cache, behind a switch', memory_switched, MOST_SWITCHED_MB),
    {
      kind: 'open',
      what: 'start of the process to serving',
      goal: `<= ${MOST_OPEN_MS / 1000} s`,
      reached: `${(start_ms / 1000).toFixed(2)} s`,
      passed: start_ms <= MOST_OPEN_MS,
    },
  ];
}
