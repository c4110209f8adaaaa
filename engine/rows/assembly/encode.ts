/**
 * Encodes rows given as JSON. AssemblyScript, compiled to `../encode.wasm`; `../layout.ts` describes the bytes it writes, and
 * `../encoder_program.ts` fills the records of the fields and the tables of tokens.
 *
 * The memory has 16 readable bytes behind the JSON of a row and behind every entry of a dictionary.
 */
import {AHEAD, ahead, MANY_MISSES, MISS, MOST_MISSES, readAhead, tableOf} from './encode/ahead';
import {hashOf, same, varint} from './encode/bytes';
import {collectAt, collectCoded, collectedCodeOf, collectId, collectNumber} from './encode/collect';
import {addEntry, codeOf, isEntry, prepare} from './encode/dictionary';
import {
  COLLECTOR,
  FIELD_BYTES,
  FROM,
  HASH,
  LABEL,
  LABEL_LENGTH,
  MISSES,
  NEXT,
  NO_PARENT,
  PARENT,
  PREDICTED,
  PREFIX,
  SLOTS,
  SLOTS_LENGTH,
  TABLE,
  TABLE_LENGTH,
  TO,
} from './encode/fields';
import {hex} from './encode/ids';
import {valueEnd} from './encode/json';
import {literal} from './encode/literals';
import {allocate, doubled} from './encode/memory';

export {collector} from './encode/collect';
export {literal, setTokens} from './encode/literals';
export {allocate, release} from './encode/memory';

let fields: usize = 0;
let count: u32 = 0;
let inHead: u32 = 0;
/** Fields behind those that are stored, which are collected and nothing else. */
let extra: u32 = 0;
let codes: usize = 0;
/** By place and row: what was collected. */
let places: usize = 0;

/** Bytes of the item, of the row, of the head and of the rest that were encoded last. */
let itemLength: u32 = 0;
let rowLength: u32 = 0;
let headLength: u32 = 0;
let restLength: u32 = 0;
/** The most of each so far. */
export let longestItem: u32 = 0;
export let longestRow: u32 = 0;
export let longestHead: u32 = 0;
export let longestRest: u32 = 0;

/** Begins a table of so many fields, whose records lie at `records`, and of `more` behind them; what is collected goes to `into`. */
export function begin(records: usize, all: u32, head: u32, more: u32, into: usize): void {
  fields = records;
  count = all;
  inHead = head;
  extra = more;
  places = into;
  codes = allocate(all << 2);
  for (let i: u32 = 0; i < all; i++) prepare(records + <usize>i * FIELD_BYTES);
}

/** Gives a new value its entry. */
export function add(field: u32, from: usize, length: u32): void {
  addEntry(fields + <usize>field * FIELD_BYTES, hashOf(from, from + length), from, length);
}

/** The predicted code; 0 where nothing is predicted. */
// @ts-expect-error
@inline
function predicted(field: usize): u32 {
  const parent: u32 = load<u32>(field, PARENT);
  if (parent == NO_PARENT) return load<u32>(field, PREDICTED);
  const by: u32 = load<u32>(codes + (<usize>parent << 2));
  if (by == 0 || by >= load<u32>(field, TABLE_LENGTH)) return 0;
  return load<u32>(<usize>load<u32>(field, TABLE) + (<usize>by << 2));
}

/** Learns a code where nothing was predicted; true if it is predicted from now on. */
function learn(field: usize, code: u32): bool {
  const parent: u32 = load<u32>(field, PARENT);
  if (code == 0 || parent == NO_PARENT) return false;
  const by: u32 = load<u32>(codes + (<usize>parent << 2));
  if (by == 0) return false;
  while (by >= load<u32>(field, TABLE_LENGTH)) {
    const length = load<u32>(field, TABLE_LENGTH);
    store<u32>(field, <u32>doubled(load<u32>(field, TABLE), length << 2), TABLE);
    store<u32>(field, 2 * length, TABLE_LENGTH);
  }
  const entry = <usize>load<u32>(field, TABLE) + (<usize>by << 2);
  if (load<u32>(entry) > 0) return false;
  store<u32>(entry, code);
  return true;
}

/** Collects the fields behind the row, of which the next label begins at `json`; returns where they end, 0 for another label. */
function collectExtra(json: usize, end: usize): usize {
  for (let i = count; i < count + extra; i++) {
    const field = fields + <usize>i * FIELD_BYTES;
    const label: u32 = load<u32>(field, LABEL_LENGTH);
    if (!same(json, load<u32>(field, LABEL), label)) {
      written = i;
      return 0;
    }
    const from = json + label;
    json = valueEnd(from, end);
    collectNumber(field, from, json);
  }
  return json;
}

/** Finds the values of the fields `first` to `until` of the row whose next label begins at `json`; returns where it ends, 0 for another label. */
function split(json: usize, end: usize, first: u32, until: u32): usize {
  let count: u32 = 0;
  for (let i = first; i < until; i++) {
    const field = fields + <usize>i * FIELD_BYTES;
    const label: u32 = load<u32>(field, LABEL_LENGTH);
    if (!same(json, load<u32>(field, LABEL), label)) {
      written = i;
      return 0;
    }
    const from = json + label;
    json = valueEnd(from, end);
    store<u32>(field, <u32>from, FROM);
    store<u32>(field, <u32>json, TO);
    if (load<u32>(field, MISSES) < MANY_MISSES) continue;
    const hash = hashOf(from, json);
    store<u32>(field, hash, HASH);
    if (count == AHEAD) continue;
    const table = tableOf(field);
    const mask = load<u32>(table, SLOTS_LENGTH) - 1;
    store<u32>(field, load<u32>(table, SLOTS) + ((hash & mask) << 3), NEXT);
    store<u32>(ahead + (<usize>count << 2), <u32>field);
    count++;
  }
  readAhead(count);
  return json;
}

