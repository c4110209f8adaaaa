/**
 * Cases that are batches of seeded schedules: seed S with N schedules runs those of the seeds S to S + N - 1.
 */
import type {Cases} from './kind.ts';

/** Batches of `size` schedules; `wrongOf` tells what a seed's schedule breaks, null for nothing. */
export function batchesOf(
  kind: string,
  {seed, count}: {seed: number; count: number},
  size: number,
  wrongOf: (seed: number) => Promise<string | null>,
): Pick<Cases, 'names' | 'run'> {
  const starts = Array.from({length: Math.ceil(count / size)}, (_, at) => at * size);
  return {
    names: starts.map((start) => `${seed + start}-${seed + Math.min(count, start + size) - 1}`),
    async run(batch) {
      const [first = 0, last = 0] = batch.split('-').map(Number);
      for (let one = first; one <= last; one++) {
        const wrong = await wrongOf(one);
        if (wrong !== null) throw new Error(`${wrong}\n  make faults KINDS=${kind} SEED=${one} N=1`);
      }
      return `batches of ${size} schedules`;
    },
  };
}
