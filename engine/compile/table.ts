/** Compiles one table: its rows as JSON in default order, and an index over their columns. */
import {join} from 'node:path';
import {type Group, wholeOf, writeGroup, writeGroupAggregates} from '../columns/groups_writer.ts';
import {writeMultivalueColumn} from '../columns/multivalue_writer.ts';
import {exceedsExactRange, packNumbers, packOrdinals} from '../columns/packed_arrays.ts';
import {writeIds} from '../columns/row_ids.ts';
import {IndexWriter, type WrittenFile} from '../file/index_file.ts';
import {pairsByRow, writePostings} from '../file/postings.ts';
import {writeRecorded} from '../file/recorded_sections.ts';
import {SECTIONS, type TableMetadata} from '../file/section_names.ts';
import {type ColumnLayout, isDerived, type TableLayout} from '../file/table_layout.ts';
import {writePolygons} from '../geo/polygons/write.ts';
import {RowWriter} from '../rows/writer.ts';
import {writeSearchFile} from '../search/write.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {writeEntityNames} from '../text/entity_names.ts';
import {writeTermDictionary} from '../text/term_dictionary_writer.ts';
import {collectGarbage} from './collect_garbage.ts';
import {countRows, type RowFiles} from './row_scan.ts';
import type {SectionsBeside} from './section_thread.ts';
import {type IndexedColumn, knownRows, scanTable} from './table_scan.ts';
import {beginTasks} from './table_tasks.ts';

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
  /** Whether processors are free for more threads. */
  isAlone: boolean;
  /** What is made beside the other sections; null before it is begun. */
  beside: SectionsBeside | null;
}

/** The table that is being compiled, behind its scan. */
interface Target {
  db: CompileDb;
  layout: TableLayout;
  order: RowOrder;
  files: OutputFiles;
}

/**
 * Writes `<name>.idx`, `.values`, `.items` and `.details` into `folder`; also `.found` where the search over all datasets
 * covers the table or its rows are found by words. `isAlone`: processors are free for more threads.
 */
export async function compileTable(
  db: CompileDb,
  layout: TableLayout,
  folder: string,
  isAlone: boolean,
): Promise<Compiled> {
  const {name} = layout.declaration;
  const rowsByFile = await countRows(db, layout);
  const rows = rowsByFile.reduce((sum, count) => sum + count, 0);
  const index = new IndexWriter(join(folder, `${name}.idx`));
  const items = new RowWriter('items', join(folder, `${name}.items`), rows);
  const details = new RowWriter('details', join(folder, `${name}.details`), rows);
  const files: OutputFiles = {
    spill: join(folder, `${name}.spill`),
    index,
    values: join(folder, `${name}.values`),
    items,
    details,
    search: join(folder, `${name}.found`),
    beside: null,
    isAlone,
  };
  try {
    return await writeTable(db, layout, rowsByFile, files);
  } catch (error) {
    index.abandon();
    items.abandon();
    details.abandon();
    throw error;
  } finally {
    await files.beside?.close();
  }
}

/** Scans the table and writes all sections; their order in the file is the order of these calls. */
async function writeTable(
  db: CompileDb,
  layout: TableLayout,
  rowsByFile: readonly number[],
  files: OutputFiles,
): Promise<Compiled> {
  const {declaration} = layout;
  const {index} = files;
  const scanned = await scanTable(db, layout, rowsByFile, files, (columns) => {
    files.beside = beginTasks(layout, columns, files.isAlone);
  });
  const beside = files.beside!;
  collectGarbage(scanned.order.rows);
  const {order, byId, columns, groups, values, search, summed: sums} = scanned;
  const target: Target = {db, layout, order, files};

  const id_prefix = writeIds(index, scanned.ids, {order, byId, textsStay: layout.idsStay});
  const items = files.items.finish(index);
  const details = files.details.finish(index);
  for (const column of layout.columns) await writeColumn(target, columns, column);
  writeRecorded(index, await beside.made.points());
  const layers =
    !isDerived(declaration) && declaration.area
      ? await writePolygons(db, {...declaration, area: declaration.area}, order, index)
      : null;
  if (isDerived(declaration) && layout.named) await writeEntityNames(db, index, declaration, order);
  const {summed, wide_sums} = writeGroups(target, groups, sums);
  const orders = await beside.made.orders();
  writeRecorded(index, orders);
  const found = search && (await writeSearchFile(db, layout, search, {order, byId}, index, files.search));
  search?.tokens.close();

  const metadata: TableMetadata = {
    rows: order.rows,
    base: null,
    id_prefix,
    known: countKnown(layout, columns),
    wide_sums,
    whole: wholeOf(summed, null),
    ...(layers ? {layers} : {}),
  };
  const written = {index: index.finish(declaration.name, metadata), values, items, details};
  return {
    layout,
    order,
    metadata,
    groups,
    summed,
    orders: new Map(
      layout.orders
        .slice(1)
        .map(({key}, i): [string, Uint32Array] => [key, orders[i]!.elements as Uint32Array]),
    ),
    files: {...written, ...(found ? {search: found} : {})},
  };
}

async function writeColumn(
  {db, layout, order, files: {index}}: Target,
  columns: ReadonlyMap<string, IndexedColumn>,
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
function writeGroups(
  {layout: {declaration}, files: {index}}: Target,
  groups: readonly Group[],
  summed: Float64Array | null,
): {summed: Float64Array | null; wide_sums: string[]} {
  const sum = isDerived(declaration) ? null : (declaration.stats?.sum ?? null);
  const inexact = summed !== null && exceedsExactRange(summed);
  for (const group of groups) {
    writeGroup(index, group);
    if (!inexact) writeGroupAggregates(index, group, summed, null);
  }
  return {summed: inexact ? null : summed, wide_sums: inexact && sum !== null ? [sum] : []};
}

/** Number of rows whose key is not null, by sort key. */
function countKnown(
  layout: TableLayout,
  columns: ReadonlyMap<string, IndexedColumn>,
): Record<string, number> {
  const known: Record<string, number> = {};
  for (const {key, column} of layout.orders) {
    known[key] = knownRows(columns.get(column));
  }
  return known;
}
