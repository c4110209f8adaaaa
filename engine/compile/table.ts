/** Compiles one table: its rows in default order, and an index over their columns. */
import {join} from 'node:path';
import {type IndexEntry, inBuild} from '../../builds/artefacts.ts';
import {type Group, wholeOf, writeGroup, writeGroupAggregates} from '../columns/groups_writer.ts';
import {writeMultivalueColumn} from '../columns/multivalue_writer.ts';
import {exceedsExactRange, packNumbers, packOrdinals} from '../columns/packed_arrays.ts';
import {writeIds} from '../columns/row_ids.ts';
import {keysOfNumbers, keysOfOrdinals, sortRows} from '../columns/sort_rows.ts';
import {IndexWriter} from '../file/index_file.ts';
import {pairsByRow, writePostings} from '../file/postings.ts';
import {SECTIONS, type TableMetadata} from '../file/section_names.ts';
import {type ColumnLayout, isDerived, type TableLayout} from '../file/table_layout.ts';
import {type PointColumn, writePoints} from '../geo/points/write.ts';
import {writePolygons} from '../geo/polygons/write.ts';
import {RowWriter} from '../rows/writer.ts';
import {writeSearchFile} from '../search/write.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {countByFile} from '../sql/count_by_file.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {writeEntityNames} from '../text/entity_names.ts';
import {writeTermDictionary} from '../text/term_dictionary_writer.ts';
import {collectGarbage} from './collect_garbage.ts';
import {type IndexedColumns, knownRows, type ScannedTable, scanTable, textColumn} from './table_scan.ts';

/** The entry of a table in the manifest, but for its key. */
export type CompiledEntry = Omit<IndexEntry, 'key'>;

/** What the views of a table need of it. */
export interface Compiled {
  layout: TableLayout;
  order: RowOrder;
  metadata: TableMetadata;
  groups: Group[];
  /** The summed column of the statistics; null where there is none or sums would be inexact. */
  summed: Float64Array | null;
  /** Row ids by sort key, but for the default one. */
  orders: Map<string, Uint32Array>;
  entry: CompiledEntry;
}

/** The table that is being compiled, behind its scan. */
interface Target {
  db: CompileDb;
  layout: TableLayout;
  scanned: ScannedTable;
  index: IndexWriter;
}

/**
 * Writes `<name>.idx`, `.values`, `.items` and `.details` into `folder`; also `.found` where the search over
 * all datasets covers the table or its rows are found by words.
 */
export async function compileTable(db: CompileDb, layout: TableLayout, folder: string): Promise<Compiled> {
  const {name} = layout.declaration;
  const path = (extension: string) => join(folder, `${name}.${extension}`);
  const counts = await countByFile(db, name);
  const rowsByFile = Array.from(
    {length: Math.max(-1, ...counts.keys()) + 1},
    (_, file) => counts.get(file) ?? 0,
  );
  const paths = {values: path('values'), rows: path('spill'), tokens: path('found.spill')};
  const scanned = await scanTable(db, layout, rowsByFile, paths);
  const {rows} = scanned.order;
  const opened: {abandon(): void}[] = [];
  const opening = <T extends {abandon(): void}>(writer: T): T => {
    opened.push(writer);
    return writer;
  };
  const open = () => ({
    index: opening(new IndexWriter(path('idx'))),
    items: opening(new RowWriter('items', path('items'), rows)),
    details: opening(new RowWriter('details', path('details'), rows)),
  });
  try {
    collectGarbage(rows);
    const {index, ...parts} = storeRows(scanned, open);
    return await writeSections({db, layout, scanned, index}, parts, path('found'));
  } catch (error) {
    for (const writer of opened) writer.abandon();
    throw error;
  } finally {
    scanned.search?.tokens.close();
  }
}

/** The two files of stored rows. */
interface RowParts {
  items: RowWriter;
  details: RowWriter;
}

const NO_TEXT = new Uint8Array();

/** Brings the encoded rows into their order in the files that are opened for them, which it returns. */
function storeRows<T extends RowParts>({spill, order, search}: ScannedTable, open: () => T): T {
  try {
    const files = open();
    spill.read(order, ([head, rest, text = NO_TEXT]) => {
      files.items.write(head!);
      files.details.write(rest!);
      search?.tokens.add(text);
    });
    return files;
  } finally {
    spill.close();
  }
}

/**
 * Writes all sections; their order in the file is the order of these calls. `search` is the path of the
 * search file.
 */
