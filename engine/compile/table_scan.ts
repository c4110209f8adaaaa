/** Scans a table: encodes its rows, and gives its columns, groups and ids in the order of the rows. */

import {
  type CollectedColumn,
  type CollectedDictionary,
  type Dictionary,
  ordinalsByPosition,
  ordinalsByRowId,
} from '../columns/dictionary.ts';
import type {Group} from '../columns/groups_writer.ts';
import type {TableDictionary} from '../columns/list_dictionary.ts';
import {ordinalsByRow} from '../columns/multivalue_writer.ts';
import {positionsById, type RowIds} from '../columns/row_ids.ts';
import {keysOfNumbers, keysOfOrdinals, sortRows} from '../columns/sort_rows.ts';
import type {WrittenFile} from '../file/index_file.ts';
import {isDerived, type TableLayout} from '../file/table_layout.ts';
import {writeValuesFile} from '../rows/values_file.ts';
import {type SearchedTable, type SearchScan, TokenScan} from '../search/write.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {orderInPlace, type RowOrder, rowOrder} from '../sql/row_order.ts';
import {UNKNOWN_GROUP} from '../types.ts';
import {collectGarbage} from './collect_garbage.ts';
import {scanRows} from './row_scan.ts';
import type {RowSpill} from './row_spill.ts';
import {type PlannedGroup, planScan, type ScanPlan} from './scan_plan.ts';

/** A single-valued column: ordinals by row. */
interface TextColumn {
  kind: 'text';
  dictionary: Dictionary;
  ordinals: Uint32Array;
}

/** A column of a table in the order of its rows. */
export type IndexedColumn =
  | TextColumn
  | {kind: 'multivalue'; dictionary: TableDictionary}
  | {kind: 'numeric'; numbers: Float64Array};

export type IndexedColumns = ReadonlyMap<string, IndexedColumn>;

/** A table whose rows are encoded. */
export interface ScannedTable {
  order: RowOrder;
  ids: RowIds;
  /** Row ids in the order of the record ids. */
  byId: Uint32Array;
  columns: IndexedColumns;
  groups: Group[];
  point: {lats: Float64Array; lngs: Float64Array} | null;
  /** The column that the statistics sum. */
  summed: Float64Array | null;
  values: WrittenFile;
  /** Its tokens lack the rows: the caller adds each in row order, with the text that follows it. */
  search: SearchedTable | null;
  /** The encoded rows; the caller closes it. */
  spill: RowSpill;
}

/**
 * Scans the rows of a table; `rowsByFile` has the number of rows of each file, `paths` the file of what rows
 * share, and the temporary ones of rows and tokens.
 */
export async function scanTable(
  db: CompileDb,
  layout: TableLayout,
  rowsByFile: readonly number[],
  paths: Record<'values' | 'rows' | 'tokens', string>,
): Promise<ScannedTable> {
  const rows = rowsByFile.reduce((sum, count) => sum + count, 0);
  const plan = await planScan(db, layout, rows);
  const {encoder, spill} = await scanRows(
    db,
    layout,
    rowsByFile,
    plan.collector,
    paths.rows,
    plan.search?.text ?? null,
  );
  let search: SearchedTable | null = null;
  try {
    collectGarbage(rows);
    const texts = textColumns(plan);
    const ids = plan.collector.ids();
    const byPosition = positionsById(ids);
    const sorted = sortRows(defaultKeys(layout, plan, texts), byPosition);
    const order = rowOrder(layout.declaration.name, sorted, rowsByFile);
    const columns = orderColumns(plan, texts, order);
    const groups: Group[] = [];
    for (const group of plan.groups) groups.push(await finishGroup(db, layout, plan, group, order));
    search = plan.search && finishSearch(layout, plan.search, plan, columns, order, paths.tokens);
    const sum = isDerived(layout.declaration) ? undefined : layout.declaration.stats?.sum;
    return {
      order,
      ids,
      byId: byPosition.map((position) => order.rowAt[position]!),
      columns,
      groups,
      point: plan.point && {lats: plan.point.lats.target, lngs: plan.point.lngs.target},
      summed: sum == null ? null : numericColumn(columns, sum),
      values: writeValuesFile(paths.values, encoder),
      search,
      spill,
    };
  } catch (error) {
    spill.close();
    search?.tokens.close();
    throw error;
  }
}

