/** Compiles one table: its rows in rank order, and an index over their columns. */
import {join} from 'node:path';
import {createDictionary, type Dictionary} from '../columns/dictionary_writer.ts';
import {type Group, writeGroup, writeGroupAggregates} from '../columns/groups_writer.ts';
import {writeIds} from '../columns/ids_writer.ts';
import {ordinalsByRow, writeMultivalueColumn} from '../columns/multivalue_writer.ts';
import {exceedsExactRange, packNumbers, packOrdinals} from '../columns/packed_arrays.ts';
import {numericColumn, ordinalColumn, type ScanColumn} from '../columns/scan_column.ts';
import {unitOf} from '../columns/units.ts';
import {IndexWriter, type WrittenFile} from '../file/index_file.ts';
import {pairsByRow, writePostings} from '../file/postings.ts';
import type {TableMetadata} from '../file/section_names.ts';
import {SECTIONS} from '../file/section_names.ts';
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
import {writeTermDictionary} from '../text/term_dictionary_writer.ts';
import {writeTokens} from '../text/tokens_writer.ts';
import {type LineFiles, readRows} from './column_scan.ts';

/** Files of one table, relative to the folder they are written to. */
export interface CompiledFiles {
  index: WrittenFile;
  items?: WrittenFile;
  details?: WrittenFile;
  placed?: WrittenFile;
  found?: WrittenFile;
}

/** What views of the table need of it. */
export interface Compiled {
  layout: TableLayout;
  order: RowOrder;
  facts: TableMetadata;
  groups: Group[];
  summed: Float64Array | null;
  /** Ranks by sort key, but for the default one. */
  orders: Map<string, Uint32Array>;
  files: CompiledFiles;
}

/**
 * Writes `<name>.idx`, `.items`, `.details` and, where rows have points, `.placed`, where the search finds them, `.found`
 * into `folder`.
 */
export async function compileTable(shop: CompileDb, plan: TableLayout, folder: string): Promise<Compiled> {
  const {of} = plan;
  const ranks = await orderRows(shop, plan);
  const index = new IndexWriter(join(folder, `${of.name}.idx`));
  const items = new RowWriter('items', join(folder, `${of.name}.items`), ranks.rows);
  const details = new RowWriter('details', join(folder, `${of.name}.details`), ranks.rows);
  try {
    const spill = join(folder, `${of.name}.spill`);
    return await fill(shop, plan, ranks, {
      spill,
      index,
      items,
      details,
      placed: join(folder, `${of.name}.placed`),
      found: join(folder, `${of.name}.found`),
    });
  } catch (error) {
    index.abandon();
    items.abandon();
    details.abandon();
    throw error;
  }
}

interface Files extends LineFiles {
  index: IndexWriter;
  placed: string;
  found: string;
}

async function fill(shop: CompileDb, plan: TableLayout, ranks: RowOrder, files: Files): Promise<Compiled> {
  const {of} = plan;
  const {index} = files;
  const dictionaries = new Map<string, Dictionary>();
  const passes = new Map<string, ScanColumn>();
  for (const {name, kind, column, values: kept} of plan.columns) {
    const read = expression(of, name);
    if (kind === 'numeric') {
      passes.set(name, numericColumn(read, unitOf(column.type).sql(read.sql), ranks.rows));
      continue;
    }
    const dictionary = await createDictionary(shop, of, read, {
      name,
      list: kind === 'multivalue',
      plain: false,
      kept,
    });
    dictionaries.set(name, dictionary);
    if (kind === 'text') passes.set(name, ordinalColumn(read, dictionary, ranks.rows));
  }
  for (const name of plan.search) {
    if (passes.has(name)) continue;
    const read = expression(of, name);
    const dictionary = await createDictionary(shop, of, read, {name, list: false, plain: false, kept: false});
    dictionaries.set(name, dictionary);
    passes.set(name, ordinalColumn(read, dictionary, ranks.rows));
  }
  const {point} = plan;
  const lats = point && numericColumn(expression(of, point.lat), expression(of, point.lat).sql, ranks.rows);
  const lngs = point && numericColumn(expression(of, point.lng), expression(of, point.lng).sql, ranks.rows);
  if (lats) passes.set('point latitude', lats);
  if (lngs) passes.set('point longitude', lngs);
  const groups: Group[] = [];
  for (const name of plan.groups) groups.push(await prepareGroup(shop, plan, name, ranks, passes));
  const found = await readWithFound(shop, plan, ranks, passes, dictionaries, files);

  const id_prefix = await writeIds(shop, index, ranks, isDerived(of) ? null : of.id.prefix);
  index.write(SECTIONS.id_order, await rowsById(shop, ranks));
  const itemsWritten = files.items.finish(index);
  const detailsWritten = files.details.finish(index);
  for (const one of plan.columns) {
    await writeColumn(
      shop,
      plan,
      ranks,
      index,
      one,
      passes.get(one.name)?.target,
      dictionaries.get(one.name),
    );
  }
  if (plan.search.length > 0) {
    const searched = plan.search.map((name) => ({
      folded: dictionaries.get(name)!.folded,
      ordinals: passes.get(name)!.target as Uint32Array,
    }));
    writeTokens(index, searched, ranks.rows);
  }
  let placedWritten: WrittenFile | null = null;
  if (lats && lngs) {
    const byPlace = writePoints(index, lats.target, lngs.target, pointCodes(plan, passes, dictionaries));
    placedWritten = writePlaced(index, files.items, byPlace, files.placed);
  }
  const layers =
    !isDerived(of) && of.area ? await writePolygons(shop, {...of, area: of.area}, ranks, index) : null;
  if (isDerived(of) && plan.named) await writeEntityNames(shop, index, of, ranks);

  const sum = isDerived(of) ? null : (of.stats?.sum ?? null);
  const summed = sum === null ? null : (passes.get(sum)!.target as Float64Array);
  const wide = summed !== null && exceedsExactRange(summed);
  for (const group of groups) {
    writeGroup(index, group);
    if (!wide) writeGroupAggregates(index, group, summed, null);
  }
  const orders = new Map<string, Uint32Array>();
  for (const {key} of plan.orders.slice(1)) {
    const order = await rowsByKey(shop, plan, ranks, key);
    const places = new Uint32Array(order.length);
    for (let place = 0; place < order.length; place++) places[order[place]!] = place;
    index.write(SECTIONS.order(key), order);
    index.write(SECTIONS.position(key), places);
    orders.set(key, order);
  }
  const foundWritten = found && (await found(index));
  const facts: TableMetadata = {
    rows: ranks.rows,
    base: null,
    id_prefix,
    known: await countNonNullKeys(shop, plan, ranks),
    wide_sums: wide && sum !== null ? [sum] : [],
    ...(layers ? {layers} : {}),
  };
  const written = index.finish(of.name, facts);
  return {
    layout: plan,
    order: ranks,
    facts,
    groups,
    summed: wide ? null : summed,
    orders,
    files: {
      index: written,
      items: itemsWritten,
      details: detailsWritten,
      ...(placedWritten ? {placed: placedWritten} : {}),
      ...(foundWritten ? {found: foundWritten} : {}),
    },
  };
}

