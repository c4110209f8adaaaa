/** One table of an opened build: its columns, orders and groups as typed views over shared memory. */
import {datasetOrEntity} from '../../datasets/index.ts';
import {type IndexedColumn, openColumn} from '../columns/column.ts';
import {type Ids, openIds} from '../columns/ids.ts';
import {FileSection} from '../file/file_section.ts';
import type {IndexFile, Section} from '../file/index_file.ts';
import {openPostings, type Postings} from '../file/postings.ts';
import {SECTIONS, type TableMetadata} from '../file/section_names.ts';
import {type GlobalSearchLayout, type TableLayout, tableLayout} from '../file/table_layout.ts';
import {openSections, type Sections} from '../file/typed_sections.ts';
import {openPoints, type Points} from '../geo/points/read.ts';
import {openPolygons, type PolygonLayers} from '../geo/polygons/read.ts';
import {RowFile} from '../rows/reader.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import type {RowSet} from '../rowset/rowset.ts';
import {DiskTokenIndex} from '../text/disk_token_index.ts';
import {LabelIndex} from '../text/label_index.ts';
import type {StringArray} from '../text/string_array.ts';
import {TermDictionary} from '../text/term_dictionary.ts';

/** An order of all rows of a table. */
export interface Order {
  /** Column whose values order the rows. */
  column: IndexedColumn;
  /** Direction in which the places ascend. */
  direction: 'asc' | 'desc';
  /** Rows by place; null where places are ranks. */
  rows: Uint32Array | null;
  positions: Uint32Array | null;
  /** Rows with a value; those without stand behind them. */
  valued: number;
}

export interface Group {
  /** By rank; where rows have several, one after the other. */
  ordinals: Uint8Array | Uint16Array | Uint32Array;
  /** Where the codes of a rank begin, and one number more; null where every row has one. */
  offsets: Uint32Array | null;
  values: StringArray;
  chronological: boolean;
  /** Statistics of all rows, where they are prepared. */
  aggregates: {counts: Uint32Array; sums: Float64Array; order: Uint32Array} | null;
}

/** The rows of a view among those of its base. */
export interface View {
  rows: Uint32Array;
  bitmap: Bitmap;
  /** By sort key but the default one: the view's rows in that order, and how many have a value. */
  orders: Map<string, Uint32Array>;
  valued: Record<string, number>;
}

/** Words of the searched columns. */
export interface TokenIndex {
  terms: TermDictionary;
  postings: Postings;
  /** Short parts with very many rows: their numbers ascending, rows and bitsets one after the other. */
  wide: {parts: Uint32Array; counts: Uint32Array; bits: Uint32Array};
}

/** A file of sections that stay in it. */
export interface SearchFile {
  path: string;
  fd: number;
  sections: Section[];
}

/** What finds the rows in the search over all datasets, and names them. */
export interface SearchIndex {
  /** Null where the words of the table are those of the search. */
  tokens: DiskTokenIndex | null;
  labels: LabelIndex;
  /** By group in which not all rows count, the bitset of those that do. */
  members: Map<string, FileSection>;
}

export interface Table {
  layout: TableLayout;
  facts: TableMetadata;
  /** Rows of the files; those of a view are fewer. */
  rows: number;
  ids: Ids;
  items: RowFile;
  details: RowFile;
  columns: Map<string, IndexedColumn>;
  tokens: TokenIndex | null;
  points: Points | null;
  /** List items by place of their point. */
  leafItems: RowFile | null;
  polygons: PolygonLayers | null;
  names: {lexicon: TermDictionary; any: Uint32Array; own: Uint32Array} | null;
  orders: Map<string, Order>;
  groups: Map<string, Group>;
  view: View | null;
  search: SearchIndex | null;
  /** All rows of the table. */
  all: RowSet;
}

/** Descriptors of the lines of a table; `placed` only where rows have points. */
export interface RowFileDescriptors {
  items: number;
  details: number;
  placed: number | null;
}

