/** Ids of the rows of a table: by rank, and the other way round. */
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import {stringAt} from '../text/string_array.ts';

export interface Ids {
  /** Ranks by id. */
  order: Uint32Array;
  text(rowOf: number): string;
  /** Rank of an id, or -1. */
  rank(id: string): number;
  /** Order of the id of a rank and another id by code point: below, at or above 0. */
  compare(rank: number, id: string): number;
  /** Order of the ids of two ranks. */
  compareRows(one: number, other: number): number;
}

export function openIds(sections: Sections, prefix: string | null): Ids {
  return prefix === null ? textIds(sections) : hexIds(sections, prefix);
}

function textIds(sections: Sections): Ids {
  const order = sections.u32(SECTIONS.id_order);
  const texts = {bytes: sections.bytes(SECTIONS.id_text), offsets: sections.u32(SECTIONS.id_offsets)};
  const all = Buffer.from(texts.bytes.buffer, texts.bytes.byteOffset, texts.bytes.byteLength);
  const compare = (rank: number, wanted: Buffer) =>
    all.compare(wanted, 0, wanted.length, texts.offsets[rank]!, texts.offsets[rank + 1]!);
  return {
    order,
    text: (rank) => stringAt(texts, rank),
    rank(id) {
      const wanted = Buffer.from(id);
      const rank = order[partitionPoint(0, order.length, (at) => compare(order[at]!, wanted) < 0)];
      return rank !== undefined && compare(rank, wanted) === 0 ? rank : -1;
    },
    compare: (rank, id) => compare(rank, Buffer.from(id)),
    compareRows: (one, other) =>
      all.compare(
        all,
        texts.offsets[other]!,
        texts.offsets[other + 1]!,
        texts.offsets[one]!,
        texts.offsets[one + 1]!,
      ),
  };
}

const DIGITS = 8;
const hex = (half: number): string => half.toString(16).padStart(DIGITS, '0');

/** Value of the hex digits from a character on, all in lower case; -1 where one of them is none. */
function half(text: string, from: number): number {
  let value = 0;
  for (let i = from; i < from + DIGITS; i++) {
    const code = text.charCodeAt(i);
    const digit =
      code >= 0x30 && code <= 0x39 ? code - 0x30 : code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** So many places are guessed from one to the next before the steps grow from the last one. */
const GUESSES = 3;

/** First step from the last guess. */
const STEP = 4;

/**
 * First of `length` places that is not `below`. Ids are hashes, so that one of them stands near its share of all
 * places, and the value met there says how near: a few looks into memory instead of one for each halving.
 */
function sharedPlace(
  length: number,
  wanted: number,
  valueAt: (place: number) => number,
  below: (place: number) => boolean,
): number {
  const density = length / 2 ** 32;
  let place = Math.floor(wanted * density);
  for (let i = 0; i < GUESSES; i++) {
    const distance = Math.trunc((wanted - valueAt(place)) * density);
    place = Math.max(0, Math.min(length - 1, place + distance));
    if (Math.abs(distance) < STEP) break;
  }
  let [from, to] = [0, length];
  if (below(place)) {
    from = place + 1;
    for (let step = STEP; from + step < length; step *= 2) {
      if (!below(from + step)) {
        to = from + step;
        break;
      }
      from += step + 1;
    }
  } else {
    to = place;
    for (let step = STEP; to - step >= 0; step *= 2) {
      if (below(to - step)) {
        from = to - step + 1;
        break;
      }
      to -= step;
    }
  }
  return partitionPoint(from, to, below);
}

function hexIds(sections: Sections, prefix: string): Ids {
  const order = sections.u32(SECTIONS.id_order);
  const [high, low] = [sections.u32(SECTIONS.id_high), sections.u32(SECTIONS.id_low)];
  const text = (rank: number): string => prefix + hex(high[rank]!) + hex(low[rank]!);
  return {
    order,
    text,
    rank(id) {
      if (id.length !== prefix.length + 2 * DIGITS || !id.startsWith(prefix)) return -1;
      const [first, second] = [half(id, prefix.length), half(id, prefix.length + DIGITS)];
      if (first < 0 || second < 0) return -1;
      const below = (at: number): boolean => {
        const rank = order[at]!;
        return high[rank]! < first || (high[rank]! === first && low[rank]! < second);
      };
      if (order.length === 0) return -1;
      const rank = order[sharedPlace(order.length, first, (at) => high[order[at]!]!, below)];
      return rank !== undefined && high[rank] === first && low[rank] === second ? rank : -1;
    },
    compare: (rank, id) => Buffer.compare(Buffer.from(text(rank)), Buffer.from(id)),
    compareRows: (one, other) => high[one]! - high[other]! || low[one]! - low[other]!,
  };
}
