/** Record ids: by row, and the row of an id. */
import {isFar, takeAll} from '../file/far_elements.ts';
import {bucketOf, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {partitionPoint} from '../rowset/partition_point.ts';

export interface Ids {
  /** Rows in the order of their ids. */
  order: Uint32Array;
  text(row: number): string;
  /** Row of an id, or -1. */
  rowOf(id: string): number;
  /** Order of a row's id relative to an id, by code point: below, at or above 0. */
  compare(row: number, id: string): number;
  /** Order of the ids of two rows. */
  compareRows(one: number, other: number): number;
}

export function openIds(sections: Sections, prefix: string | null): Ids {
  return prefix === null ? textIds(sections) : hexIds(sections, prefix);
}

/** Ids that are texts, in memory or each read from the file when it is wanted. */
function textIds(sections: Sections): Ids {
  const order = sections.u32(SECTIONS.id_order);
  const read = readerOfTexts(sections);
  return {
    order,
    text: (row) => read(row).toString(),
    rowOf(text) {
      const id = Buffer.from(text);
      const row = order[partitionPoint(0, order.length, (at) => Buffer.compare(read(order[at]!), id) < 0)];
      return row !== undefined && read(row).equals(id) ? row : -1;
    },
    compare: (row, id) => Buffer.compare(read(row), Buffer.from(id)),
    compareRows: (one, other) => Buffer.compare(read(one), read(other)),
  };
}

/** Gives the bytes of the id of a row. */
function readerOfTexts(sections: Sections): (row: number) => Buffer {
  const [texts, ends] = [sections.inFile(SECTIONS.id_text), sections.inFile(SECTIONS.id_offsets)];
  if (!texts || !ends) {
    const {buffer, byteOffset, length} = sections.bytes(SECTIONS.id_text);
    const bytes = Buffer.from(buffer, byteOffset, length);
    const offsets = sections.u32(SECTIONS.id_offsets);
    return (row) => bytes.subarray(offsets[row]!, offsets[row + 1]!);
  }
  const range = new Uint32Array(2);
  return (row) => {
    ends.read(row, row + 2, range);
    const [from, to] = [range[0]!, range[1]!];
    const bytes = Buffer.allocUnsafe(to - from);
    texts.read(from, to, bytes);
    return bytes;
  };
}

/** Hex digits of each of the two halves. */
const DIGITS = 8;
const HEX = /^[0-9a-f]{16}$/;

const toHex = (half: number): string => half.toString(16).padStart(DIGITS, '0');

/** Finds rows by the halves of their ids: those of a bucket are few, and are looked at one by one. */
function bucketSearch(sections: Sections, order: Uint32Array, high: Uint32Array, low: Uint32Array) {
  const starts = sections.u32(SECTIONS.id_starts);
  const bits = 31 - Math.clz32(starts.length - 1);
  return (first: number, second: number): number => {
    const bucket = bucketOf(first, bits);
    const end = starts[bucket + 1]!;
    for (let at = starts[bucket]!; at < end; at++) {
      const row = order[at]!;
      if (low[row] === second && high[row] === first) return row;
    }
    return -1;
  };
}

function hexIds(sections: Sections, prefix: string): Ids {
  const order = sections.u32(SECTIONS.id_order);
  const [high, low] = [sections.u32(SECTIONS.id_high), sections.u32(SECTIONS.id_low)];
  const find = bucketSearch(sections, order, high, low);
  const isFarAway = isFar(high);
  const text = (row: number): string => {
    if (isFarAway) takeAll([() => void high[row], () => void low[row]]);
    return prefix + toHex(high[row]!) + toHex(low[row]!);
  };
  return {
    order,
    text,
    rowOf(id) {
      const digits = id.slice(prefix.length);
      if (!id.startsWith(prefix) || !HEX.test(digits)) return -1;
      return find(Number.parseInt(digits.slice(0, DIGITS), 16), Number.parseInt(digits.slice(DIGITS), 16));
    },
    compare: (row, id) => Buffer.compare(Buffer.from(text(row)), Buffer.from(id)),
    compareRows: (one, other) => high[one]! - high[other]! || low[one]! - low[other]!,
  };
}
