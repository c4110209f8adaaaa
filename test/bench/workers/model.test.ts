/** The model of workers against schedules that are worked out by hand. */
import {describe, expect, test} from 'vitest';
import {calibrated, criticalPath, type Measured, predict, type Step} from './model.ts';

const source = (slug: string, fetch: number, part: number): Step[] => [
  {step: 'fetch', slug, seconds: fetch},
  {step: 'part', slug, seconds: part},
];
const PUBLISH: Step = {step: 'publish', slug: '', seconds: 10};
const STEPS = [...source('a', 2, 8), ...source('b', 2, 8), PUBLISH];
const measured = (steps: readonly Step[], sourceCores = 1): Measured => ({
  steps,
  cores: {source: sourceCores, publish: 1},
  overhead: 3,
});
const machines = (workers: number, cores: number) => ({workers, cores, fetches: 1});

describe('model of workers', () => {
  test('one worker fetches beside the part that it makes', () => {
    // 0-2 fetch a; 2-4 fetch b beside part a until 10; 10-18 part b; 10 to publish; 3 without a step.
    expect(predict(measured(STEPS), machines(1, 8))).toBeCloseTo(31);
  });

  test('two workers do both sources at once', () => {
    expect(predict(measured(STEPS), machines(2, 8))).toBeCloseTo(23);
    expect(predict(measured(STEPS), machines(16, 64))).toBeCloseTo(criticalPath(measured(STEPS)));
  });

  test('steps slow down together where processors are short', () => {
    // On one processor all work follows each other, whatever the number of workers.
    for (const workers of [1, 2, 4]) expect(predict(measured(STEPS), machines(workers, 1))).toBeCloseTo(33);
    // Two sources of two processors each on three: two thirds of 20 s of sources at four, so 10 s become
    // 13.3.
    expect(predict(measured(STEPS, 2), machines(2, 3))).toBeCloseTo(3 + 10 * (4 / 3) + 10);
  });

  test('publishing waits for all parts, and a source without a part for nothing', () => {
    const steps: Step[] = [...source('a', 1, 1), {step: 'fetch', slug: 'absent', seconds: 5}, PUBLISH];
    expect(predict(measured(steps), machines(2, 8))).toBeCloseTo(3 + 5 + 10);
  });

  test('calibration gives the time that was measured', () => {
    const made = calibrated(STEPS, {source: 1, publish: 1}, 40, machines(1, 2));
    expect(predict(made, machines(1, 2))).toBeCloseTo(40);
  });
});
