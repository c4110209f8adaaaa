/** The processor time of a request: what counts, and when a query ends. */
import {afterEach, expect, test, vi} from 'vitest';
import {TimeBudget} from '../../../engine/query/time_budget.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {TooExpensive} from '../../../engine/types.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A clock that goes on by hand. */
function clock(): {pass(ms: number): void} {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    pass(ms) {
      now += ms;
    },
  };
}

test('checks throw once more time was counted than there is, and only within', () => {
  const {pass} = clock();
  const budget = new TimeBudget();
  pass(1e6);
  budget.check();
  const counted = budget.within(100, () => {
    for (let i = 1; ; i++) {
      pass(10);
      try {
        budget.check();
      } catch (error) {
        expect(error).toBeInstanceOf(TooExpensive);
        return i;
      }
    }
  });
  expect(counted).toBe(11);
  pass(1e6);
  budget.check();
});

test('a thread that was set aside is charged little', () => {
  const {pass} = clock();
  const budget = new TimeBudget();
  budget.within(100, () => {
    pass(60_000);
    budget.check();
    pass(49);
    budget.check();
    pass(10);
    expect(() => budget.check()).toThrow(TooExpensive);
  });
});

test('the working memory of a query checks it, whatever is asked for', () => {
  const {pass} = clock();
  const budget = new TimeBudget();
  const scratch = new Scratch(() => budget.check());
  for (const ask of [
    () => scratch.u32(1),
    () => scratch.f64(1),
    () => scratch.bitmap(32),
    () => scratch.check(),
  ])
    budget.within(1, () => {
      pass(2);
      expect(ask).toThrow(TooExpensive);
    });
});
