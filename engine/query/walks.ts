/**
 * The rows of queries that belong together: pages of a walk, and the list, facets and statistics of a page
 * for people.
 */
import {Bitmap} from '../rowset/bitmap.ts';
import {copyOf, listOf, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Comparison, ListQuery} from '../types.ts';
import {type ConjunctivePlan, commonOf, matchingRows} from './plan.ts';
import type {Table} from './table.ts';

/** What a query selects its rows by. */
type Selection = Pick<ListQuery, 'where' | 'near' | 'walk' | 'apart'>;

/** Most rows that are kept one by one: two megabytes. More are kept as a bitmap. */
const MOST_LISTED = 1 << 19;

/**
 * A set of its own. Several queries read it: finding the members of a bitmap costs as much as counting them,
 * so that it is done once.
 */
function ownForm(set: RowSet): RowSet {
  if (set.kind !== 'bitmap' || set.count > MOST_LISTED) return copyOf(set);
  return {kind: 'array', rows: listOf(set)};
}

/** Sets of more than one in so many rows take less memory as bitmaps, and are sooner intersected. */
const DENSE = 32;

/** A set of its own that is intersected with others again and again. */
function apartForm(set: RowSet, rows: number): RowSet {
  if (set.kind !== 'array' || set.rows.length * DENSE < rows) return copyOf(set);
  const bitmap = Bitmap.empty(rows);
  bitmap.addRows(set.rows);
  return {kind: 'bitmap', bitmap, count: set.rows.length};
}

/** Operators by what it takes to find the rows of a condition. */
export const SOONEST: readonly Comparison[] = ['in', 'exact', 'flag', 'gte', 'lte', 'partial', 'terms'];

/** The rows that queries with a walk have found, as long as anybody holds the walk. */
export class Walks {
  readonly #kept = new WeakMap<object, Map<string, RowSet>>();

  /**
   * The rows that match: those of a walk, once found, are found again. Without one they are valid until the
   * scratch is released. `planned` is the plan of the conditions where it was made before.
   */
  rows(
    table: Table,
    selection: Selection,
    scratch: Scratch,
    planned?: ConjunctivePlan | null | undefined,
  ): RowSet {
    const {where, near, walk, apart} = selection;
    if (!walk) return matchingRows(table, where, scratch, near, planned);
    const sets = this.#kept.get(walk) ?? new Map<string, RowSet>();
    this.#kept.set(walk, sets);
    const key = JSON.stringify([table.layout.declaration.name, where, near]);
    const known = sets.get(key);
    if (known) return known;
    const isOne = where.length + (near ? 1 : 0) < 2;
    const found =
      apart && !isOne
        ? this.#common(table, selection, scratch)
        : matchingRows(table, where, scratch, near, planned);
    const kept = found === table.all ? found : apart ? apartForm(found, table.rows) : ownForm(found);
    sets.set(key, kept);
    return kept;
  }

  /**
   * The rows that are in the sets of all conditions, each of which is kept: those soonest found first, until
   * one is empty.
   */
  #common(table: Table, {where, near, walk}: Selection, scratch: Scratch): RowSet {
    const apart = [...where.map((one): Selection => ({where: [one]})), ...(near ? [{where: [], near}] : [])];
    const rank = ({where: [one]}: Selection) => SOONEST.indexOf(one?.op ?? 'gte');
    apart.sort((a, b) => rank(a) - rank(b));
    const sets: RowSet[] = [];
    for (const one of apart) {
      const set = this.rows(table, {...one, walk, apart: true}, scratch);
      if (sizeOf(set) === 0) return set;
      sets.push(set);
    }
    return commonOf(table, sets, scratch);
  }
}
