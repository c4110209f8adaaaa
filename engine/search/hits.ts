/** Orders what the datasets of a group found, and reads the labels of the best. */
import {compareText} from '../../datasets/rules/text.ts';
import {sortKey} from '../query/list.ts';
import type {Table} from '../query/table.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {labelsOfRows} from '../text/labels.ts';
import type {Hit} from '../types.ts';
import type {ClosestRow} from './closest_labels.ts';

/** A row that may be among the results of a group. */
export interface Candidate extends ClosestRow {
  table: Table;
  /** Index of its dataset in the group. */
  dataset: number;
  /** Read on demand. */
  date?: string | null;
}

/** The first candidates in order; what they were found with is released. */
export function bestHits(candidates: Candidate[], limit: number, scratch: Scratch): Hit[] {
  const best = candidates.sort(compare).slice(0, limit);
  const labels = labelsOf(best, scratch);
  scratch.release();
  return best.map((one, i) => hitOf(one, labels[i]!));
}

/** By closeness, then newest first, then by dataset and id. */
function compare(a: Candidate, b: Candidate): number {
  return (
    a.closeness - b.closeness ||
    compareNewestFirst(dateOf(a), dateOf(b)) ||
    a.dataset - b.dataset ||
    compareText(a.table.ids.text(a.row), b.table.ids.text(b.row))
  );
}

/** The default sort key of datasets with dates, else null. */
function dateOf(one: Candidate): string | null {
  if (one.date === undefined) {
    const {declaration, globalSearch} = one.table.layout;
    one.date = globalSearch?.dated ? sortKey(one.table, declaration.sort.default, one.row) : null;
  }
  return one.date;
}

function compareNewestFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  // Days and fiscal years are ASCII, so that text order is their order.
  return a === b ? 0 : a < b ? 1 : -1;
}

/** The labels of rows, in their order; those of one table are read together. */
function labelsOf(candidates: readonly Candidate[], scratch: Scratch): string[] {
  const byTable = new Map<Table, Map<number, string>>();
  for (const {table} of candidates) {
    if (byTable.has(table)) continue;
    const rows = candidates.filter((one) => one.table === table).map(({row}) => row);
    byTable.set(table, labelsOfRows(table.search!.labels, rows, scratch));
  }
  return candidates.map(({table, row}) => byTable.get(table)!.get(row)!);
}

const hitOf = ({table, row}: Candidate, label: string): Hit => ({
  dataset: table.layout.declaration.name,
  record_id: table.ids.text(row),
  label,
});
