/** Compiles one table: its rows as JSON in default order, and an index over their columns. */
import {join} from 'node:path';
import {createDictionary, type Dictionary} from '../columns/dictionary_writer.ts';
import {type Group, writeGroup, writeGroupAggregates} from '../columns/groups_writer.ts';
import {writeIds} from '../columns/ids_writer.ts';
import {ordinalsByRow, writeMultivalueColumn} from '../columns/multivalue_writer.ts';
import {exceedsExactRange, packNumbers, packOrdinals} from '../columns/packed_arrays.ts';
import {
  type NumericScanColumn,
  numericColumn,
  ordinalColumn,
  type ScanColumn,
} from '../columns/scan_column.ts';
import {unitOf} from '../columns/units.ts';
import {IndexWriter, type WrittenFile} from '../file/index_file.ts';
import {pairsByRow, writePostings} from '../file/postings.ts';
import {FENCE, SECTIONS, type TableMetadata} from '../file/section_names.ts';
import {type ColumnLayout, isDerived, type TableLayout} from '../file/table_layout.ts';
import {type PointColumn, writePoints} from '../geo/points/write.ts';
import {writePolygons} from '../geo/polygons/write.ts';
import {RowWriter} from '../rows/writer.ts';
import {prepareSearchScan, writeSearchFile} from '../search/write.ts';
import {type Expression, expression} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {groupSql} from '../sql/grouping.ts';
import {countNonNullKeys, orderRows, type RowOrder, rowsById, rowsByKey} from '../sql/row_order.ts';
import {writeEntityNames} from '../text/entity_names.ts';
import {writeRowCounts, writeTermDictionary} from '../text/term_dictionary_writer.ts';
import {writeTokens} from '../text/tokens_writer.ts';
import {type RowFiles, scanTable} from './column_scan.ts';

/** The written files of one table. */
export interface CompiledFiles {
  index: WrittenFile;
  values: WrittenFile;
  items: WrittenFile;
  details: WrittenFile;
  search?: WrittenFile;
}

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
  files: CompiledFiles;
}

interface OutputFiles extends RowFiles {
  index: IndexWriter;
  /** Path. */
  search: string;
}

/** The table that is being compiled. */
interface Target {
  db: CompileDb;
  layout: TableLayout;
  order: RowOrder;
  files: OutputFiles;
}

/**
 * Writes `<name>.idx`, `.values`, `.items` and `.details` into `folder`; also `.found` where the search over all datasets
 * covers the table.
 */
export async function compileTable(db: CompileDb, layout: TableLayout, folder: string): Promise<Compiled> {
  const {name} = layout.declaration;
  const order = await orderRows(db, layout);
  const index = new IndexWriter(join(folder, `${name}.idx`));
  const items = new RowWriter('items', join(folder, `${name}.items`), order.rows);
  const details = new RowWriter('details', join(folder, `${name}.details`), order.rows);
  const files: OutputFiles = {
    spill: join(folder, `${name}.spill`),
    index,
    values: join(folder, `${name}.values`),
    items,
    details,
    search: join(folder, `${name}.found`),
  };
  try {
    return await writeTable({db, layout, order, files});
  } catch (error) {
    index.abandon();
    items.abandon();
    details.abandon();
    throw error;
  }
}

/** Scans the table and writes all sections; their order in the file is the order of these calls. */
async function writeTable(target: Target): Promise<Compiled> {
  const {db, layout, order, files} = target;
  const {declaration} = layout;
  const {index} = files;
  const scan = await prepareScan(target);
  const {values, finishSearch} = await scanRows(target, scan);

  const prefix = isDerived(declaration) ? null : declaration.id.prefix;
  const id_prefix = await writeIds(db, index, order, prefix, await rowsById(db, order));
  const items = files.items.finish(index);
  const details = files.details.finish(index);
  for (const column of layout.columns) await writeColumn(target, scan, column);
  writeSearchedTokens(target, scan);
  writePointSections(target, scan);
  const layers =
    !isDerived(declaration) && declaration.area
      ? await writePolygons(db, {...declaration, area: declaration.area}, order, index)
      : null;
  if (isDerived(declaration) && layout.named) await writeEntityNames(db, index, declaration, order);
  const {summed, wide_sums} = writeGroups(target, scan);
  const orders = await writeSortOrders(target);
  const search = finishSearch && (await finishSearch(index));

  const metadata: TableMetadata = {
    rows: order.rows,
    base: null,
    id_prefix,
    known: await countNonNullKeys(db, layout, order),
    wide_sums,
    ...(layers ? {layers} : {}),
  };
  const written = {index: index.finish(declaration.name, metadata), values, items, details};
  return {
    layout,
    order,
    metadata,
    groups: scan.groups,
    summed,
    orders,
    files: {...written, ...(search ? {search} : {})},
  };
}

