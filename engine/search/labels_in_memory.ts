/** The rows of a set whose labels are closest to a text, by the values in memory that labels are made of. */
import {selectRange, sizeOf} from '../rowset/rowset.ts';
import {intersectWords, membershipTest, toArray} from '../rowset/set_ops.ts';
import {type Closeness, type LabelCloseness, type RowLists, UNREAD} from '../text/labels.ts';
import {addOthers, type ClosestRow, closenessByRow, type LabelSearch} from './label_search.ts';

/** So many members for each that is wanted are told at first: often the best are among them. */
const TOLD_FIRST = 4;

/** Up to so many members are told one by one; more only by the rows of the values that contain the text. */
const MAX_TOLD = 1 << 12;

/** Members that are told together: most often the first few are enough. */
const BLOCK = 64;

/** Of the members up to so many have labels that are read. */
const MAX_READ = 256;

/** Looking at the rows of a value costs about as much as telling so many members. */
const ROWS_PER_LIST = 4;

/** More values than these are no better than the rows in order, of which the first ones have them. */
const MAX_LISTS = 1 << 12;

/** Members told in order: the first ones of each closeness, at most as many as are wanted. */
interface Told {
  firsts: [number[], number[], number[], number[]];
  /** Whether no other member can be among the closest. */
  isEnough: boolean;
}

/** How close labels are, and the closeness of the members of which memory does not tell it. */
interface KnownCloseness extends LabelCloseness {
  read: ReadonlyMap<number, Closeness>;
}

/** The first `limit` members by closeness, which `closeness` tells, reading few labels; null where memory does not tell enough. */
export function closestInMemory(
  search: LabelSearch,
  closeness: LabelCloseness | null,
  text: Buffer,
  limit: number,
): ClosestRow[] | null {
  const read = closeness && readCloseness(search, closeness, text);
  if (!read) return null;
  const known = {...closeness, read};
  const told = tell(search, known, limit, search.order ? MAX_TOLD : limit * TOLD_FIRST);
  if (told.isEnough) return closestOf(told, limit);
  const closest = search.order ? null : closestOfLists(search, known, told, limit);
  if (closest || sizeOf(search.set) > MAX_TOLD) return closest;
  return closestOf(tell(search, known, limit, MAX_TOLD), limit);
}

/** The closeness of the members whose labels are not in memory; null where they are many. */
function readCloseness(
  search: LabelSearch,
  closeness: LabelCloseness,
  text: Buffer,
): ReadonlyMap<number, Closeness> | null {
  const unread = unreadMembers(search, closeness);
  const count = unread.length;
  if (count === 0) return NOTHING_READ;
  if (count > MAX_READ) return null;
  const ordinals = search.scratch.u32(count);
  search.labels.ordinalsOf(unread, ordinals);
  const byRow = closenessByRow(search, ordinals, text);
  return new Map(byRow.map((one, i) => [unread[i]!, one]));
}

const NOTHING_READ: ReadonlyMap<number, Closeness> = new Map();

/** The members that are UNREAD, ascending. */
function unreadMembers({set, tableRows, scratch}: LabelSearch, closeness: LabelCloseness): Uint32Array {
  const {rows, words} = closeness.unread();
  if (rows.length === 0 || set.kind === 'bitmap') return rows.filter(membershipTest(set));
  return toArray(intersectWords(set, words, tableRows, scratch), scratch);
}

/** Tells the first `most` members in order, until there are enough of the closest. */
function tell(search: LabelSearch, {of, least, read}: KnownCloseness, limit: number, most: number): Told {
  const firsts: Told['firsts'] = [[], [], [], []];
  const best = firsts[Math.min(least, ...read.values())]!;
  const next = memberBlocks(search);
  for (let told = 0; told < most; ) {
    const members = next(most - told);
    if (members.length === 0) return {firsts, isEnough: true};
    for (let i = 0; i < members.length; i++) {
      const row = members[i]!;
      const closeness = of(row);
      const some = firsts[closeness === UNREAD ? read.get(row)! : closeness];
      if (some.length === limit) continue;
      some.push(row);
      if (some === best && some.length === limit) return {firsts, isEnough: true};
    }
    told += members.length;
  }
  return {firsts, isEnough: sizeOf(search.set) <= most};
}

