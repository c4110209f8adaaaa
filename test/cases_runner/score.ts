/** Judges what the product made of a case; pure. */
import type {Json} from '../../datasets/types.ts';
import type {Case, Got, Truth} from './case.ts';

/** Pairs of rows in one record: in the truth, in the result, in both. */
export interface Pairs {
  truth: number;
  got: number;
  both: number;
}

export interface Score {
  right: boolean;
  /** What is wrong, a sentence each. */
  problems: readonly string[];
  pairs: Pairs;
  /** Money of the true records that the result lacks, and money that it has above them. */
  lost: number;
  invented: number;
  mixed: number;
}

type Groups = readonly (readonly number[])[];

/** Groups as text, in one order. */
export const groupsText = (groups: Groups): string =>
  groups
    .map((group) => `[${[...group].sort((a, b) => a - b).join(' ')}]`)
    .sort((a, b) => a.localeCompare(b, 'en', {numeric: true}))
    .join(' ') || 'none';

/** Group of every row that is in one. */
export const groupOf = (groups: Groups): Map<number, number> =>
  new Map(groups.flatMap((group, at) => group.map((row) => [row, at] as const)));

const pairsIn = (sizes: Iterable<number>): number =>
  [...sizes].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);

/** Counts pairs; a row in no group makes none. */
export function countPairs(truth: Groups, got: Groups): Pairs {
  const known = groupOf(truth);
  const shared = got.flatMap((group) => {
    const parts = Map.groupBy(
      group.filter((row) => known.has(row)),
      (row) => known.get(row),
    );
    return [...parts.values()].map((rows) => rows.length);
  });
  return {
    truth: pairsIn(truth.map((group) => group.length)),
    got: pairsIn(got.map((group) => group.length)),
    both: pairsIn(shared),
  };
}

const cents = (amount: number): number => Math.round(amount * 100);

/** Values as JSON numbers, texts or null: money compares by cent. */
const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  typeof one === 'number' && typeof other === 'number'
    ? cents(one) === cents(other)
    : JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function wrongFields({fields}: Truth, got: Got): string[] {
  return Object.entries(fields).flatMap(([row, wanted]) =>
    Object.entries(wanted)
      .filter(([name, value]) => !(row in got.fields) || !isSame(value, got.fields[row]?.[name]))
      .map(([name, value]) => {
        const found = row in got.fields ? JSON.stringify(got.fields[row]?.[name] ?? null) : 'no record';
        return `${name} of the record of row ${row}: expected ${JSON.stringify(value)}, got ${found}`;
      }),
  );
}

export function scoreOf({truth}: Pick<Case, 'truth'>, got: Got): Score {
  const pairs = countPairs(truth.records, got.records);
  const [expected, found] = [groupsText(truth.records), groupsText(got.records)];
  const over = truth.sum === null ? 0 : cents(got.sum ?? 0) - cents(truth.sum);
  const problems = [
    ...(got.error === null ? [] : [`the product stopped: ${got.error}`]),
    ...(expected === found ? [] : [`records: expected ${expected}, got ${found}`]),
    ...(over === 0 ? [] : [`sum of ${truth.money}: expected ${truth.sum}, got ${got.sum ?? 0}`]),
    ...wrongFields(truth, got),
  ];
  return {
    right: problems.length === 0,
    problems,
    pairs,
    lost: Math.max(0, -over) / 100,
    invented: Math.max(0, over) / 100,
    mixed: got.mixed,
  };
}

/**
 * How many fields of a record stand for another truth than most of its fields do. A field stands for a truth
 * where its value is found in rows of that truth and of no other; fields whose value several truths share, or
 * no row has (sums over versions), stand for none. `rows`: the values of the record's rows, each with its
 * truth.
 */
export function mixedFields(
  record: Readonly<Record<string, Json>>,
  rows: readonly {truth: number; values: Readonly<Record<string, Json>>}[],
): number {
  const counts = new Map<number, number>();
  for (const [name, value] of Object.entries(record)) {
    if (value === null) continue;
    const of = new Set(rows.filter(({values}) => isSame(value, values[name])).map(({truth}) => truth));
    const [truth, other] = of;
    if (truth !== undefined && other === undefined) counts.set(truth, (counts.get(truth) ?? 0) + 1);
  }
  const all = [...counts.values()];
  return all.reduce((sum, n) => sum + n, 0) - Math.max(0, ...all);
}

/** Sums of scores, with precision and recall over all their pairs; 1 where there are none. */
export interface Total {
  cases: number;
  right: number;
  hard: number;
  hardRight: number;
  pairs: Pairs;
  precision: number;
  recall: number;
  lost: number;
  invented: number;
  mixed: number;
}

export function totalOf(scored: readonly {case: Pick<Case, 'hard'>; score: Score}[]): Total {
  const sum = (of: (one: Score) => number) => scored.reduce((total, {score}) => total + of(score), 0);
  const pairs = {
    truth: sum(({pairs: {truth}}) => truth),
    got: sum(({pairs: {got}}) => got),
    both: sum(({pairs: {both}}) => both),
  };
  const hard = scored.filter((one) => one.case.hard);
  return {
    cases: scored.length,
    right: scored.filter(({score}) => score.right).length,
    hard: hard.length,
    hardRight: hard.filter(({score}) => score.right).length,
    pairs,
    precision: pairs.got ? pairs.both / pairs.got : 1,
    recall: pairs.truth ? pairs.both / pairs.truth : 1,
    lost: cents(sum(({lost}) => lost)) / 100,
    invented: cents(sum(({invented}) => invented)) / 100,
    mixed: sum(({mixed}) => mixed),
  };
}