/** List items once more, in the order of their points: a page of the nearest rows is read in few pieces. */
function writePlaced(index: IndexWriter, items: RowWriter, byPlace: Uint32Array, path: string): WrittenFile {
  const placed = new RowWriter('placed', path, byPlace.length);
  try {
    items.each(byPlace, (line) => placed.write(line));
    return placed.finish(index);
  } catch (error) {
    placed.abandon();
    throw error;
  }
}

/** The columns that rows are filtered by with one value each. */
function pointCodes(
  {columns}: TableLayout,
  passes: ReadonlyMap<string, ScanColumn>,
  dictionaries: ReadonlyMap<string, Dictionary>,
): PointColumn[] {
  return columns.flatMap(({name, kind, postings}) => {
    const codes = passes.get(name)?.target;
    const dictionary = dictionaries.get(name);
    if (kind !== 'text' || !postings || !dictionary || !(codes instanceof Uint32Array)) return [];
    return [{name, ordinals: codes, count: dictionary.count}];
  });
}

/** Reads the rows; gives what writes the file of the search, or null where it does not find them. */
async function readWithFound(
  shop: CompileDb,
  plan: TableLayout,
  ranks: RowOrder,
  passes: Map<string, ScanColumn>,
  dictionaries: ReadonlyMap<string, Dictionary>,
  files: Files,
): Promise<((index: IndexWriter) => Promise<WrittenFile>) | null> {
  const {of, globalSearch: found} = plan;
  if (!found) {
    await readRows(shop, plan, ranks, [...passes.values()], files, null);
    return null;
  }
  const reading = await prepareSearchScan(shop, of, found, dictionaries, ranks, `${files.found}.spill`);
  const {words, pass} = reading;
  const text = words && {...words, textOf: (one: Uint8Array) => words.rows.add(one)};
  await readRows(shop, plan, ranks, [...passes.values(), pass], files, text);
  return async (index) => {
    const written = await writeSearchFile(shop, plan, reading, ranks, index, files.found);
    words?.rows.close();
    return written;
  };
}

async function prepareGroup(
  shop: CompileDb,
  plan: TableLayout,
  name: string,
  ranks: RowOrder,
  passes: Map<string, ScanColumn>,
): Promise<Group> {
  const {of} = plan;
  const grouping = isDerived(of) ? undefined : of.stats?.groups[name];
  if (!grouping) throw new Error(`${of.name} has no group ${name}`);
  const read: Expression = {sql: groupSql(grouping), join: grouping.join};
  const key = `group_${name}`;
  const list = grouping.list === true;
  const chronological = grouping.chronological === true;
  const dictionary = await createDictionary(shop, plan.of, read, {name: key, list, plain: true, kept: true});
  const {values} = dictionary;
  if (list) {
    return {name, values, chronological, ...(await ordinalsByRow(shop, plan, ranks, read, dictionary))};
  }
  const pass = ordinalColumn(read, dictionary, ranks.rows);
  passes.set(key, pass);
  return {name, values, ordinals: pass.target, offsets: null, chronological};
}

async function writeColumn(
  shop: CompileDb,
  plan: TableLayout,
  ranks: RowOrder,
  index: IndexWriter,
  {name, kind, postings, partial, values: kept}: ColumnLayout,
  target: Uint32Array | Float64Array | undefined,
  dictionary: Dictionary | undefined,
): Promise<void> {
  if (target instanceof Float64Array) {
    index.write(SECTIONS.numbers(name), packNumbers(target));
    return;
  }
  if (!dictionary) throw new Error(`${plan.of.name}.${name} has no dictionary`);
  const {values, folded, count} = dictionary;
  if (kept) {
    index.write(SECTIONS.values(name), values.bytes);
    index.write(SECTIONS.value_offsets(name), values.offsets);
  }
  writeTermDictionary(index, SECTIONS.column(name), folded, partial);
  if (kind === 'multivalue') {
    await writeMultivalueColumn(shop, plan, ranks, index, name, dictionary);
  } else if (target) {
    index.write(SECTIONS.ordinals(name), packOrdinals(target, count));
    if (postings) writePostings(index, SECTIONS.column(name), count, pairsByRow(target, count));
  }
}
