/** Scans a table: stores its rows, and gives its columns, groups and ids in the order of the rows. */
import {
  type CollectedColumn,
  type NumericColumn,
  ordinalsByPosition,
  ordinalsByRowId,
} from '../columns/collected_columns.ts';
import type {CollectedDictionary, Dictionary} from '../columns/dictionary.ts';
import type {Group} from '../columns/groups_writer.ts';
import {createListDictionary, type TableDictionary} from '../columns/list_dictionary.ts';
import {ordinalsByRow} from '../columns/multivalue_writer.ts';
import {positionsById, type RowIds} from '../columns/row_ids.ts';
import {keysOfNumbers, keysOfOrdinals, sortRows} from '../columns/sort_rows.ts';
import {unitOf} from '../columns/units.ts';
import type {WrittenFile} from '../file/index_file.ts';
import {sharedU32} from '../file/shared_arrays.ts';
import {isDerived, type TableLayout} from '../file/table_layout.ts';
import {writeValuesFile} from '../rows/values_file.ts';
import {prepareSearchScan, type SearchedTable, type SearchScan, TokenScan} from '../search/write.ts';
import {type Expression, expression} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {groupSql} from '../sql/grouping.ts';
import {orderInPlace, type RowOrder, rowOrder} from '../sql/row_order.ts';
import {UNKNOWN_GROUP} from '../types.ts';
import {collectGarbage} from './collect_garbage.ts';
import {Collector} from './collector.ts';
import {type EncodedRows, type RowFiles, scanRows} from './row_scan.ts';

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

/** A table whose rows are stored. */
export interface ScannedTable {
  order: RowOrder;
  ids: RowIds;
  /** Row ids in the order of the record ids. */
  byId: Uint32Array;
  columns: Map<string, IndexedColumn>;
  groups: Group[];
  point: {lats: Float64Array; lngs: Float64Array} | null;
  /** The column that the statistics sum. */
  summed: Float64Array | null;
  values: WrittenFile;
  search: SearchedTable | null;
}

/** What is read of a table. */
interface TableScan {
  collector: Collector;
  texts: Map<string, {column: CollectedColumn; keepValues: boolean}>;
  numbers: Map<string, NumericColumn>;
  lists: Map<string, TableDictionary>;
  groups: (ScannedGroup | ListGroup)[];
  point: {lats: NumericColumn; lngs: NumericColumn} | null;
  search: SearchScan | null;
}

interface ScannedGroup {
  name: string;
  column: CollectedColumn;
  chronological: boolean;
}

interface ListGroup {
  name: string;
  list: {read: Expression; dictionary: TableDictionary};
  chronological: boolean;
}

/** What is known of a table before its rows are stored. */
export type ScannedColumns = Pick<ScannedTable, 'columns' | 'order' | 'byId' | 'point'>;
type OnColumns = (scanned: ScannedColumns) => void;

/** Scans the rows and stores them. */
export async function scanTable(
  db: CompileDb,
  layout: TableLayout,
  rowsByFile: readonly number[],
  files: RowFiles & {search: string},
  onColumns: OnColumns,
): Promise<ScannedTable> {
  const scan = await prepareScan(db, layout, rowsByFile);
  const text = scan.search?.text ?? null;
  const encoded = await scanRows(db, layout, rowsByFile, scan.collector, files.spill, text);
  collectGarbage(rowsByFile.reduce((sum, rows) => sum + rows, 0));
  try {
    return await finishScan(db, layout, rowsByFile, scan, encoded, files, onColumns);
  } finally {
    encoded.close();
  }
}

/** Creates the dictionaries of lists, and says what the scan collects. */
async function prepareScan(
  db: CompileDb,
  layout: TableLayout,
  rowsByFile: readonly number[],
): Promise<TableScan> {
  const {declaration, point} = layout;
  const collector = new Collector(
    layout,
    rowsByFile.reduce((sum, count) => sum + count, 0),
  );
  const scan: TableScan = {
    collector,
    texts: new Map(),
    numbers: new Map(),
    lists: new Map(),
    groups: [],
    point: null,
    search: null,
  };
  for (const {name, kind, column, values: keepValues} of layout.columns) {
    const read = expression(declaration, name);
    if (kind === 'numeric') scan.numbers.set(name, collector.number(read, unitOf(column.type).sql(read.sql)));
    else if (kind === 'text')
      scan.texts.set(name, {
        column: collector.text(read),
        keepValues: keepValues || name === layout.globalSearch?.labelColumn,
      });
    else {
      const options = {name, order: 'folded', keepValues} as const;
      scan.lists.set(name, await createListDictionary(db, declaration, read, options));
    }
  }
  if (point) {
    const [lat, lng] = [expression(declaration, point.lat), expression(declaration, point.lng)];
    scan.point = {lats: collector.number(lat, lat.sql), lngs: collector.number(lng, lng.sql)};
  }
  for (const name of layout.groups) scan.groups.push(await prepareGroup(db, layout, collector, name));
  const texts = new Set(scan.texts.keys());
  scan.search = prepareSearchScan(layout, texts, (read) => collector.text(read));
  return scan;
}

