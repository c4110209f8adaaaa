/** Ids of the rows of a table: by rank, and the other way round. */
import {SECTIONS} from '../facts.ts';
import {textAt} from './columns.ts';
import type {Sections} from './sections.ts';

export interface Ids {
  text(rank: number): string;
  /** Rank of an id, or -1. */
  rank(id: string): number;
  /** Order of the id of a rank and another id by code point: below, at or above 0. */
  compare(rank: number, id: string): number;
}

export function openIds(sections: Sections, prefix: string | null): Ids {
  const order = sections.u32(SECTIONS.id_order);
  const one = prefix === null ? textIds(sections) : hexIds(sections, prefix);
  return {
    ...one,
    rank(id) {
      let [low, high] = [0, order.length];
      const compare = one.against(id);
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(order[middle]!) < 0) low = middle + 1;
        else high = middle;
      }
      const rank = order[low];
      return rank !== undefined && compare(rank) === 0 ? rank : -1;
    },
    compare: (rank, id) => one.against(id)(rank),
  };
}

interface Kind {
  text(rank: number): string;
  /** Comparison of ids by rank with this one. */
  against(id: string): (rank: number) => number;
}

function textIds(sections: Sections): Kind {
  const texts = {bytes: sections.bytes(SECTIONS.id_text), at: sections.u32(SECTIONS.id_at)};
  const all = Buffer.from(texts.bytes.buffer, texts.bytes.byteOffset, texts.bytes.byteLength);
  return {
    text: (rank) => textAt(texts, rank),
    against(id) {
      const wanted = Buffer.from(id);
      return (rank) => all.compare(wanted, 0, wanted.length, texts.at[rank]!, texts.at[rank + 1]!);
    },
  };
}

const DIGITS = 8;
const hex = (half: number): string => half.toString(16).padStart(DIGITS, '0');

function hexIds(sections: Sections, prefix: string): Kind {
  const [high, low] = [sections.u32(SECTIONS.id_high), sections.u32(SECTIONS.id_low)];
  const form = new RegExp(`^${prefix}([0-9a-f]{8})([0-9a-f]{8})$`);
  const text = (rank: number): string => prefix + hex(high[rank]!) + hex(low[rank]!);
  return {
    text,
    against(id) {
      const found = form.exec(id);
      if (!found) {
        const wanted = Buffer.from(id);
        return (rank) => Buffer.compare(Buffer.from(text(rank)), wanted);
      }
      const [first, second] = [Number.parseInt(found[1]!, 16), Number.parseInt(found[2]!, 16)];
      return (rank) => high[rank]! - first || low[rank]! - second;
    },
  };
}