/** Code of a value that is not the predicted one, which is collected where its field is; 0 for a literal. */
function missedCodeOf(field: usize, from: usize, length: u32): u32 {
  const misses: u32 = load<u32>(field, MISSES);
  const hash = misses < MANY_MISSES ? hashOf(from, from + length) : load<u32>(field, HASH);
  store<u32>(field, min(misses + MISS, MOST_MISSES), MISSES);
  const collector: usize = load<u32>(field, COLLECTOR);
  return collector != 0 ? collectedCodeOf(field, collector, hash, from, length) : codeOf(field, hash, from, length);
}

/** Writes a hex id, or the literal that it is; returns the end. */
function idTo(field: usize, bit: usize, mask: u32, from: usize, end: usize, to: usize): usize {
  const after = hex(field, from, end, to);
  const collector: usize = load<u32>(field, COLLECTOR);
  if (collector != 0) collectId(field, collector, after > to ? to : 0, from, <u32>(end - from));
  if (after > to) return after;
  store<u8>(bit, <u32>load<u8>(bit) | mask);
  return literal(from, end, to);
}

/** Writes the fields `first` to `until` of the row whose next label begins at `json`; returns where it ends, 0 for another label. */
function part(json: usize, end: usize, first: u32, until: u32, into: usize): usize {
  const last = split(json, end, first, until);
  if (last == 0) return 0;
  let to = into + ((until - first + 7) >> 3);
  memory.fill(into, 0, to - into);
  for (let i = first; i < until; i++) {
    const field = fields + <usize>i * FIELD_BYTES;
    const bit = into + ((i - first) >> 3);
    const mask: u32 = 1 << ((i - first) & 7);
    const from: usize = load<u32>(field, FROM);
    const after: usize = load<u32>(field, TO);
    if (load<u32>(field, PREFIX) != 0) {
      store<u32>(codes + (<usize>i << 2), 0);
      to = idTo(field, bit, mask, from, after, to);
      continue;
    }
    // Most values are the predicted ones, which comparing tells sooner than looking them up.
    const length = <u32>(after - from);
    const expected = predicted(field);
    const hit = expected > 0 && isEntry(field, expected, from, length);
    const collector: usize = load<u32>(field, COLLECTOR);
    const code = hit ? expected : missedCodeOf(field, from, length);
    if (hit) {
      const misses: u32 = load<u32>(field, MISSES);
      if (misses > 0) store<u32>(field, misses - 1, MISSES);
      if (collector != 0) collectCoded(field, collector, code, from, length);
    }
    const predicts = hit || learn(field, code);
    store<u32>(codes + (<usize>i << 2), code);
    if (predicts) {
      store<u8>(bit, <u32>load<u8>(bit) | mask);
      continue;
    }
    to = varint(to, code);
    if (code == 0) to = literal(from, after, to);
  }
  written = <u32>(to - into);
  return last;
}

/** Bytes that `part` wrote, or the field whose label it missed. */
let written: u32 = 0;

/**
 * Encodes the row whose JSON of `length` bytes begins at `json`, to `head` and `rest`. Returns -1, or the number of the field whose
 * label is not where it should be: that of no field where the row goes on.
 */
function encode(json: usize, length: u32, head: usize, rest: usize): i32 {
  const end = json + length;
  const item = part(json, end, 0, inHead, head);
  if (item == 0) return written;
  itemLength = <u32>(item - json);
  headLength = written;
  const all = part(item, end, inHead, count, rest);
  if (all == 0) return written;
  restLength = written;
  rowLength = <u32>(all - json);
  const last = collectExtra(all, end);
  if (last == 0) return written;
  return last == end ? -1 : <i32>(count + extra);
}

/**
 * Encodes so many rows, whose JSON lies one behind the other from `json` on, to `heads` and `rests`, in which they lie likewise; the bytes of
 * each are at `lengths`, and those of its parts go to `headLengths` and `restLengths`. Returns what `encode` returns of the first
 * row that is no row of the table, else -1.
 */
export function encodeRows(
  json: usize,
  lengths: usize,
  rows: u32,
  heads: usize,
  headLengths: usize,
  rests: usize,
  restLengths: usize,
): i32 {
  for (let row: u32 = 0; row < rows; row++) {
    const at = <usize>row << 2;
    collectAt(places + at);
    const length: u32 = load<u32>(lengths + at);
    const missed = encode(json, length, heads, rests);
    if (missed >= 0) return missed;
    json += length;
    heads += headLength;
    rests += restLength;
    store<u32>(headLengths + at, headLength);
    store<u32>(restLengths + at, restLength);
    longestItem = max(longestItem, itemLength);
    longestRow = max(longestRow, rowLength);
    longestHead = max(longestHead, headLength);
    longestRest = max(longestRest, restLength);
  }
  return -1;
}
