/**
 * Which of some records match: many questions about the same few records, such as those that a build changed.
 * What a condition leaves of them is kept, and values of columns lead to the records that have them.
 */
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate} from '../rowset/set_ops.ts';
import type {Condition, Matches, Near} from '../types.ts';
import {rowTest} from './intersect.ts';
import {planConjunction} from './plan.ts';
import type {Predicate} from './predicates.ts';
import type {Table} from './table.ts';
import {SOONEST} from './walks.ts';

type Rows = Uint32Array<ArrayBuffer>;

/** Rows of conditions that are kept, in all: 16 MB. More make room for new ones. */
const MOST_KEPT = 1 << 22;

/** A condition that is kept has a cost of its own, in rows. */
const ENTRY_COST = 32;

/** The members of two ascending lists. */
function common(one: Rows, other: Rows): Rows {
  const rows = new Uint32Array(Math.min(one.length, other.length));
  let count = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a, b] = [one[i]!, other[j]!];
    if (a === b) rows[count++] = a;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return rows.subarray(0, count);
}

/** Ascending, each row once. */
function united(lists: readonly Rows[]): Rows {
  if (lists.length === 1) return lists[0]!;
  const rows = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let count = 0;
  for (const list of lists) {
    rows.set(list, count);
    count += list.length;
  }
  return deduplicate(rows.sort()) as Rows;
}

/** Records of a table, about which one asks. */
export class Among {
  readonly #table: Table;
  /** Those that the table has, ascending. */
  readonly #rows: Rows;
  readonly #known = new Map<string, Rows>();
  /** By the ordinals of a column: the rows with each. */
  readonly #byOrdinal = new Map<ArrayLike<number>, Map<number, Rows>>();
  #kept = 0;

  constructor(table: Table, ids: readonly string[]) {
    this.#table = table;
    const found = Uint32Array.from(
      ids.map((id) => table.ids.rowOf(id)).filter((row) => row >= 0 && (table.view?.bitmap.has(row) ?? true)),
    );
    this.#rows = deduplicate(found.sort()) as Rows;
  }

  /** Those that satisfy all conditions, the first `limit` of the default order by id, and how many there are. */
  matches(where: readonly Condition[], near: Near | undefined, limit: number, scratch: Scratch): Matches {
    let rows = this.#rows;
    const soonest = [...where].sort((a, b) => SOONEST.indexOf(a.op) - SOONEST.indexOf(b.op));
    for (const condition of soonest) {
      if (rows.length === 0) break;
      rows = common(rows, this.#ofCondition(condition, scratch));
    }
    // Every place is asked about once or twice: it is tested on what the others leave.
    if (near && rows.length > 0) rows = this.#planned([], near, rows, scratch);
    const ids = Array.from(rows.subarray(0, limit), (row) => this.#table.ids.text(row));
    return {total: rows.length, ids};
  }

  #ofCondition(condition: Condition, scratch: Scratch): Rows {
    const key = JSON.stringify(condition);
    const known = this.#known.get(key);
    if (known) return known;
    const {or = [], ...own} = condition;
    const rows = united([own, ...or].map((one) => this.#planned([one], undefined, this.#rows, scratch)));
    this.#kept += rows.length + ENTRY_COST;
    if (this.#kept > MOST_KEPT) {
      this.#known.clear();
      this.#kept = rows.length + ENTRY_COST;
    }
    this.#known.set(key, rows);
    return rows;
  }

  /** Which of `among` satisfy conditions without alternatives. */
  #planned(where: readonly Condition[], near: Near | undefined, among: Rows, scratch: Scratch): Rows {
    const plan = planConjunction(this.#table, where, scratch, near);
    if (!plan) return new Uint32Array(0);
    const {from, to} = plan.rowRange;
    let rows = among.subarray(lowerBound(among, from), lowerBound(among, to));
    for (const predicate of plan.predicates) {
      // The rows are those of the view from the beginning.
      if (predicate.kind === 'view' || rows.length === 0) continue;
      rows = this.#satisfying(predicate, rows, scratch);
    }
    return rows;
  }

  #satisfying(predicate: Predicate, rows: Rows, scratch: Scratch): Rows {
    if (predicate.kind === 'or')
      return united(predicate.anyOf.map((one) => this.#satisfying(one, rows, scratch)));
    if (predicate.kind === 'ordinals' && predicate.ordinalByRow)
      return common(rows, this.#withOrdinals(predicate.ordinalByRow, predicate.selected));
    const test = rowTest(this.#table, rows.length, predicate, {from: 0, to: this.#table.rows}, scratch);
    return rows.filter(test);
  }

  /** The rows with one of the ordinals of a column. */
  #withOrdinals(ordinalByRow: ArrayLike<number>, selected: Uint32Array): Rows {
    const byOrdinal = this.#byOrdinal.get(ordinalByRow) ?? this.#groups(ordinalByRow);
    this.#byOrdinal.set(ordinalByRow, byOrdinal);
    const lists: Rows[] = [];
    if (selected.length <= byOrdinal.size) {
      for (const ordinal of selected) {
        const rows = byOrdinal.get(ordinal);
        if (rows) lists.push(rows);
      }
    } else {
      for (const [ordinal, rows] of byOrdinal)
        if (selected[lowerBound(selected, ordinal)] === ordinal) lists.push(rows);
    }
    return lists.length === 0 ? new Uint32Array(0) : united(lists);
  }

  #groups(ordinalByRow: ArrayLike<number>): Map<number, Rows> {
    const groups = Map.groupBy(this.#rows, (row) => ordinalByRow[row]!);
    return new Map([...groups].map(([ordinal, rows]) => [ordinal, Uint32Array.from(rows)]));
  }
}
