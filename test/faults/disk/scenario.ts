/**
 * What a kind of simulated schedules is: the disk at the beginning, what runs on it, and what must hold
 * whenever it ends.
 */
import type {Files} from '../../../builds/files.ts';
import type {Schedule} from './schedule.ts';
import type {SimulatedDisk} from './simulated_disk.ts';

/** One schedule of a kind. All of it is made anew for every seed. */
export interface Scenario {
  /** Writes what is there at the beginning; all of it is flushed afterwards. */
  prepare(disk: SimulatedDisk): void;
  /**
   * The actors of one run of the programs: the first, or one after a kill or a power cut. `round` counts
   * them.
   */
  actors(files: Files, schedule: Schedule, round: number): (() => Promise<unknown>)[];
  /**
   * Throws if a promise is broken. Called after every run, and after every power cut. `isLast`: the last run
   * had no faults and ended.
   */
  check(disk: SimulatedDisk, results: (PromiseSettledResult<unknown> | null)[], isLast: boolean): void;
}

export type MakeScenario = (random: () => number) => Scenario;

/** A promise that did not hold. */
export class Broken extends Error {
  override name = 'Broken';
}

/** Throws `Broken` unless it holds. */
export function promise(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Broken(what());
}
