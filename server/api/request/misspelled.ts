/** Names that are nearly those of parameters: typing errors, which would silently answer another question. */

import {ApiError} from '../errors.ts';
import {ROUTES} from '../routes/index.ts';
import type {Parameters} from '../routes/types.ts';

/** Names from this length on may differ by two edits. */
const LONG = 8;

/** The names of the parameters of all operations: each means what it says, wherever it is given. */
const ALL_NAMES: ReadonlySet<string> = new Set(ROUTES.flatMap(({takes}) => Object.keys(takes)));

const bare = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/**
 * The edits between two texts: insertions, deletions, exchanges of a letter, swaps of two neighbours (optimal
 * string alignment); `most + 1` where there are more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last] = [[] as number[], Array.from({length: b.length + 1}, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchanged = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, exchanged);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return Math.min(last[b.length]!, most + 1);
}

/** The known name that another one nearly is, the nearest first; undefined for none. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const same = known.find((one) => bare(one) === bare(name));
  if (same !== undefined) return same;
  const near = known
    .map((one) => ({one, most: one.length >= LONG ? 2 : 1}))
    .map(({one, most}) => ({one, most, edits: editDistance(name, one, most)}))
    // A name that shares no letter with the known one is another name: `é` is not `q`.
    .filter(({one, most, edits}) => edits <= most && edits < one.length);
  return near.sort((a, b) => a.edits - b.edits)[0]?.one;
}

/** Throws 400 for the first of the ignored names that is nearly one of `known`. */
export function refuseMisspelled(ignored: readonly string[], known: Parameters): void {
  for (const name of ignored) {
    const meant = ALL_NAMES.has(name) ? undefined : nearestName(name, Object.keys(known));
    if (meant !== undefined) throw new ApiError('misspelled', {name, meant});
  }
}
