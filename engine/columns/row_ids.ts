/**
 * The ids of a table's rows, as they were collected: two numbers each where they are a prefix and 16 hex
 * digits, else texts.
 */

import type {IndexWriter} from '../file/index_file.ts';
import {bucketOf, SECTIONS} from '../file/section_names.ts';
import {byRow, type RowOrder} from '../sql/row_order.ts';
import {type StringArray, StringArrayBuilder, sortStrings, stringsOf} from '../text/string_array.ts';
import {allRows, sortRows} from './sort_rows.ts';

/** By position of a row: the halves of the digits. */
export interface HexIds {
  prefix: string;
  high: Uint32Array;
  low: Uint32Array;
}

/** Ids by position of a row. */
export type RowIds = HexIds | StringArray;

const isHex = (ids: RowIds): ids is HexIds => 'prefix' in ids;

/** Positions of all rows in the order of their ids. */
export function positionsById(ids: RowIds): Uint32Array {
  if (!isHex(ids)) return sortStrings(ids);
  const {high, low} = ids;
  const sorted = sortRows(high, allRows(high.length));
  // First halves that are the same are rare.
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    while (to < sorted.length && high[sorted[to]!] === high[sorted[from]!]) to++;
    if (to - from > 1) sorted.subarray(from, to).sort((a, b) => low[a]! - low[b]!);
    from = to;
  }
  return sorted;
}

/** The texts of ids of which some are not their prefix and digits: those of `others`, by position. */
export function textsOfIds(
  {prefix, high, low}: HexIds,
  others: ReadonlyMap<number, Uint8Array>,
): StringArray {
  const texts = new StringArrayBuilder('record ids');
  const digits = (half: number) => half.toString(16).padStart(8, '0');
  for (let i = 0; i < high.length; i++) {
    texts.add(others.get(i) ?? Buffer.from(`${prefix}${digits(high[i]!)}${digits(low[i]!)}`));
  }
  return texts.build();
}

/** The orders of rows, of which `byId` has them by id; and whether ids that are texts stay in the file. */
export interface IdOrder {
  order: RowOrder;
  byId: Uint32Array;
  textsStay: boolean;
}

/** Writes the ids; returns the prefix where they are packed, else null. */
export function writeIds(index: IndexWriter, ids: RowIds, {order, byId, textsStay}: IdOrder): string | null {
  index.write(SECTIONS.id_order, byId);
  if (isHex(ids)) {
    const high = byRow(ids.high, order);
    index.write(SECTIONS.id_high, high);
    index.write(SECTIONS.id_low, byRow(ids.low, order));
    const keys = byId.map((row) => high[row]!);
    index.write(SECTIONS.id_starts, idStarts(keys));
    return ids.prefix;
  }
  const {bytes, offsets} = stringsOf(ids, order.positions);
  const place = textsStay ? 'file' : undefined;
  index.write(SECTIONS.id_text, bytes, place);
  index.write(SECTIONS.id_offsets, offsets, place);
  return null;
}

/** Ids of a bucket, about: they are hashes, and so evenly distributed. */
const IN_BUCKET = 6;

/**
 * By the first bits of ascending first halves of ids: the place of the first that begins so, and at last the
 * number of ids.
 */
export function idStarts(keys: Uint32Array): Uint32Array {
  const bits = Math.max(0, Math.round(Math.log2(keys.length / IN_BUCKET)));
  const starts = new Uint32Array(2 ** bits + 1);
  for (let i = 0; i < keys.length; i++) starts[bucketOf(keys[i]!, bits) + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  return starts;
}
