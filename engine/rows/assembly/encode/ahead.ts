/** Reads ahead what looking the values of a row up will read. */
import {COUNTERS_LENGTH} from './dictionary';
import {
  BYTES,
  CODES,
  CODES_SIZE,
  COLLECTOR,
  COUNTERS,
  HASH,
  NEXT,
  OFFSETS,
} from './fields';

/** A value is looked up ahead where more than one in five was not the predicted one lately. */
export const MANY_MISSES: u32 = 1 << 6;
export const MOST_MISSES: u32 = 1 << 7;
export const MISS: u32 = 4;
/** The values that are looked up ahead: the records of their fields. */
export const AHEAD: u32 = 256;
export const ahead = memory.data(4 * 256, 16);
/** What was read ahead goes here, so that it is read. */
const sink = memory.data(16, 16);

/** The table in which a value is looked up first. */
// @ts-expect-error
@inline
export function tableOf(field: usize): usize {
  const collector: usize = load<u32>(field, COLLECTOR);
  return collector != 0 ? collector : field;
}

/**
 * Reads what looking the values up will read, one step of all values after the other: tables are larger than the caches, and so the
 * waits for memory are one wait for each step and not one for each value.
 */
export function readAhead(count: u32): void {
  let read: u32 = 0;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const field: usize = load<u32>(ahead + i);
    const code: u32 = load<u32>(load<u32>(field, NEXT));
    const offset: u32 = load<u32>(tableOf(field), OFFSETS) + ((code - 1) << 2);
    store<u32>(field, code == 0 ? 0 : offset, NEXT);
    const collector: usize = load<u32>(field, COLLECTOR);
    if (collector != 0) {
      if (code != 0 && code << 2 <= load<u32>(collector, CODES_SIZE)) {
        read ^= load<u32>(load<u32>(collector, CODES) + ((code - 1) << 2));
      }
    } else if (load<u32>(field, COUNTERS) != 0) {
      read ^= load<u32>(load<u32>(field, COUNTERS) + ((load<u32>(field, HASH) & (COUNTERS_LENGTH - 1)) << 2));
    }
  }
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const field: usize = load<u32>(ahead + i);
    const next: usize = load<u32>(field, NEXT);
    if (next != 0) store<u32>(field, load<u32>(tableOf(field), BYTES) + load<u32>(next), NEXT);
  }
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const next: usize = load<u32>(load<u32>(ahead + i), NEXT);
    if (next != 0) read ^= load<u32>(next);
  }
  store<u32>(sink, read);
}
