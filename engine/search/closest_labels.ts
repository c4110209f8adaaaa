/** The rows of a set whose labels are nearest to a text (specification 7.1): few of them are looked at. */

import type {Table} from '../query/table.ts';
import {forEachRow, type RowSet, selectRange, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {membershipTest} from '../rowset/set_ops.ts';
import type {LabelIndex} from '../text/label_index.ts';

/** The label equals the text, begins with it, contains it, or none of these. */
export type Closeness = 0 | 1 | 2 | 3;

export interface ClosestRow {
  rank: number;
  closeness: Closeness;
}

/** So many rows are looked at one by one. */
const FEW = 256;

/** Rows that are looked at together. */
const BLOCK = 1 << 10;

/** Of so many stretches of codes the rows are counted. */
const COUNTED = 1 << 12;

/** Rows of some codes are gone through in place of the set where they are so many times fewer. */
const FEWER = 8;

interface Walk {
  labels: LabelIndex;
  set: RowSet;
  /** Members in order where they do not stand by rank. */
  order: Uint32Array | null;
  rows: number;
  scratch: Scratch;
}

/** The first `most` of the set by nearness, then in the default order or, where rows have no date, by id. */
export function closestLabels(
  table: Table,
  set: RowSet,
  text: Buffer,
  most: number,
  scratch: Scratch,
): ClosestRow[] {
  const {search: found, layout: plan, rows} = table;
  if (!found || !plan.globalSearch) throw new Error(`${plan.of.name} is not found by the search`);
  const {labels} = found;
  const order = plan.globalSearch.dated ? null : byId(table, set, scratch);
  const walk: Walk = {labels, set, order, rows, scratch};
  return sizeOf(set) <= FEW ? ofFew(walk, text, most) : ofMany(walk, text, most);
}

/** The members by id. */
function byId({ids, rows}: Table, set: RowSet, scratch: Scratch): Uint32Array {
  const members = scratch.bitmap(rows);
  forEachRow(set, (rank) => members.add(rank));
  const room = scratch.u32(sizeOf(set));
  let count = 0;
  for (let i = 0; i < ids.order.length; i++) {
    if (members.has(ids.order[i]!)) room[count++] = ids.order[i]!;
  }
  return room;
}

/** Calls back for blocks of members in order until it returns false; `codes` are those of their labels. */
function eachBlock(
  {labels, set, order, rows, scratch}: Walk,
  found: (ranks: Uint32Array, codes: Uint32Array) => boolean,
): void {
  if (order) {
    const all = labels.ordinalRange(0, rows, scratch);
    const codes = scratch.u32(order.length);
    for (let i = 0; i < order.length; i++) codes[i] = all[order[i]!]!;
    found(order, codes);
    return;
  }
  const [room, codes, spare] = [scratch.u32(BLOCK), scratch.u32(BLOCK), scratch.u32(BLOCK)];
  for (let next = 0; ; ) {
    const ranks = room.subarray(0, selectRange(set, next, rows, room));
    if (ranks.length === 0) return;
    labels.ordinalsOf(ranks, codes, spare);
    if (!found(ranks, codes)) return;
    next = ranks[ranks.length - 1]! + 1;
  }
}

function ofFew(walk: Walk, text: Buffer, most: number): ClosestRow[] {
  const {labels, scratch} = walk;
  const all: ClosestRow[] = [];
  eachBlock(walk, (ranks, codes) => {
    const own = codes.subarray(0, ranks.length);
    const near = labels.map<Closeness>(own, (label) => nearness(label, text), 3, scratch);
    for (let i = 0; i < ranks.length; i++) all.push({rank: ranks[i]!, closeness: near(own[i]!)});
    return true;
  });
  // The order among equals stays.
  return all.sort((a, b) => a.closeness - b.closeness).slice(0, most);
}

function nearness(label: Buffer, text: Buffer): Closeness {
  const at = label.indexOf(text);
  if (at < 0) return 3;
  if (at > 0) return 2;
  return label.length === text.length ? 0 : 1;
}

function ofMany(walk: Walk, text: Buffer, most: number): ClosestRow[] {
  const {labels, scratch} = walk;
  const [from, equal, end] = labels.prefixRange(text);
  const result: ClosestRow[] = [];
  const add = (near: Closeness, codes: Stretches) => {
    const left = most - result.length;
    if (left === 0 || codes.from.length === 0) return;
    for (const rank of withCodes(walk, codes, left)) result.push({rank, closeness: near});
  };
  add(0, stretch(from, equal));
  add(1, stretch(equal, end));
  if (result.length < most) add(2, others(labels.terms.containing(text, scratch), from, end, scratch));
  if (result.length < most) addRest(walk, result, most);
  return result;
}

/** Codes from one up to another, several times. */
interface Stretches {
  from: Uint32Array;
  to: Uint32Array;
}

const stretch = (from: number, to: number): Stretches =>
  from < to
    ? {from: Uint32Array.of(from), to: Uint32Array.of(to)}
    : {from: new Uint32Array(0), to: new Uint32Array(0)};

/** The codes outside a stretch, one by one. */
function others(codes: Uint32Array, from: number, end: number, scratch: Scratch): Stretches {
  const [single, next] = [scratch.u32(codes.length), scratch.u32(codes.length)];
  let count = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!;
    if (code >= from && code < end) continue;
    single[count] = code;
    next[count++] = code + 1;
  }
  return {from: single.subarray(0, count), to: next.subarray(0, count)};
}

/** The first members whose label has one of the codes. */
function withCodes(walk: Walk, codes: Stretches, most: number): number[] {
  const {labels, set, order, scratch} = walk;
  const few = Math.max(COUNTED, sizeOf(set) / FEWER);
  const rows =
    order || codes.from.length > COUNTED ? null : labels.rowsOf(codes.from, codes.to, few, scratch);
  if (rows) return leastOf(rows, membershipTest(set), most);
  const test = isOneOf(labels, codes, scratch);
  const result: number[] = [];
  eachBlock(walk, (ranks, own) => {
    for (let i = 0; i < ranks.length && result.length < most; i++) {
      if (test(own[i]!)) result.push(ranks[i]!);
    }
    return result.length < most;
  });
  return result;
}

function isOneOf(labels: LabelIndex, {from, to}: Stretches, scratch: Scratch): (code: number) => boolean {
  const [first, end] = [from[0]!, to[0]!];
  if (from.length === 1) return (code) => code >= first && code < end;
  const bits = scratch.bitmap(labels.count + 1);
  for (let i = 0; i < from.length; i++) bits.addRange(from[i]!, to[i]!);
  return (code) => bits.has(code);
}

/** The smallest ranks that pass, ascending. */
function leastOf(ranks: Uint32Array, passes: (rank: number) => boolean, most: number): number[] {
  const least: number[] = [];
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i]!;
    if (least.length === most && rank >= least[most - 1]!) continue;
    if (!passes(rank)) continue;
    let place = least.length === most ? most - 1 : least.length;
    for (; place > 0 && least[place - 1]! > rank; place--) least[place] = least[place - 1]!;
    least[place] = rank;
  }
  return least;
}

/** Where fewer were found all of them are known: the first of the others follow. */
function addRest(walk: Walk, result: ClosestRow[], most: number): void {
  const known = new Set(result.map(({rank}) => rank));
  eachBlock(walk, (ranks) => {
    for (let i = 0; i < ranks.length && result.length < most; i++) {
      if (!known.has(ranks[i]!)) result.push({rank: ranks[i]!, closeness: 3});
    }
    return result.length < most;
  });
}