/** Opens a table with rows of its own. */
export function openTable(
  file: IndexFile<TableMetadata>,
  files: RowFileDescriptors,
  found: SearchFile | null,
): Table {
  const sections = openSections(file);
  const {facts} = file;
  const plan = tableLayout(datasetOrEntity(file.dataset));
  const columns = new Map(plan.columns.map((one) => [one.name, openColumn(sections, one)]));
  return {
    layout: plan,
    facts,
    rows: facts.rows,
    ids: openIds(sections, facts.id_prefix),
    items: new RowFile(sections, 'items', files.items),
    details: new RowFile(sections, 'details', files.details),
    columns,
    tokens: plan.search.length > 0 ? openWords(sections) : null,
    points: plan.point ? openPoints(file, sections) : null,
    leafItems: plan.point ? openPlaced(file, sections, files) : null,
    polygons: facts.layers ? openPolygons(sections, facts.layers) : null,
    names: plan.named
      ? {
          lexicon: new TermDictionary(sections, SECTIONS.names, true),
          any: sections.u32(SECTIONS.names_any),
          own: sections.u32(SECTIONS.names_own),
        }
      : null,
    orders: openOrders(sections, plan, facts, columns),
    groups: new Map(plan.groups.map((name) => [name, openGroup(sections, sections, plan, name)])),
    view: null,
    search: plan.globalSearch ? openFound(file, sections, plan.globalSearch, found) : null,
    all: {kind: 'range', from: 0, to: facts.rows},
  };
}

function openPlaced(
  {path}: IndexFile<TableMetadata>,
  sections: Sections,
  {placed}: RowFileDescriptors,
): RowFile {
  if (placed === null) throw new Error(`${path} has no file of placed rows beside it: run \`make compile\``);
  return new RowFile(sections, 'placed', placed);
}

function openFound(
  {path}: IndexFile<TableMetadata>,
  sections: Sections,
  {shared, members}: GlobalSearchLayout,
  file: SearchFile | null,
): SearchIndex {
  if (!file) throw new Error(`${path} has no file of the search beside it: run \`make compile\``);
  const stored = (name: string): FileSection => {
    const section = file.sections.find((one) => one.name === name);
    if (!section) throw new Error(`${file.path} has no section ${name}: run \`make compile\``);
    return new FileSection(file.fd, section);
  };
  return {
    tokens: shared ? null : new DiskTokenIndex(sections, stored),
    labels: new LabelIndex(sections, stored),
    members: new Map(members.map(({group}) => [group, stored(SECTIONS.search.group_bitmap(group))])),
  };
}

function openWords(sections: Sections): TokenIndex {
  const {keys: parts, counts, bitmaps: bits} = SECTIONS.substrings;
  return {
    terms: new TermDictionary(sections, SECTIONS.tokens, true),
    postings: openPostings(sections, SECTIONS.tokens),
    wide: {parts: sections.u32(parts), counts: sections.u32(counts), bits: sections.u32(bits)},
  };
}

/** Opens a view over its base. */
export function openView(
  file: IndexFile<TableMetadata>,
  base: Table,
  baseFile: IndexFile<TableMetadata>,
): Table {
  const sections = openSections(file);
  const plan = tableLayout(datasetOrEntity(file.dataset));
  const ranks = sections.u32(SECTIONS.view_rows);
  const keys = plan.orders.slice(1).map(({key}) => key);
  const own = openSections(baseFile);
  return {
    ...base,
    layout: plan,
    facts: file.facts,
    groups: new Map(plan.groups.map((name) => [name, openGroup(own, sections, plan, name)])),
    view: {
      rows: ranks,
      bitmap: new Bitmap(sections.u32(SECTIONS.view_bitmap), true),
      orders: new Map(keys.map((key) => [key, sections.u32(SECTIONS.order(key))])),
      valued: file.facts.known,
    },
    all: {kind: 'array', rows: ranks},
  };
}

function openOrders(
  sections: Sections,
  plan: TableLayout,
  facts: TableMetadata,
  columns: Map<string, IndexedColumn>,
): Map<string, Order> {
  return new Map(
    plan.orders.map(({key, column}, i) => {
      const order: Order = {
        column: columns.get(column)!,
        direction: i === 0 ? plan.direction : 'desc',
        rows: i === 0 ? null : sections.u32(SECTIONS.order(key)),
        positions: i === 0 ? null : sections.u32(SECTIONS.position(key)),
        valued: facts.known[key]!,
      };
      return [key, order];
    }),
  );
}

/** A group: codes and values stand with the rows, the statistics of all rows with the table or view. */
function openGroup(rows: Sections, own: Sections, plan: TableLayout, name: string): Group {
  const names = SECTIONS.group(name);
  const stats = 'stats' in plan.of ? plan.of.stats : undefined;
  return {
    ordinals: rows.ordinals(names.ordinals),
    offsets: rows.has(names.ordinal_offsets) ? rows.u32(names.ordinal_offsets) : null,
    values: {bytes: rows.bytes(names.values), offsets: rows.u32(names.value_offsets)},
    chronological: stats?.groups[name]?.chronological === true,
    aggregates: own.has(names.order)
      ? {counts: own.u32(names.counts), sums: own.f64(names.sums), order: own.u32(names.order)}
      : null,
  };
}
