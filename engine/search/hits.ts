/** Merges what the datasets of a group found, and reads the labels of the best. */
import {sortKey} from '../query/list.ts';
import type {Table} from '../query/table.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {publishedLabels} from '../text/labels.ts';
import type {Hit} from '../types.ts';
import type {ClosestRow} from './closest_labels.ts';

/** What a dataset of a group found: the first rows by closeness, then newest first, then by id. */
export interface Found {
  table: Table;
  /** Index of its dataset in the group. */
  dataset: number;
  closest: readonly ClosestRow[];
}

/** The first row of a dataset that is not taken yet. */
interface Head {
  found: Found;
  at: number;
  /** Read on demand. */
  date: string | null | undefined;
}

/** A row that is shown. */
interface Best {
  table: Table;
  row: number;
}

/** The first rows of all datasets in order; what they were found with is released. */
export function bestHits(found: readonly Found[], limit: number, scratch: Scratch): Hit[] {
  const best = merged(found, limit);
  const labels = labelsOf(best, scratch);
  scratch.release();
  return best.map(({table, row}, i) => ({
    dataset: table.layout.declaration.name,
    record_id: table.ids.text(row),
    label: labels[i]!,
  }));
}

function merged(found: readonly Found[], limit: number): Best[] {
  const heads: Head[] = [];
  for (const one of found) if (one.closest.length > 0) heads.push({found: one, at: 0, date: undefined});
  const best: Best[] = [];
  while (best.length < limit && heads.length > 0) {
    let first = heads[0]!;
    for (let i = 1; i < heads.length; i++) if (compare(heads[i]!, first) < 0) first = heads[i]!;
    const {table, closest} = first.found;
    best.push({table, row: closest[first.at]!.row});
    first.at++;
    first.date = undefined;
    if (first.at === closest.length) heads.splice(heads.indexOf(first), 1);
  }
  return best;
}

const closestOf = ({found, at}: Head): ClosestRow => found.closest[at]!;

/** By closeness, then newest first, then by dataset. */
const compare = (a: Head, b: Head): number =>
  closestOf(a).closeness - closestOf(b).closeness ||
  compareNewestFirst(dateOf(a), dateOf(b)) ||
  a.found.dataset - b.found.dataset;

/** The default sort key of datasets with dates, else null. */
function dateOf(head: Head): string | null {
  if (head.date === undefined) {
    const {table} = head.found;
    const {declaration, globalSearch} = table.layout;
    head.date = globalSearch?.dated ? sortKey(table, declaration.sort.default, closestOf(head).row) : null;
  }
  return head.date;
}

function compareNewestFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  // Days and fiscal years are ASCII, so that text order is their order.
  return a === b ? 0 : a < b ? 1 : -1;
}

/** The labels of rows, in their order; those of one table are read together. */
function labelsOf(best: readonly Best[], scratch: Scratch): string[] {
  const labels: string[] = [];
  for (const table of new Set(best.map((one) => one.table))) {
    const own = best.flatMap((one, i) => (one.table === table ? [i] : []));
    const rows = own.map((i) => best[i]!.row);
    for (const [i, label] of publishedLabels(table.search!.labels, rows, scratch).entries())
      labels[own[i]!] = label;
  }
  return labels;
}