/** What is read of a table: the columns of the scan, with their dictionaries. */
interface TableScan {
  columns: Map<string, ScanColumn>;
  dictionaries: Map<string, Dictionary>;
  point: {lats: NumericScanColumn; lngs: NumericScanColumn} | null;
  groups: Group[];
}

/** Creates all dictionaries and allocates the arrays that the scan fills. */
async function prepareScan(target: Target): Promise<TableScan> {
  const {db, layout, order} = target;
  const {declaration, point} = layout;
  const scan: TableScan = {columns: new Map(), dictionaries: new Map(), point: null, groups: []};
  const {columns, dictionaries} = scan;
  const addDictionary = async (name: string, list: boolean, keepValues: boolean): Promise<void> => {
    const read = expression(declaration, name);
    const dictionary = await createDictionary(db, declaration, read, {
      name,
      list,
      order: 'folded',
      keepValues,
    });
    dictionaries.set(name, dictionary);
    if (!list) columns.set(name, ordinalColumn(read, dictionary, order.rows));
  };
  for (const {name, kind, column, values} of layout.columns) {
    if (kind === 'numeric') {
      const read = expression(declaration, name);
      columns.set(name, numericColumn(read, unitOf(column.type).sql(read.sql), order.rows));
    } else await addDictionary(name, kind === 'multivalue', values);
  }
  for (const name of layout.search) if (!columns.has(name)) await addDictionary(name, false, false);
  if (point) {
    const [lat, lng] = [expression(declaration, point.lat), expression(declaration, point.lng)];
    scan.point = {
      lats: numericColumn(lat, lat.sql, order.rows),
      lngs: numericColumn(lng, lng.sql, order.rows),
    };
    columns.set('point latitude', scan.point.lats);
    columns.set('point longitude', scan.point.lngs);
  }
  for (const name of layout.groups) scan.groups.push(await prepareGroup(target, scan, name));
  return scan;
}

async function prepareGroup({db, layout, order}: Target, scan: TableScan, name: string): Promise<Group> {
  const {declaration} = layout;
  const grouping = isDerived(declaration) ? undefined : declaration.stats?.groups[name];
  if (!grouping) throw new Error(`${declaration.name} has no group ${name}`);
  const read: Expression = {sql: groupSql(grouping), join: grouping.join};
  const key = `group_${name}`;
  const list = grouping.list === true;
  const chronological = grouping.chronological === true;
  const dictionary = await createDictionary(db, declaration, read, {
    name: key,
    list,
    order: 'value',
    keepValues: true,
  });
  const {values} = dictionary;
  if (list) {
    return {name, values, chronological, ...(await ordinalsByRow(db, layout, order, read, dictionary))};
  }
  const column = ordinalColumn(read, dictionary, order.rows);
  scan.columns.set(key, column);
  return {name, values, ordinals: column.target, offsets: null, chronological};
}

/** The values file of the rows, and what writes the file of the search over all datasets, or null where it skips the table. */
interface ScannedRows {
  values: WrittenFile;
  finishSearch: ((index: IndexWriter) => Promise<WrittenFile>) | null;
}

/** Scans the rows and writes them. */
async function scanRows(
  {db, layout, order, files}: Target,
  {columns, dictionaries}: TableScan,
): Promise<ScannedRows> {
  const {declaration, globalSearch} = layout;
  if (!globalSearch) {
    const values = await scanTable(db, layout, order, [...columns.values()], files, null);
    return {values, finishSearch: null};
  }
  const spill = `${files.search}.spill`;
  const search = await prepareSearchScan(db, declaration, globalSearch, dictionaries, order, spill);
  const {tokens, labelColumn} = search;
  const text = tokens && {...tokens, onText: (bytes: Uint8Array) => tokens.rows.add(bytes)};
  const values = await scanTable(db, layout, order, [...columns.values(), labelColumn], files, text);
  const finishSearch = async (index: IndexWriter) => {
    const written = await writeSearchFile(db, layout, search, order, index, files.search);
    tokens?.rows.close();
    return written;
  };
  return {values, finishSearch};
}

