/**
 * The frame of `make faults`: runs go on where they were stopped, broken promises are told with the command
 * that repeats them.
 */
import {readFileSync} from 'node:fs';
import {appendFile, mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {inProject} from '../../server/docs/write.ts';
import {chosen, type Kind} from './kind.ts';
import {KINDS} from './kinds.ts';
import {countsOf, readRecorded} from './recorded.ts';
import {reportOf} from './report.ts';
import {runKind} from './run_kind.ts';
import {reliabilityText} from './write_table.ts';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'frame-test-'));
});
afterAll(() => rm(home, {recursive: true}));

/** A kind whose case `three` breaks its promise; `ran` collects the cases. */
const invented = (ran: string[], unmet: string | null = null): Kind => ({
  name: 'invented',
  promise: 'nothing breaks',
  how: 'by hand',
  full: 4,
  sample: 1,
  mutants: [],
  unmet: async () => unmet,
  open: async ({count}) => ({
    names: ['one', 'two', 'three', 'four'].slice(0, count),
    async run(name) {
      ran.push(name);
      if (name === 'three') throw new Error('it broke');
      return 'nothing';
    },
    async close() {
      ran.push('closed');
    },
  }),
});

test('a run that is stopped goes on, and what broke is told with the command that repeats it', async () => {
  const [ran, said]: string[][] = [[], []];
  const options = {
    home,
    seed: 7,
    count: 4,
    only: null,
    match: '',
    say: (line: string) => void said!.push(line),
  };
  const kind = invented(ran!);
  const first = await runKind(kind, {...options, isOver: () => ran!.length === 1});
  expect([first.complete, ran]).toEqual([false, ['one', 'closed']]);
  // What a kill leaves of a line is passed over.
  await appendFile(join(home, (await readdir(home))[0]!), '{"name":"two","fou');
  const second = await runKind(kind, {...options, isOver: () => false});
  expect([second.complete, second.cases, ran]).toEqual([
    true,
    4,
    ['one', 'closed', 'two', 'three', 'four', 'closed'],
  ]);
  const command = 'make faults KINDS=invented SEED=7 N=4 CASE=three';
  expect(said).toContain(`BROKEN invented three: it broke\n  ${command}`);
  const report = reportOf([second], 7, () => 4);
  expect(report).toContain('| invented | 4 of 4 | 1 | 0 | 3 nothing |');
  expect(report).toContain(`- invented three: it broke\n  \`${command}\``);
  expect(await readdir(home)).toEqual([]);
});

test('one case alone leaves the state as it is, and an unknown one is refused', async () => {
  const ran: string[] = [];
  const options = {home, seed: 1, count: 4, match: '', isOver: () => false, say() {}};
  expect(await runKind(invented(ran), {...options, only: 'two'})).toMatchObject({cases: 1, complete: true});
  expect([ran, await readdir(home)]).toEqual([['two', 'closed'], []]);
  await expect(runKind(invented([]), {...options, only: 'five'})).rejects.toThrow(
    'invented has no case five',
  );
});

test('a kind that this machine cannot run is skipped with its reason', async () => {
  const tally = await runKind(invented([], 'there is no strace'), {
    home,
    seed: 1,
    count: 4,
    only: null,
    match: '',
    isOver: () => false,
    say() {},
  });
  expect(reportOf([tally], 1, () => 4)).toContain('| invented | 0 |  |  | skipped: there is no strace |');
});

test('kinds have names of their own, and every text that a mutant changes occurs once', () => {
  expect(new Set(KINDS.map(({name}) => name)).size).toBe(KINDS.length);
  for (const {mutants} of KINDS) {
    for (const {file, find, replace} of mutants) {
      expect(readFileSync(inProject(file), 'utf8').split(find), `${file}: ${find}`).toHaveLength(2);
      expect(replace).not.toBe(find);
    }
  }
});

test('a choice follows from names and seed: another item changes no other, and a case that is asked for is found', () => {
  const items = Array.from({length: 40}, (_, i) => ({name: `case ${i}`}));
  const names = (from: typeof items, options: Partial<Parameters<typeof chosen>[1]>): string[] => [
    ...chosen(from, {seed: 1, count: 10, only: null, ...options}).keys(),
  ];
  const ten = names(items, {});
  expect(ten).toHaveLength(10);
  expect(names(items, {count: 5})).toEqual(ten.slice(0, 5));
  expect(names(items, {seed: 2})).not.toEqual(ten);
  const left = items.filter(({name}) => name !== ten[3]);
  expect(names(left, {}).slice(0, 9)).toEqual(ten.toSpliced(3, 1));
  expect(names(items, {only: 'case 7'})).toEqual(['case 7']);
  expect(names(items.slice(0, 2), {})).toHaveLength(2);
});

test('docs/RELIABILITY.md is current: run `make docs`', async () => {
  expect(await reliabilityText()).toBe(readFileSync(inProject('docs/RELIABILITY.md'), 'utf8'));
});

test('what is recorded counts schedules where cases are batches of them, and no more than the full form has', async () => {
  const result = {name: 'one', broken: false, found: '', ms: 1};
  expect(countsOf([result, {...result, broken: true}], 1000)).toEqual({cases: 2000, broken: 1});
  const recorded = await readRecorded();
  for (const {name, full, batch = 1} of KINDS) {
    const cases = recorded[name]?.cases ?? 0;
    expect([cases <= full, cases % batch], name).toEqual([true, 0]);
  }
});