async function prepareGroup(
  db: CompileDb,
  {declaration}: TableLayout,
  collector: Collector,
  name: string,
): Promise<ScannedGroup | ListGroup> {
  const grouping = isDerived(declaration) ? undefined : declaration.stats?.groups[name];
  if (!grouping) throw new Error(`${declaration.name} has no group ${name}`);
  const chronological = grouping.chronological === true;
  if (grouping.list !== true) return {name, column: collector.text(grouping), chronological};
  const read: Expression = {sql: groupSql(grouping), join: grouping.join};
  const options = {name: `group_${name}`, order: 'value', keepValues: true} as const;
  return {
    name,
    list: {read, dictionary: await createListDictionary(db, declaration, read, options)},
    chronological,
  };
}

/** A column whose dictionary is made. */
interface Finished {
  column: CollectedColumn;
  dictionary: CollectedDictionary;
}

/** Makes the dictionaries, orders the rows, and brings all that was collected into their order. */
async function finishScan(
  db: CompileDb,
  layout: TableLayout,
  rowsByFile: readonly number[],
  scan: TableScan,
  encoded: EncodedRows,
  files: RowFiles & {search: string},
  onColumns: OnColumns,
): Promise<ScannedTable> {
  const {declaration} = layout;
  const {collector} = scan;
  const finished = new Map<string, Finished>();
  for (const [name, {column, keepValues}] of scan.texts) {
    finished.set(name, {column, dictionary: collector.folded(column, keepValues)});
  }
  const ids = collector.ids();
  const positions = positionsById(ids);
  const order = rowOrder(
    declaration.name,
    sortRows(defaultKeys(layout, scan, finished), positions),
    rowsByFile,
  );
  const columns = new Map<string, IndexedColumn>();
  for (const [name, {column, dictionary}] of finished)
    columns.set(name, {
      kind: 'text',
      dictionary,
      ordinals: ordinalsByRowId(column, dictionary, order),
    });
  const copy = new Float64Array(order.rows);
  for (const {target} of collector.numeric) orderInPlace(target, order, copy);
  for (const [name, {target}] of scan.numbers) columns.set(name, {kind: 'numeric', numbers: target});
  for (const [name, dictionary] of scan.lists) columns.set(name, {kind: 'multivalue', dictionary});
  const groups: Group[] = [];
  for (const group of scan.groups) groups.push(await finishGroup(db, layout, collector, group, order));
  const search = scan.search && finishSearch(layout, scan.search, collector, columns, order, files.search);
  if (!encoded.encoder) throw new Error(`${declaration.name}: its encoder is gone`);
  const values = writeValuesFile(files.values, encoded.encoder);
  collector.forget();
  encoded.encoder = null;
  collectGarbage(order.rows);
  const byId = sharedU32(order.rows);
  for (let i = 0; i < byId.length; i++) byId[i] = order.rowAt[positions[i]!]!;
  const point = scan.point && {lats: scan.point.lats.target, lngs: scan.point.lngs.target};
  onColumns({columns, order, byId, point});
  encoded.merge(order, files, (text) => search?.tokens.add(text));
  if (search && !scan.search?.text) for (let row = 0; row < order.rows; row++) search.tokens.add(NO_TEXT);
  const sum = isDerived(declaration) ? undefined : declaration.stats?.sum;
  return {
    order,
    ids,
    byId,
    columns,
    groups,
    point,
    summed: sum == null ? null : numericColumn(columns, sum),
    values,
    search,
  };
}

const NO_TEXT = new Uint8Array();

function finishSearch(
  {globalSearch}: TableLayout,
  {label, columns: searched}: SearchScan,
  collector: Collector,
  columns: ReadonlyMap<string, IndexedColumn>,
  order: RowOrder,
  path: string,
): SearchedTable {
  const columnOf = (name: string) => {
    const {dictionary, ordinals} = textColumn(columns, name);
    return {folded: dictionary.folded, ordinals};
  };
  const tokens = new TokenScan(searched, columnOf, `${path}.spill`);
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
  collector: Collector,
  group: ScannedGroup | ListGroup,
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
  {numbers}: TableScan,
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