async function writeColumn(
  {db, layout, order, files: {index}}: Target,
  {columns, dictionaries}: TableScan,
  {name, kind, postings, partial, values: keepValues}: ColumnLayout,
): Promise<void> {
  const target = columns.get(name)?.target;
  if (target instanceof Float64Array) {
    const numbers = packNumbers(target);
    index.write(SECTIONS.numbers(name), numbers);
    if (layout.orders[0]?.column === name) {
      index.write(
        SECTIONS.fences(name),
        numbers.filter((_, row) => row % FENCE === 0),
        true,
      );
    }
    return;
  }
  const dictionary = dictionaries.get(name);
  if (!dictionary) throw new Error(`${layout.declaration.name}.${name} has no dictionary`);
  const {values, folded, count} = dictionary;
  if (keepValues) {
    index.write(SECTIONS.values(name), values.bytes);
    index.write(SECTIONS.value_offsets(name), values.offsets);
  }
  const trigrams = writeTermDictionary(index, SECTIONS.column(name), folded, partial);
  if (kind === 'multivalue') {
    await writeMultivalueColumn(db, layout, order, index, name, dictionary);
  } else if (target) {
    index.write(SECTIONS.ordinals(name), packOrdinals(target, count));
    if (!postings) return;
    const written = writePostings(index, SECTIONS.column(name), count, pairsByRow(target, count));
    if (trigrams) writeRowCounts(index, SECTIONS.column(name), trigrams, written);
  }
}

function writeSearchedTokens({layout, order, files}: Target, {columns, dictionaries}: TableScan): void {
  if (layout.search.length === 0) return;
  const searched = layout.search.map((name) => ({
    folded: dictionaries.get(name)!.folded,
    ordinals: columns.get(name)!.target as Uint32Array,
  }));
  writeTokens(files.index, searched, order.rows);
}

function writePointSections({layout, files}: Target, scan: TableScan): void {
  if (!scan.point) return;
  const {lats, lngs} = scan.point;
  writePoints(files.index, lats.target, lngs.target, pointColumns(layout, scan));
}

/** Single-valued columns that rows are filtered by. */
function pointColumns({columns}: TableLayout, scan: TableScan): PointColumn[] {
  return columns.flatMap(({name, kind, postings}) => {
    const ordinals = scan.columns.get(name)?.target;
    const dictionary = scan.dictionaries.get(name);
    if (kind !== 'text' || !postings || !dictionary || !(ordinals instanceof Uint32Array)) return [];
    return [{name, ordinals, count: dictionary.count}];
  });
}

/** Writes the groupings; aggregates only where sums are exact. */
function writeGroups(
  {layout: {declaration}, files: {index}}: Target,
  {columns, groups}: TableScan,
): {summed: Float64Array | null; wide_sums: string[]} {
  const sum = isDerived(declaration) ? null : (declaration.stats?.sum ?? null);
  const summed = sum === null ? null : (columns.get(sum)!.target as Float64Array);
  const inexact = summed !== null && exceedsExactRange(summed);
  for (const group of groups) {
    writeGroup(index, group);
    if (!inexact) writeGroupAggregates(index, group, summed, null);
  }
  return {summed: inexact ? null : summed, wide_sums: inexact && sum !== null ? [sum] : []};
}

/** Writes the orders of all sort keys but the default one, and returns them. */
async function writeSortOrders({
  db,
  layout,
  order,
  files: {index},
}: Target): Promise<Map<string, Uint32Array>> {
  const orders = new Map<string, Uint32Array>();
  for (const {key} of layout.orders.slice(1)) {
    const rows = await rowsByKey(db, layout, order, key);
    const positions = new Uint32Array(rows.length);
    for (let position = 0; position < rows.length; position++) positions[rows[position]!] = position;
    index.write(SECTIONS.order(key), rows);
    index.write(SECTIONS.position(key), positions);
    orders.set(key, rows);
  }
  return orders;
}