async function writeSections(target: Target, parts: RowParts, searchPath: string): Promise<Compiled> {
  const {db, layout, scanned, index} = target;
  const {declaration} = layout;
  const {order, byId, columns, groups, values, search, point} = scanned;
  const id_prefix = writeIds(index, scanned.ids, {order, byId, textsStay: layout.idsStay});
  const items = parts.items.finish(index);
  const details = parts.details.finish(index);
  for (const column of layout.columns) await writeColumn(target, column);
  if (point) writePoints(index, point.lats, point.lngs, pointColumns(layout, columns));
  const layers =
    !isDerived(declaration) && declaration.area
      ? await writePolygons(db, {...declaration, area: declaration.area}, order, index)
      : null;
  if (isDerived(declaration) && layout.named) await writeEntityNames(db, index, declaration, order);
  const {summed, wide_sums} = writeGroups(target);
  const orders = writeOrders(target);
  const found = search && (await writeSearchFile(db, layout, search, {order, byId}, index, searchPath));
  const metadata: TableMetadata = {
    rows: order.rows,
    base: null,
    id_prefix,
    known: countKnown(layout, columns),
    wide_sums,
    whole: wholeOf(summed, byId),
    ...(layers ? {layers} : {}),
  };
  const {name} = declaration;
  const entry: CompiledEntry = {
    index: {path: inBuild.index(name), ...index.finish(name, metadata)},
    values: {path: inBuild.values(name), ...values},
    items: {path: inBuild.items(name), ...items},
    details: {path: inBuild.details(name), ...details},
    ...(found && {found: {path: inBuild.search(name), ...found}}),
  };
  return {layout, order, metadata, groups, summed, orders, entry};
}

/** Writes the rows in descending order of every sort key but the default one; returns them. */
function writeOrders({layout, scanned: {columns, byId}, index}: Target): Map<string, Uint32Array> {
  const orders = new Map<string, Uint32Array>();
  for (const {key, column: name} of layout.orders.slice(1)) {
    const column = columns.get(name);
    if (!column || column.kind === 'multivalue')
      throw new Error(`rows are sorted by ${name}, which has no value of its own in each`);
    const keys =
      column.kind === 'numeric'
        ? keysOfNumbers(column.numbers, 'desc')
        : keysOfOrdinals(column.ordinals, column.dictionary.count, 'desc');
    const rows = sortRows(keys, byId);
    index.write(SECTIONS.order(key), rows);
    orders.set(key, rows);
  }
  return orders;
}

/** Single-valued columns that rows are filtered by. */
const pointColumns = ({columns: all}: TableLayout, columns: IndexedColumns): PointColumn[] =>
  all
    .filter(({kind, postings}) => kind === 'text' && postings)
    .map(({name}) => {
      const {dictionary, ordinals} = textColumn(columns, name);
      return {name, ordinals, count: dictionary.count};
    });

async function writeColumn(
  {db, layout, scanned: {order, columns}, index}: Target,
  columnLayout: ColumnLayout,
): Promise<void> {
  const {name, postings, partial, listsStay, values: keepValues} = columnLayout;
  const column = columns.get(name);
  if (!column) throw new Error(`${layout.declaration.name}.${name} was not scanned`);
  if (column.kind === 'numeric') {
    index.write(SECTIONS.numbers(name), packNumbers(column.numbers));
    return;
  }
  const {values, folded, count} = column.dictionary;
  if (keepValues) {
    index.write(SECTIONS.values(name), values.bytes);
    index.write(SECTIONS.value_offsets(name), values.offsets);
  }
  writeTermDictionary(index, SECTIONS.column(name), folded, partial, listsStay ? 'lists' : 'nothing');
  if (column.kind === 'multivalue') {
    await writeMultivalueColumn(db, layout, order, index, columnLayout, column.dictionary);
    return;
  }
  const {ordinals} = column;
  index.write(SECTIONS.ordinals(name), packOrdinals(ordinals, count));
  if (postings) writePostings(index, SECTIONS.column(name), count, pairsByRow(ordinals, count));
}

/** Writes the groupings; aggregates only where sums are exact. */
function writeGroups({layout: {declaration}, scanned: {groups, summed, byId}, index}: Target): {
  summed: Float64Array | null;
  wide_sums: string[];
} {
  const sum = isDerived(declaration) ? null : (declaration.stats?.sum ?? null);
  const inexact = summed !== null && exceedsExactRange(summed);
  for (const group of groups) {
    writeGroup(index, group);
    if (!inexact) writeGroupAggregates(index, group, summed, byId);
  }
  return {summed: inexact ? null : summed, wide_sums: inexact && sum !== null ? [sum] : []};
}

/** Number of rows whose key is not null, by sort key. */
function countKnown(layout: TableLayout, columns: IndexedColumns): Record<string, number> {
  const known: Record<string, number> = {};
  for (const {key, column} of layout.orders) {
    known[key] = knownRows(columns.get(column));
  }
  return known;
}