/** A column whose dictionary is made. */
interface Finished {
  column: CollectedColumn;
  dictionary: CollectedDictionary;
}

function textColumns({collector, texts}: ScanPlan): Map<string, Finished> {
  const finished = new Map<string, Finished>();
  for (const [name, {column, keepValues}] of texts)
    finished.set(name, {column, dictionary: collector.folded(column, keepValues)});
  return finished;
}

/** Brings all columns into the order of the rows. */
function orderColumns(
  {collector, numbers, lists}: ScanPlan,
  texts: ReadonlyMap<string, Finished>,
  order: RowOrder,
): Map<string, IndexedColumn> {
  const columns = new Map<string, IndexedColumn>();
  for (const [name, {column, dictionary}] of texts)
    columns.set(name, {kind: 'text', dictionary, ordinals: ordinalsByRowId(column, dictionary, order)});
  const copy = new Float64Array(order.rows);
  for (const {target} of collector.numeric) orderInPlace(target, order, copy);
  for (const [name, {target}] of numbers) columns.set(name, {kind: 'numeric', numbers: target});
  for (const [name, dictionary] of lists) columns.set(name, {kind: 'multivalue', dictionary});
  return columns;
}

function finishSearch(
  {globalSearch}: TableLayout,
  {label, columns: searched}: SearchScan,
  {collector}: ScanPlan,
  columns: IndexedColumns,
  order: RowOrder,
  path: string,
): SearchedTable {
  const columnOf = (name: string) => {
    const {dictionary, ordinals} = textColumn(columns, name);
    return {folded: dictionary.folded, ordinals};
  };
  const tokens = new TokenScan(searched, columnOf, path);
  if (!globalSearch) return {tokens, labels: null};
  if (!label)
    return {tokens, labels: {...textColumn(columns, globalSearch.labelColumn ?? ''), isColumn: true}};
  const dictionary = collector.folded(label, true);
  const ordinals = ordinalsByRowId(label, dictionary, order);
  return {tokens, labels: {dictionary, ordinals, isColumn: false}};
}

async function finishGroup(
  db: CompileDb,
  layout: TableLayout,
  {collector}: ScanPlan,
  group: PlannedGroup,
  order: RowOrder,
): Promise<Group> {
  const {name, chronological} = group;
  if ('list' in group) {
    const {read, dictionary} = group.list;
    const ordinals = await ordinalsByRow(db, layout, order, read, dictionary);
    return {name, values: dictionary.values, chronological, ...ordinals};
  }
  const dictionary = collector.valued(group.column, UNKNOWN_GROUP);
  const ordinals = ordinalsByRowId(group.column, dictionary, order);
  return {name, values: dictionary.values, ordinals, offsets: null, chronological};
}

/** The keys of the default order, by position. */
function defaultKeys(
  {orders, direction, declaration}: TableLayout,
  {numbers}: ScanPlan,
  texts: ReadonlyMap<string, Finished>,
): Uint32Array {
  const name = orders[0]!.column;
  const number = numbers.get(name);
  if (number) return keysOfNumbers(number.target, direction);
  const text = texts.get(name);
  if (!text) throw new Error(`${declaration.name} is ordered by ${name}, which was not scanned`);
  return keysOfOrdinals(ordinalsByPosition(text.column, text.dictionary), text.dictionary.count, direction);
}

/** Number of rows in which a column by which rows are sorted has a value. */
export function knownRows(column: IndexedColumn | undefined): number {
  if (!column || column.kind === 'multivalue') return 0;
  const values = column.kind === 'numeric' ? column.numbers : column.ordinals;
  const none = column.kind === 'numeric' ? 0 : column.dictionary.count;
  let known = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (column.kind === 'numeric' ? !Number.isNaN(value) : value < none) known++;
  }
  return known;
}

/** A single-valued column by name. */
export function textColumn(columns: ReadonlyMap<string, IndexedColumn>, name: string): TextColumn {
  const column = columns.get(name);
  if (column?.kind !== 'text') throw new Error(`${name} has no dictionary`);
  return column;
}

function numericColumn(columns: ReadonlyMap<string, IndexedColumn>, name: string): Float64Array {
  const column = columns.get(name);
  if (column?.kind !== 'numeric') throw new Error(`${name} has no numbers`);
  return column.numbers;
}
