/** The outcome as a table for the terminal and as a section of docs/BENCHMARKS.md. */
import {type Outcome, type Row, SERVERS, type ServerName, type Verdict} from './figures.ts';

const MEGABYTE = 2 ** 20;
const NAMES = Object.keys(SERVERS) as ServerName[];

const whole = (n: number): string => Math.round(n).toLocaleString('en-CA');
const rate = (n: number): string => (n < 100 ? n.toFixed(1) : whole(n));
const time = (ms: number): string => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0));
const megabytes = (bytes: number): string => `${whole(bytes / MEGABYTE)} MB`;

const cell = (row: Row, name: ServerName): string => {
  const found = row.figures[name];
  return found ? `${rate(found.requests_s)} (${time(found.p50_ms)} / ${time(found.p99_ms)})` : '';
};

/** One line a kind as soon as it is measured. */
export function lineOf(row: Row): string {
  const cells = NAMES.filter((name) => row.figures[name]).map(
    (name) => `${SERVERS[name]}: ${cell(row, name)}`,
  );
  return `${row.title} [${row.targets} targets, ${row.bytes} bytes]\n  ${cells.join('\n  ')}`;
}

export const verdictLine = ({what, goal, reached, passed}: Verdict): string =>
  `  ${passed ? 'pass' : 'MISS'}  ${what.padEnd(48)} ${goal.padEnd(62)} ${reached}`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

/** Self-contained Markdown. */
export function markdown({facts, rows, whole: once, verdicts}: Outcome): string {
  const used = NAMES.filter((name) => rows.some((row) => row.figures[name]));
  const records = Object.entries(facts.rows).map(([name, n]) => `${whole(n)} ${name}`);
  const versions = Object.entries(facts.versions).map(([name, version]) => `${name} ${version}`);
  return [
    '### Measured',
    '',
    `Measured on ${facts.machine}; ${versions.join(', ')}; commit ${facts.commit}: ${records.join(', ')}.`,
    `\`BENCH=queries make bench\`; ${facts.connections} connections, ${facts.seconds} s each, closed loop.`,
    '',
    ...table(
      ['work', 'goal', 'reached', ''],
      verdicts.map(({what, goal, reached, passed}) => [what, goal, reached, passed ? 'pass' : '**miss**']),
    ),
    '',
    ...ratioTable(rows),
    'Requests a second (p50 / p99 in ms):',
    '',
    ...table(
      ['work', ...used.map((name) => SERVERS[name]), 'bytes'],
      rows.map((row) => [row.title, ...used.map((name) => cell(row, name)), whole(row.bytes)]),
    ),
    '',
    ...onceOf(once),
    '',
  ].join('\n');
}

const DATABASES = ['postgres', 'names', 'clickhouse'] as const;

/** How many times the requests a second of each database; nothing where none was measured. */
function ratioTable(rows: readonly Row[]): string[] {
  const used = DATABASES.filter((name) => rows.some((row) => row.figures[name]));
  const compared = rows.filter(({figures}) => used.some((name) => figures[name]));
  if (compared.length === 0) return [];
  const times = ({figures}: Row, name: ServerName): string => {
    const [ours, theirs] = [figures.all ?? figures.one, figures[name]];
    return ours && theirs ? rate(ours.requests_s / theirs.requests_s) : '';
  };
  return [
    'Times the requests a second of:',
    '',
    ...table(
      ['work', ...used.map((name) => SERVERS[name])],
      compared.map((row) => [row.title, ...used.map((name) => times(row, name))]),
    ),
    '',
  ];
}

function onceOf(once: Outcome['whole']): string[] {
  const {postgres} = once;
  return [
    `- start to serving ${whole(once.start_ms)} ms; a new build is served ${
      once.switch_ms === null ? 'never' : `${whole(once.switch_ms)} ms`
    } after \`current\` names it, without a failed request; p99 during the switch ${time(once.switch_load.p99_ms)} ms`,
    `- memory beyond the page cache: ${megabytes(once.memory_one)} with one worker, ${megabytes(
      once.memory_all,
    )} with all, ${megabytes(once.memory_switched)} behind a switch`,
    ...indexLines(once.index),
    ...(once.compile
      ? [
          `- compile from nothing: ${whole(once.compile.seconds)} s, at most ${megabytes(once.compile.peak)} resident`,
        ]
      : []),
    ...(postgres
      ? [
          `- PostgreSQL: tables ${megabytes(postgres.tables)}, indexes ${megabytes(postgres.indexes)}; rows loaded in ${whole(
            postgres.rows_s,
          )} s, indexes made in ${whole(postgres.indexes_s)} s`,
        ]
      : []),
    ...(once.export
      ? [
          `- export: ${whole(once.export.ndjson_mb_s)} MB/s, \`cat\` of the bytes ${whole(once.export.cat_mb_s)} MB/s`,
        ]
      : []),
  ];
}

/** A line for every kind of file: the tables that take a megabyte, the largest first, and the sum of all. */
function indexLines(index: Outcome['whole']['index']): string[] {
  const kinds = [...new Set(Object.keys(index).map((name) => name.split(' ')[1] ?? ''))];
  return kinds.map((kind) => {
    const files = Object.entries(index).filter(([name]) => name.endsWith(` ${kind}`));
    const large = files.filter(([, bytes]) => bytes >= MEGABYTE).sort(([, a], [, b]) => b - a);
    const sum = files.reduce((all, [, bytes]) => all + bytes, 0);
    const named = large.map(([name, bytes]) => `${name.split(' ')[0]} ${megabytes(bytes)}`);
    return `- index files \`.${kind}\`: ${megabytes(sum)}${named.length > 0 ? ` (${named.join(', ')})` : ''}`;
  });
}
