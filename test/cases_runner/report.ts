/** Tells how cases went: a table by source, the wrong ones, and a line of sums. */
import type {Case, Got} from './case.ts';
import {groupOf, groupsText, type Score, type Total, totalOf} from './score.ts';

export interface Judged {
  case: Case;
  got: Got;
  score: Score;
}

const share = (part: number): string => part.toFixed(2);
const money = (amount: number): string => amount.toLocaleString('en-CA', {maximumFractionDigits: 2});

const HEAD = ['source', 'right', 'hard right', 'precision', 'recall', 'lost', 'invented', 'mixed fields'];

const cellsOf = (name: string, one: Total): string[] => [
  name,
  `${one.right} of ${one.cases}`,
  `${one.hardRight} of ${one.hard}`,
  share(one.precision),
  share(one.recall),
  money(one.lost),
  money(one.invented),
  String(one.mixed),
];

function table(rows: readonly string[][]): string[] {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** A wrong case: what is wrong, then each row with the groups that it is and should be in, and why. */
function wrongCase({case: {source, name, path, hard, evidence, truth}, got, score}: Judged): string[] {
  const [expected, found] = [groupOf(truth.records), groupOf(got.records)];
  const groupText = (groups: readonly (readonly number[])[], at: number | undefined) =>
    at === undefined ? 'none' : groupsText([groups[at]!]);
  return [
    `${source}: ${name}${hard ? ' (hard)' : ''}`,
    `  ${path}; evidence: ${evidence}`,
    ...score.problems.map((problem) => `  ${problem}`),
    ...got.rows.map((text, row) => {
      const groups = `expected ${groupText(truth.records, expected.get(row))}, got ${groupText(got.records, found.get(row))}`;
      const rule = got.rules[row] ? ` by ${got.rules[row]}` : '';
      return `  row ${row}: ${truth.records.length ? groups : 'linked'}${rule}: ${text || 'no other row differs'}`;
    }),
  ];
}

/** All of it, the line of sums last. */
export function reportOf(judged: readonly Judged[]): string {
  const bySource = [...Map.groupBy(judged, (one) => one.case.source)];
  const all = totalOf(judged);
  const wrong = judged.filter(({score}) => !score.right);
  const {cases, right, precision, recall} = all;
  return [
    ...wrong.flatMap((one) => [...wrongCase(one), '']),
    ...table([HEAD, ...bySource.map(([name, of]) => cellsOf(name, totalOf(of))), cellsOf('all', all)]),
    '',
    `cases: ${right} of ${cases} right, precision ${share(precision)}, recall ${share(recall)}`,
    '',
  ].join('\n');
}