/** Gives the members in order, block by block, each of at most so many; an empty one at the end. */
function memberBlocks({set, order, tableRows, scratch}: LabelSearch): (most: number) => Uint32Array {
  let next = 0;
  const all = order ?? (set.kind === 'array' ? set.rows : null);
  if (all) {
    return (most) => {
      const members = all.subarray(next, next + most);
      next += members.length;
      return members;
    };
  }
  const buffer = scratch.u32(BLOCK);
  return (most) => {
    const room = buffer.subarray(0, most);
    const members = room.subarray(0, selectRange(set, next, tableRows, room));
    if (members.length > 0) next = members[members.length - 1]! + 1;
    return members;
  };
}

function closestOf({firsts}: Told, limit: number): ClosestRow[] {
  const closest: ClosestRow[] = [];
  for (const closeness of [0, 1, 2, 3] as const) {
    for (const row of firsts[closeness]) if (closest.length < limit) closest.push({row, closeness});
  }
  return closest;
}

/** The closest by the rows of the values that contain the text, given those told; null where these are too many. */
function closestOfLists(
  search: LabelSearch,
  closeness: KnownCloseness,
  told: Told,
  limit: number,
): ClosestRow[] | null {
  const isMember = membershipTest(search.set);
  const result: ClosestRow[] = [];
  for (const wanted of [0, 1, 2] as const) {
    const missing = limit - result.length;
    if (missing === 0) break;
    const rows =
      toldRows(search, closeness, told, wanted, limit) ??
      rowsOfLists(search, closeness, wanted, missing, isMember) ??
      (wanted === 2 ? containingRows(search, closeness, limit, MAX_TOLD) : null);
    if (!rows) return null;
    for (const row of rows.slice(0, missing)) result.push({row, closeness: wanted});
  }
  if (result.length < limit) addOthers(search, result, limit);
  return result;
}

/** The first members of a closeness as telling them in order finds them; null where lists find them sooner. */
function toldRows(
  search: LabelSearch,
  closeness: KnownCloseness,
  told: Told,
  wanted: 0 | 1 | 2,
  limit: number,
): readonly number[] | null {
  if (told.firsts[wanted].length === limit) return told.firsts[wanted];
  // Values that start with the text are found at once, those that contain it are looked up.
  const most = wanted < 2 ? 0 : Math.min(closeness.lookUpRows(), MAX_TOLD);
  return most === 0 ? null : containingRows(search, closeness, limit, most);
}

/** The first members whose labels contain the text, by telling up to so many; null where these are not enough. */
function containingRows(
  search: LabelSearch,
  closeness: KnownCloseness,
  limit: number,
  most: number,
): readonly number[] | null {
  const {firsts, isEnough} = tell(search, {...closeness, least: 2}, limit, most);
  return isEnough ? firsts[2] : null;
}

/** The first members of a closeness by the lists of the values that have it; null where there are too many. */
function rowsOfLists(
  {set}: LabelSearch,
  closeness: KnownCloseness,
  wanted: 0 | 1 | 2,
  limit: number,
  isMember: (row: number) => boolean,
): readonly number[] | null {
  const lists = closeness.lists(wanted);
  const values = lists.reduce((sum, {ordinals}) => sum + ordinals.length, 0);
  if (values > MAX_LISTS || values * ROWS_PER_LIST >= sizeOf(set)) return null;
  const best = new FirstRows(limit);
  for (const [row, one] of closeness.read) if (one === wanted) best.add(row);
  const passes = (row: number): boolean => closeness.of(row) === wanted && isMember(row);
  for (const list of lists) best.addLists(list, passes);
  return best.rows;
}

/** The first so many of some rows, ascending, each once. */
class FirstRows {
  readonly rows: number[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(row: number): void {
    const {rows} = this;
    if (!this.#isWanted(row) || rows.includes(row)) return;
    if (rows.length === this.#limit) rows.pop();
    let at = rows.length;
    for (; at > 0 && rows[at - 1]! > row; at--) rows[at] = rows[at - 1]!;
    rows[at] = row;
  }

  addLists({rows, offsets, ordinals}: RowLists, passes: (row: number) => boolean): void {
    for (const ordinal of ordinals) {
      const end = offsets[ordinal + 1]!;
      // The rows of a list ascend.
      for (let i = offsets[ordinal]!; i < end && this.#isWanted(rows[i]!); i++) {
        if (passes(rows[i]!)) this.add(rows[i]!);
      }
    }
  }

  #isWanted(row: number): boolean {
    const {length} = this.rows;
    return length < this.#limit || row < this.rows[length - 1]!;
  }
}
