/** The rows of queries that belong together: pages of a walk, and the list, facets and statistics of a page for people. */
import {copyOf, type RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {ListQuery} from '../types.ts';
import {matchingRows} from './plan.ts';
import type {Table} from './table.ts';

/** What a query selects its rows by. */
type Selection = Pick<ListQuery, 'where' | 'near' | 'walk'>;

/** The rows that queries with a walk have found, as long as anybody holds the walk. */
export class Walks {
  readonly #kept = new WeakMap<object, Map<string, RowSet>>();

  /** The rows that match: those of a walk, once found, are found again. Without one they are valid until the scratch is released. */
  rows(table: Table, {where, near, walk}: Selection, scratch: Scratch): RowSet {
    if (!walk) return matchingRows(table, where, scratch, near);
    const sets = this.#kept.get(walk) ?? new Map<string, RowSet>();
    this.#kept.set(walk, sets);
    const key = JSON.stringify([table.layout.declaration.name, where, near]);
    const known = sets.get(key);
    if (known) return known;
    const found = matchingRows(table, where, scratch, near);
    const kept = found === table.all ? found : copyOf(found);
    sets.set(key, kept);
    return kept;
  }
}
