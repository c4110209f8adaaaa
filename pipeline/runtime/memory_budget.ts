/** Admits parts to be built concurrently as long as their shares fit into the memory limit. */
import type {Snapshot} from '../../builds/artefacts.ts';

/** Least memory of a part, however small its files. */
const SMALLEST_MB = 256;
/** Memory that sorts the rows of a file without spilling, per megabyte of the file. */
const PER_MEGABYTE = 2.5;
/** Typical compression ratio of archives. */
const UNPACKED = 8;

/** Megabytes that a part of these files can use. */
export function memoryWanted(snapshots: readonly Pick<Snapshot, 'bytes' | 'format'>[]): number {
  const bytes = snapshots.reduce((sum, one) => sum + one.bytes * (one.format === 'zip' ? UNPACKED : 1), 0);
  return Math.max(SMALLEST_MB, Math.ceil((bytes / 2 ** 20) * PER_MEGABYTE));
}

/** Runs `work` with its share of `total`, first come, first served, so that no part starves. */
export function memoryBudget(total: number) {
  let free = total;
  const line: {share: number; start: () => void}[] = [];
  const serve = () => {
    for (let next = line[0]; next && next.share <= free; next = line[0]) {
      line.shift();
      free -= next.share;
      next.start();
    }
  };
  return async <T>(wanted: number, work: (share: number) => Promise<T>): Promise<T> => {
    const share = Math.min(wanted, total);
    await new Promise<void>((start) => {
      line.push({share, start});
      serve();
    });
    try {
      return await work(share);
    } finally {
      free += share;
      serve();
    }
  };
}
