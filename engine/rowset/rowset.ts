/** Sets of rows (or of places in another order): an interval, sorted numbers or a bitset. */
import {type Bits, bitCount, ctz32} from './bitmap.ts';
import {lowerBound} from './partition_point.ts';

export type RowSet =
  | {kind: 'interval'; from: number; to: number}
  /** Ascending, each once. */
  | {kind: 'ranks'; ranks: Uint32Array}
  | {kind: 'bits'; bits: Bits; count: number};

export const NOTHING: RowSet = {kind: 'interval', from: 0, to: 0};

export function sizeOf(set: RowSet): number {
  switch (set.kind) {
    case 'interval':
      return set.to - set.from;
    case 'ranks':
      return set.ranks.length;
    case 'bits':
      return set.count;
  }
}

/** How many members lie below `place`. */
export function below(set: RowSet, place: number): number {
  switch (set.kind) {
    case 'interval':
      return Math.min(Math.max(place - set.from, 0), set.to - set.from);
    case 'ranks':
      return lowerBound(set.ranks, place);
    case 'bits': {
      const last = place >>> 5;
      let count = 0;
      set.bits.eachWord((word, bits) => {
        if (word > last) return false;
        if (word < last) count += bitCount(bits);
        else count += bitCount(bits & ~(-1 << (place & 31)));
        return word < last;
      });
      return count;
    }
  }
}

/**
 * Members from the `index`-th on, ascending, as many as `into` takes; gives how many were put there. An index past
 * the end gives none.
 */
export function slice(set: RowSet, index: number, into: Uint32Array): number {
  const count = Math.min(into.length, Math.max(0, sizeOf(set) - index));
  if (count === 0) return 0;
  if (set.kind === 'interval') {
    for (let i = 0; i < count; i++) into[i] = set.from + index + i;
  } else if (set.kind === 'ranks') {
    into.set(set.ranks.subarray(index, index + count));
  } else {
    sliceBits(set.bits, index, into.subarray(0, count));
  }
  return count;
}

function sliceBits(bits: Bits, index: number, into: Uint32Array): void {
  let skip = index;
  let taken = 0;
  bits.eachWord((word, held) => {
    let left = held;
    if (skip > 0) {
      const here = bitCount(left);
      if (here <= skip) {
        skip -= here;
        return true;
      }
      for (; skip > 0; skip--) left &= left - 1;
    }
    for (; left !== 0 && taken < into.length; left &= left - 1) {
      into[taken++] = (word << 5) + ctz32(left);
    }
    return taken < into.length;
  });
}

/** Members from a place up to another, as many as `into` takes; gives how many were put there. */
export function between(set: RowSet, from: number, to: number, into: Uint32Array): number {
  if (set.kind !== 'bits') {
    const index = below(set, from);
    return slice(set, index, into.subarray(0, Math.max(0, below(set, to) - index)));
  }
  let taken = 0;
  set.bits.eachWord((word, held) => {
    const start = word << 5;
    if (start >= to) return false;
    for (let left = start < from ? held & (-1 << (from & 31)) : held; left !== 0; left &= left - 1) {
      const place = start + ctz32(left);
      if (place >= to || taken === into.length) return false;
      into[taken++] = place;
    }
    return taken < into.length;
  }, from >>> 5);
  return taken;
}

/** The last member below a place, or -1. */
export function lastBefore(set: RowSet, place: number): number {
  switch (set.kind) {
    case 'interval': {
      const last = Math.min(place, set.to) - 1;
      return last >= set.from ? last : -1;
    }
    case 'ranks':
      return set.ranks[lowerBound(set.ranks, place) - 1] ?? -1;
    case 'bits':
      return set.bits.before(place);
  }
}

/** Calls back for every member in ascending order. */
export function each(set: RowSet, found: (place: number) => void): void {
  switch (set.kind) {
    case 'interval':
      for (let place = set.from; place < set.to; place++) found(place);
      return;
    case 'ranks':
      for (let i = 0; i < set.ranks.length; i++) found(set.ranks[i]!);
      return;
    case 'bits':
      set.bits.eachWord((word, bits) => {
        for (let left = bits; left !== 0; left &= left - 1) {
          found((word << 5) + ctz32(left));
        }
        return true;
      });
  }
}

/** Fills the room with members in ascending order again and again, and says each time how many it holds. */
export function eachBlock(set: RowSet, room: Uint32Array, found: (count: number) => void): void {
  let count = 0;
  if (set.kind !== 'bits') {
    const size = sizeOf(set);
    for (let index = 0; index < size; index += room.length) found(slice(set, index, room));
    return;
  }
  set.bits.eachWord((word, bits) => {
    if (count + 32 > room.length) {
      found(count);
      count = 0;
    }
    for (let left = bits; left !== 0; left &= left - 1) {
      room[count++] = (word << 5) + ctz32(left);
    }
    return true;
  });
  if (count > 0) found(count);
}
