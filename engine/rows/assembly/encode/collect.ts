/** Collects the values of a field: each gets a number, in the order in which they first occur. */
import {hashOf} from './bytes';
import {addEntry, newCodeOf, prepare, slotOf} from './dictionary';
import {CODES, CODES_SIZE, COLLECTOR, COUNT, FIELD_BYTES, PLACE, TABLE, TABLE_LENGTH} from './fields';
import {allocate, doubled} from './memory';

/** Rows that are encoded by one call at most; by place, the numbers of so many rows lie one behind the other. */
const ROWS: usize = 1 << 10;
/** Stands for no text of an id. */
const NONE: u32 = 0xffffffff;
/** The first place of the row that is encoded. */
let collected: usize = 0;

/** Makes a record to which the values of a field are collected. */
export function collector(): usize {
  const record = allocate(<u32>FIELD_BYTES);
  prepare(record);
  store<u32>(record, <u32>allocate(4 << 6), CODES);
  store<u32>(record, 4 << 6, CODES_SIZE);
  return record;
}

/** Number of a value among those that were collected of a field: from 0, in the order in which they first occurred. */
function numberOf(collector: usize, hash: u32, from: usize, length: u32): u32 {
  const known: u32 = load<u32>(slotOf(collector, hash, from, length));
  return (known > 0 ? known : addEntry(collector, hash, from, length)) - 1;
}

/** Collects a value that has a code, which tells its number without looking the value up. */
export function collectCoded(field: usize, collector: usize, code: u32, from: usize, length: u32): void {
  while (code >= load<u32>(collector, TABLE_LENGTH)) {
    const size = load<u32>(collector, TABLE_LENGTH);
    store<u32>(collector, <u32>doubled(load<u32>(collector, TABLE), size << 2), TABLE);
    store<u32>(collector, 2 * size, TABLE_LENGTH);
  }
  const entry = <usize>load<u32>(collector, TABLE) + (<usize>code << 2);
  if (load<u32>(entry) == 0) store<u32>(entry, numberOf(collector, hashOf(from, from + length), from, length) + 1);
  store<u32>(collected + (<usize>load<u32>(field, PLACE) << 2), load<u32>(entry) - 1);
}

/**
 * Collects a value and returns its code, as `codeOf` does: the dictionary of the field is looked at where the value is new, since it gets
 * its code here alone.
 */
export function collectedCodeOf(field: usize, collector: usize, hash: u32, from: usize, length: u32): u32 {
  const values: u32 = load<u32>(collector, COUNT);
  const number = numberOf(collector, hash, from, length);
  store<u32>(collected + (<usize>load<u32>(field, PLACE) << 2), number);
  while ((number + 1) << 2 > load<u32>(collector, CODES_SIZE)) {
    const size = load<u32>(collector, CODES_SIZE);
    store<u32>(collector, <u32>doubled(load<u32>(collector, CODES), size), CODES);
    store<u32>(collector, 2 * size, CODES_SIZE);
  }
  const codeAt = <usize>load<u32>(collector, CODES) + (<usize>number << 2);
  let code: u32 = number == values ? load<u32>(slotOf(field, hash, from, length)) : load<u32>(codeAt);
  if (code == 0) code = newCodeOf(field, hash, from, length);
  store<u32>(codeAt, code);
  return code;
}

/** Collects a hex id: its digits as two numbers and NONE, or the number of the text of another one behind them. */
export function collectId(field: usize, collector: usize, digits: usize, from: usize, length: u32): void {
  const place = collected + (<usize>load<u32>(field, PLACE) << 2);
  if (digits == 0) {
    store<u32>(place + (ROWS << 3), numberOf(collector, hashOf(from, from + length), from, length));
    return;
  }
  store<u32>(place, bswap<u32>(load<u32>(digits)));
  store<u32>(place + (ROWS << 2), bswap<u32>(load<u32>(digits, 4)));
  store<u32>(place + (ROWS << 3), NONE);
}

/** Sets the first place of the row that is encoded. */
// @ts-expect-error: decorators of functions
@inline
export function collectAt(place: usize): void {
  collected = place;
}

/** Collects a value without a code. */
// @ts-expect-error
@inline
export function collectNumber(field: usize, from: usize, end: usize): void {
  const number = numberOf(load<u32>(field, COLLECTOR), hashOf(from, end), from, <u32>(end - from));
  store<u32>(collected + (<usize>load<u32>(field, PLACE) << 2), number);
}
