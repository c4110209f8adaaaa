/** The labelled cases of the project: shares that must be right, by kind. */
import {beforeAll, describe, expect, test} from 'vitest';
import {MEASURED, TWIN_RULES} from '../datasets/derived/contract_twins.ts';
import {readCases} from './cases_runner/read.ts';
import type {Judged} from './cases_runner/report.ts';
import {runRowCases} from './cases_runner/rows.ts';
import {judgeCases, OWN_CASES} from './cases_runner/run.ts';
import {totalOf} from './cases_runner/score.ts';

/** Cases that there are at least. */
const LEAST_CASES = 450;

/** Shares of easy and of hard cases that must be right. The first kind that a source fits is its own. */
const KINDS = [
  {kind: 'contracts', sources: /^proactive_contracts$/, easy: 1, hard: 0.95},
  {kind: 'contract history', sources: /^canadabuys_contracts$/, easy: 1, hard: 0.95},
  {kind: 'awards', sources: /^canadabuys_awards$/, easy: 1, hard: 0.95},
  {kind: 'grants', sources: /^proactive_grants$/, easy: 1, hard: 0.95},
  {kind: 'contracts of both publishers', sources: /^contract_twins$/, easy: 1, hard: 0.8},
  {kind: 'permits', sources: /_permits$/, easy: 1, hard: 0.95},
  {kind: 'all others', sources: /./, easy: 0.9, hard: 0.9},
];

/** Of pairs of names that are one organization. */
const ORGANIZATIONS = {precision: 0.95, recall: 0.85};

const kindOf = (source: string) => KINDS.find(({sources}) => sources.test(source))!;

let judged: readonly Judged[] = [];
beforeAll(async () => {
  judged = await judgeCases(OWN_CASES);
});

test(`are at least ${LEAST_CASES}, each under a name of its own`, () => {
  expect(judged.length).toBeGreaterThanOrEqual(LEAST_CASES);
  const names = judged.map(({case: {source, name}}) => `${source}: ${name}`);
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});

describe.each(KINDS)('$kind', (kind) => {
  test.each([false, true])('hard: %s', (hard) => {
    const of = judged.filter((one) => kindOf(one.case.source) === kind && one.case.hard === hard);
    const wrong = of.filter(({score}) => !score.right).map(({case: {source, name}}) => `${source}: ${name}`);
    const share = of.length ? 1 - wrong.length / of.length : 1;
    expect(share, wrong.join('\n')).toBeGreaterThanOrEqual(hard ? kind.hard : kind.easy);
  });
});

test('organizations: pairs of names', () => {
  const {precision, recall} = totalOf(judged.filter((one) => one.case.source === 'organizations'));
  expect(precision).toBeGreaterThanOrEqual(ORGANIZATIONS.precision);
  expect(recall).toBeGreaterThanOrEqual(ORGANIZATIONS.recall);
});

test('contracts of both publishers: what the documents tell', () => {
  const of = judged.filter((one) => one.case.source === 'contract_twins');
  const sum = (name: 'truth' | 'got' | 'both') => of.reduce((all, {score}) => all + score.pairs[name], 0);
  expect({
    cases: of.length,
    hard: of.filter((one) => one.case.hard).length,
    pairs: sum('truth'),
    found: sum('got'),
    right: sum('both'),
  }).toEqual(MEASURED);
  // What is paired wrongly says so itself.
  const invented = of.filter(({score}) => score.pairs.got > score.pairs.both).flatMap(({got}) => got.rules);
  for (const rule of invented) expect(TWIN_RULES[rule as keyof typeof TWIN_RULES].certainty).toBe('fair');
});

test('a case alone in its database gives what it gives beside others', async () => {
  const {rows} = await readCases(OWN_CASES);
  // One of every source, from the middle: what is shared is shared by the cases of a source.
  const some = [...Map.groupBy(rows, ({source}) => source).values()].map((of) => of[of.length >> 1]!);
  const beside = new Map(judged.map((one) => [one.case.path + one.case.name, one.got]));
  expect(await runRowCases(some, {alone: true})).toEqual(some.map(({path, name}) => beside.get(path + name)));
});
