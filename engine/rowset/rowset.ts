/** Sets of rows (or of places in another order): an interval, sorted numbers or a bitset. */
import {type Bitmap, ctz32, popcount32} from './bitmap.ts';
import {lowerBound} from './partition_point.ts';

export type RowSet =
  | {kind: 'range'; from: number; to: number}
  /** Ascending, each once. */
  | {kind: 'array'; rows: Uint32Array}
  | {kind: 'bitmap'; bitmap: Bitmap; count: number};

export const EMPTY_SET: RowSet = {kind: 'range', from: 0, to: 0};

export function sizeOf(set: RowSet): number {
  switch (set.kind) {
    case 'range':
      return set.to - set.from;
    case 'array':
      return set.rows.length;
    case 'bitmap':
      return set.count;
  }
}

/** How many members lie below `place`. */
export function rank(set: RowSet, place: number): number {
  switch (set.kind) {
    case 'range':
      return Math.min(Math.max(place - set.from, 0), set.to - set.from);
    case 'array':
      return lowerBound(set.rows, place);
    case 'bitmap': {
      const last = place >>> 5;
      let count = 0;
      set.bitmap.forEachWord((word, bits) => {
        if (word > last) return false;
        if (word < last) count += popcount32(bits);
        else count += popcount32(bits & ~(-1 << (place & 31)));
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
export function select(set: RowSet, index: number, into: Uint32Array): number {
  const count = Math.min(into.length, Math.max(0, sizeOf(set) - index));
  if (count === 0) return 0;
  if (set.kind === 'range') {
    for (let i = 0; i < count; i++) into[i] = set.from + index + i;
  } else if (set.kind === 'array') {
    into.set(set.rows.subarray(index, index + count));
  } else {
    sliceBits(set.bitmap, index, into.subarray(0, count));
  }
  return count;
}

function sliceBits(bits: Bitmap, index: number, into: Uint32Array): void {
  let skip = index;
  let taken = 0;
  bits.forEachWord((word, held) => {
    let left = held;
    if (skip > 0) {
      const here = popcount32(left);
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
export function selectRange(set: RowSet, from: number, to: number, into: Uint32Array): number {
  if (set.kind !== 'bitmap') {
    const index = rank(set, from);
    return select(set, index, into.subarray(0, Math.max(0, rank(set, to) - index)));
  }
  let taken = 0;
  set.bitmap.forEachWord((word, held) => {
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
export function predecessor(set: RowSet, place: number): number {
  switch (set.kind) {
    case 'range': {
      const last = Math.min(place, set.to) - 1;
      return last >= set.from ? last : -1;
    }
    case 'array':
      return set.rows[lowerBound(set.rows, place) - 1] ?? -1;
    case 'bitmap':
      return set.bitmap.predecessor(place);
  }
}

/** Calls back for every member in ascending order. */
export function forEachRow(set: RowSet, found: (place: number) => void): void {
  switch (set.kind) {
    case 'range':
      for (let place = set.from; place < set.to; place++) found(place);
      return;
    case 'array':
      for (let i = 0; i < set.rows.length; i++) found(set.rows[i]!);
      return;
    case 'bitmap':
      set.bitmap.forEachWord((word, bits) => {
        for (let left = bits; left !== 0; left &= left - 1) {
          found((word << 5) + ctz32(left));
        }
        return true;
      });
  }
}

/** Fills the room with members in ascending order again and again, and says each time how many it holds. */
export function forEachBlock(set: RowSet, room: Uint32Array, found: (count: number) => void): void {
  let count = 0;
  if (set.kind !== 'bitmap') {
    const size = sizeOf(set);
    for (let index = 0; index < size; index += room.length) found(select(set, index, room));
    return;
  }
  set.bitmap.forEachWord((word, bits) => {
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
