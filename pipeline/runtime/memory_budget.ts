/** Parts are built side by side as long as their shares of the memory bound fit; the others wait in line. */
import type {Snapshot} from '../../datasets/artefacts.ts';

/** What a part needs however small its files are. */
const SMALLEST_MB = 256;
/** Memory in which the rows of a file are sorted without going to disk, per megabyte of the file. */
const PER_MEGABYTE = 2.5;
/** Archives grow about so many times when they are unpacked. */
const UNPACKED = 8;

/** Megabytes that a part of these files can make use of. */
export function memoryWanted(snapshots: readonly Snapshot[]): number {
  const bytes = snapshots.reduce((sum, one) => sum + one.bytes * (one.format === 'zip' ? UNPACKED : 1), 0);
  return Math.max(SMALLEST_MB, Math.ceil((bytes / 2 ** 20) * PER_MEGABYTE));
}

/** Runs `work` with its share of `total`; first come, first served, so that nobody waits for ever. */
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
