/**
 * Which of some records match: many questions about the same few records, such as those that a build changed.
 * What a condition leaves of them is kept, and values of columns lead to the records that have them.
 */
import type {Scratch} from '../rowset/scratch.ts';
import type {Comparison, Condition, Near} from '../types.ts';
import {rowTest} from './intersect.ts';
import {type ConjunctivePlan, planConjunction} from './plan.ts';
import type {Predicate} from './predicates.ts';
import type {Table} from './table.ts';
import {SOONEST} from './walks.ts';

/** A set of records: bit `place & 31` of word `place >>> 5`. */
type Bits = Uint32Array;

/** Words of conditions that are kept, in all: 16 MB. More make room for new ones. */
const MOST_KEPT = 1 << 22;

/** A condition that is kept has a cost of its own, in words. */
const ENTRY_COST = 32;

const ABSENT = -1;

function and(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= other[word]!;
}

function or(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= other[word]!;
}

/** Operators whose records are found by their values, without a test of each. */
const BY_VALUE: ReadonlySet<Comparison> = new Set(['in', 'exact', 'flag']);

/** Whether most words have no member. */
function hasFew(bits: Bits): boolean {
  let words = 0;
  for (let word = 0; word < bits.length; word++) if (bits[word] !== 0) words++;
  return words * 4 < bits.length;
}

const isEmpty = (bits: Bits): boolean => {
  for (let word = 0; word < bits.length; word++) if (bits[word] !== 0) return false;
  return true;
};

const add = (bits: Bits, places: readonly number[]): void => {
  for (let i = 0; i < places.length; i++) bits[places[i]! >>> 5]! |= 1 << (places[i]! & 31);
};

type FoundByValue = Extract<Predicate, {kind: 'ordinals'}> & {ordinalByRow: ArrayLike<number>};

/** Whether records are found by their values; where more values are asked for than there are records, each is tested. */
const isFound = (predicate: Predicate, records: number): predicate is FoundByValue =>
  predicate.kind === 'ordinals' && predicate.ordinalByRow !== null && predicate.selected.length <= records;

/** Records of a table, about which one asks. */
export class Among {
  readonly #table: Table;
  /** By place among the ids that were given. */
  readonly #rows: Int32Array;
  /** Those that the table has. */
  readonly #all: Bits;
  readonly #found: Bits;
  readonly #known = new Map<string, Bits>();
  /** By the ordinals of a column: the places of those with each. */
  readonly #byOrdinal = new Map<ArrayLike<number>, Map<number, number[]>>();
  #kept = 0;

  constructor(table: Table, ids: readonly string[]) {
    const isOfView = (row: number): boolean => table.view?.bitmap.has(row) ?? true;
    this.#table = table;
    this.#rows = Int32Array.from(ids, (id) => {
      const row = table.ids.rowOf(id);
      return row >= 0 && isOfView(row) ? row : ABSENT;
    });
    this.#all = new Uint32Array((ids.length + 31) >>> 5);
    this.#found = new Uint32Array(this.#all.length);
    add(this.#all, this.#places());
  }

  /** The places of those that the table has, in the default order of their rows. */
  order(): Uint32Array {
    return Uint32Array.from(this.#places().sort((a, b) => this.#rows[a]! - this.#rows[b]!));
  }

  #places(): number[] {
    return [...this.#rows.keys()].filter((place) => this.#rows[place] !== ABSENT);
  }

  /** As `AmongRecords`. */
  matching(where: readonly Condition[], near: Near | undefined, scratch: Scratch): Bits {
    const found = this.#found;
    found.set(this.#all);
    const soonest =
      where.length < 2 ? where : [...where].sort((a, b) => SOONEST.indexOf(a.op) - SOONEST.indexOf(b.op));
    for (const condition of soonest) {
      this.#retainCondition(condition, found, scratch);
      if (isEmpty(found)) return found;
    }
    // Every circle is asked about once or twice: it is tested on what the others leave.
    if (near) this.#retain(planConjunction(this.#table, [], scratch, near), found, scratch);
    return found;
  }

  /** Where few are left, they are tested: asking about all would be of use to a later question alone. */
  #retainCondition(condition: Condition, found: Bits, scratch: Scratch): void {
    const key = JSON.stringify(condition);
    const known = this.#known.get(key);
    if (!known && !condition.or && !BY_VALUE.has(condition.op) && hasFew(found))
      this.#retain(planConjunction(this.#table, [condition], scratch), found, scratch);
    else and(found, known ?? this.#ofCondition(condition, key, scratch));
  }

  #ofCondition(condition: Condition, key: string, scratch: Scratch): Bits {
    const {or: others = [], ...own} = condition;
    const bits = this.#ofOne(own, scratch);
    for (const one of others) or(bits, this.#ofOne(one, scratch));
    const cost = bits.length + ENTRY_COST;
    if (this.#kept + cost > MOST_KEPT) {
      this.#known.clear();
      this.#kept = 0;
    }
    this.#kept += cost;
    this.#known.set(key, bits);
    return bits;
  }

  #ofOne(condition: Condition, scratch: Scratch): Bits {
    const bits = this.#all.slice();
    this.#retain(planConjunction(this.#table, [condition], scratch), bits, scratch);
    return bits;
  }

  /** Retains those that satisfy a plan; null is satisfied by none. */
  #retain(plan: ConjunctivePlan | null, bits: Bits, scratch: Scratch): void {
    if (!plan) {
      bits.fill(0);
      return;
    }
    const {from, to} = plan.rowRange;
    if (from > 0 || to < this.#table.rows) this.#test(bits, (row) => row >= from && row < to);
    for (const predicate of plan.predicates) {
      // The rows are those of the view from the beginning.
      if (predicate.kind !== 'view') this.#satisfying(predicate, bits, scratch);
    }
  }

  #satisfying(predicate: Predicate, bits: Bits, scratch: Scratch): void {
    if (predicate.kind === 'or') {
      const any = new Uint32Array(bits.length);
      for (const one of predicate.anyOf) {
        const some = bits.slice();
        this.#satisfying(one, some, scratch);
        or(any, some);
      }
      bits.set(any);
    } else if (isFound(predicate, this.#rows.length)) {
      and(bits, this.#withOrdinals(predicate.ordinalByRow, predicate.selected));
    } else {
      const {rows} = this.#table;
      this.#test(bits, rowTest(this.#table, this.#rows.length, predicate, {from: 0, to: rows}, scratch));
    }
  }

  /** Retains those whose rows pass a test. */
  #test(bits: Bits, test: (row: number) => boolean): void {
    for (let word = 0; word < bits.length; word++) {
      let kept = 0;
      for (let rest = bits[word]! | 0; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        if (test(this.#rows[(word << 5) + 31 - Math.clz32(bit)]!)) kept |= bit;
      }
      bits[word] = kept;
    }
  }

  /** The records with one of the ordinals of a column. */
  #withOrdinals(ordinalByRow: ArrayLike<number>, selected: Uint32Array): Bits {
    const byOrdinal = this.#byOrdinal.get(ordinalByRow) ?? this.#groups(ordinalByRow);
    this.#byOrdinal.set(ordinalByRow, byOrdinal);
    const bits = new Uint32Array(this.#all.length);
    for (let i = 0; i < selected.length; i++) add(bits, byOrdinal.get(selected[i]!) ?? []);
    return bits;
  }

  #groups(ordinalByRow: ArrayLike<number>): Map<number, number[]> {
    return Map.groupBy(this.#places(), (place) => ordinalByRow[this.#rows[place]!]!);
  }
}
