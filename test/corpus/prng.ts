/** Seeded random numbers: the same labels always give the same sequence. */

export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** Integer of at least 0 and below `n`. */
  int(n: number): number;
  /** Integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Standard normal. */
  normal(): number;
}

/** 32-bit hash of a text (FNV-1a with a final mix), the seed of one sequence. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A sequence of its own for every combination of labels, e.g. seed, source and record number. */
export function random(...labels: (string | number)[]): Random {
  let state = hash32(labels.join('\n'));
  // mulberry32: one word of state is enough for texts and amounts that nobody guesses at
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
  };
  const int = (n: number) => Math.floor(next() * n);
  return {
    next,
    int,
    between: (low, high) => low + int(high - low + 1),
    chance: (share) => next() < share,
    pick: (list) => {
      const found = list[int(list.length)];
      if (found === undefined) throw new Error('nothing to pick from: the list is empty');
      return found;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
