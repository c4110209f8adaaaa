/** What of a table is made in threads beside the compiler, begun before its rows are stored. */
import type {TableLayout} from '../file/table_layout.ts';
import type {PointColumn} from '../geo/points/write.ts';
import {
  beginSections,
  MANY_ROWS,
  type SectionsBeside,
  type SectionTask,
  type SortedColumn,
} from './section_thread.ts';
import {type IndexedColumn, type ScannedColumns, textColumn} from './table_scan.ts';

type Columns = ReadonlyMap<string, IndexedColumn>;

/**
 * Begins all tasks of a table. Unless it is compiled alone, processors have other work: then no task has a thread, since what is made
 * would lie in memory until it is written.
 */
export function beginTasks(layout: TableLayout, scanned: ScannedColumns, isAlone: boolean): SectionsBeside {
  const {columns, order, byId, point} = scanned;
  const orders = layout.orders.length > 1 ? [ordersTask(layout, columns, byId)] : [];
  const points = point ? [pointsTask(layout, columns, point)] : [];
  return beginSections({tasks: [...points, ...orders], rows: order.rows}, isAlone ? MANY_ROWS : Infinity);
}

function pointsTask(
  layout: TableLayout,
  columns: Columns,
  point: NonNullable<ScannedColumns['point']>,
): SectionTask {
  // Single-valued columns that rows are filtered by.
  const filtered = layout.columns.flatMap(({name, kind, postings}): PointColumn[] => {
    if (kind !== 'text' || !postings) return [];
    const {dictionary, ordinals} = textColumn(columns, name);
    return [{name, ordinals, count: dictionary.count}];
  });
  return {kind: 'points', ...point, columns: filtered};
}

/** The orders of all sort keys but the default one. */
const ordersTask = (layout: TableLayout, columns: Columns, byId: Uint32Array): SectionTask => ({
  kind: 'orders',
  columns: layout.orders.slice(1).map(({key, column}) => ({key, column: sortedColumn(columns.get(column))})),
  byId,
});

function sortedColumn(column: IndexedColumn | undefined): SortedColumn {
  if (column?.kind === 'numeric') return column;
  if (column?.kind !== 'text') throw new Error('rows are sorted by columns with one value each');
  return {kind: 'text', ordinals: column.ordinals, count: column.dictionary.count};
}
