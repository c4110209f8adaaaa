/** Which step a lane takes: the largest, unless too many rows would be indexed at once. */
import {expect, test} from 'vitest';
import type {Dataset} from '../../../datasets/types.ts';
import {StepQueue, type Task, tasksOf} from '../../../engine/compile/step_queue.ts';

/** Steps of published tables with so many rows. */
const queueOf = (tables: Record<string, number>): StepQueue =>
  new StepQueue(
    tasksOf(
      Object.entries(tables).map(([name, rows]) => ({
        family: {base: {name, published: true} as unknown as Dataset, views: []},
        rows,
      })),
    ),
  );

const nameOf = (task: Task | undefined): string | undefined =>
  task && `${task.step} ${task.job.family.base.name}`;

/** What each of the two lanes makes, where a step takes as long as its work. */
function schedule(queue: StepQueue): {lane: number; name: string; from: number; to: number}[] {
  const made: {lane: number; name: string; from: number; to: number}[] = [];
  const lanes: {free: number; task: Task | undefined}[] = [
    {free: 0, task: undefined},
    {free: 0, task: undefined},
  ];
  while (queue.length > 0) {
    const lane = lanes[0]!.free <= lanes[1]!.free ? 0 : 1;
    const now = lanes[lane]!;
    for (const one of lanes)
      if (one.task && one.free <= now.free) {
        queue.end(one.task);
        one.task = undefined;
      }
    const task = queue.take()!;
    made.push({lane, name: nameOf(task)!, from: now.free, to: now.free + task.work});
    lanes[lane] = {free: now.free + task.work, task};
  }
  return made;
}

test('small tables are made in the order of their work', () => {
  const queue = queueOf({b: 400, a: 1000, c: 10});
  const taken = Array.from({length: 6}, () => nameOf(queue.take()));
  expect(taken).toEqual(['index a', 'index b', 'export a', 'export b', 'index c', 'export c']);
  expect(queue.take()).toBeUndefined();
});

test('beside a very large table exports and small tables are made, then the others two by two', () => {
  const rows = {
    permits: 2_500_000,
    grants: 1_300_000,
    contracts: 1_200_000,
    research: 900_000,
    communications: 350_000,
    zoning: 230_000,
    organizations: 220_000,
    registrations: 170_000,
    awards: 130_000,
  };
  const made = schedule(queueOf(rows));
  expect(made.map(({name}) => name).sort()).toEqual(
    Object.keys(rows)
      .flatMap((name) => [`index ${name}`, `export ${name}`])
      .sort(),
  );
  const indexes = made.filter(({name}) => name.startsWith('index '));
  const rowsOf = ({name}: {name: string}) => rows[name.slice('index '.length) as keyof typeof rows];
  for (const one of indexes) {
    const beside = indexes.filter((other) => other !== one && other.from < one.to && one.from < other.to);
    for (const other of beside) expect(rowsOf(one) + rowsOf(other)).toBeLessThanOrEqual(3_000_000);
  }
  // Neither lane is idle for it: both end within the work of the last steps.
  const ends = [0, 1].map((lane) => Math.max(...made.filter((one) => one.lane === lane).map(({to}) => to)));
  expect(Math.abs(ends[0]! - ends[1]!)).toBeLessThanOrEqual(1_300_000);
});

test('where nothing else is left, two large tables are made at once', () => {
  const queue = queueOf({permits: 2_500_000, more: 2_400_000});
  const taken = Array.from({length: 4}, () => {
    const task = queue.take();
    if (task?.step === 'export') queue.end(task);
    return nameOf(task);
  });
  expect(taken).toEqual(['index permits', 'export permits', 'export more', 'index more']);
});

test('a step that has ended makes room, and what waits can be given up', () => {
  const queue = queueOf({permits: 2_500_000, contracts: 1_200_000});
  const first = queue.take();
  expect(nameOf(first)).toBe('index permits');
  queue.end(first!);
  expect(nameOf(queue.take())).toBe('index contracts');
  queue.clear();
  expect(queue.take()).toBeUndefined();
});

test('a step is alone where few rows are indexed beside it and wait to be', () => {
  const of = (tables: Record<string, number>) => {
    const queue = queueOf(tables);
    return Array.from({length: queue.length}, () => queue.take()!).map(
      (one) => `${nameOf(one)} ${one.isAlone}`,
    );
  };
  expect(of({permits: 2_500_000, sources: 45})).toEqual([
    'index permits true',
    'export permits false',
    'index sources false',
    'export sources false',
  ]);
  const both = of({permits: 2_500_000, grants: 1_300_000});
  expect(both).toContain('index permits false');
  expect(both).toContain('index grants false');
  // What is made no longer counts.
  const queue = queueOf({grants: 1_300_000, awards: 250_000});
  const first = queue.take()!;
  expect([nameOf(first), first.isAlone]).toEqual(['index grants', false]);
  queue.end(first);
  const later = Array.from({length: queue.length}, () => queue.take()!);
  expect(later.find((one) => nameOf(one) === 'index awards')?.isAlone).toBe(true);
});
