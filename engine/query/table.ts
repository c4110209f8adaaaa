/** One table of an opened build: its columns, orders and groups as typed arrays over shared memory. */
import {datasetOrEntity} from '../../datasets/index.ts';
import {type IndexedColumn, openColumn} from '../columns/column.ts';
import {type Ids, openIds} from '../columns/ids.ts';
import {openLabels} from '../columns/open_labels.ts';
import {CheckedFile, type SharedFile} from '../file/checked_file.ts';
import {takeAll} from '../file/far_elements.ts';
import {FileSection} from '../file/file_section.ts';
import {openFile, type SourceOf} from '../file/open_file.ts';
import {SECTIONS, type TableMetadata, type TokenFamily} from '../file/section_names.ts';
import type {IndexFile, Section} from '../file/sections.ts';
import {hasExactNames, type TableLayout, tableLayout} from '../file/table_layout.ts';
import {openSections, type Sections} from '../file/typed_sections.ts';
import {Points} from '../geo/points/read.ts';
import {openPolygons, type PolygonLayers} from '../geo/polygons/read.ts';
import {WRAP} from '../rows/offsets.ts';
import type {SharedRows} from '../rows/shared_rows.ts';
import {type RowForm, StoredRows} from '../rows/stored_rows.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {Cache} from '../rowset/cache.ts';
import type {RowSet} from '../rowset/rowset.ts';
import {LabelWords} from '../text/label_words.ts';
import type {Labels} from '../text/labels.ts';
import type {StringArray} from '../text/string_array.ts';
import {TermDictionary} from '../text/term_dictionary.ts';
import {TokenIndex} from '../text/token_index.ts';

/** An order of all rows of a table. */
export interface Order {
  /** Column whose values order the rows. */
  column: IndexedColumn;
  /** Direction of the values as positions ascend. */
  direction: 'asc' | 'desc';
  /** Row by position; null in the default order, where they are the same. */
  rows: Uint32Array | null;
  /** Number of rows with a value; rows without one follow them. */
  valued: number;
}

export interface Group {
  /** Ordinal by row; where rows have several, one row's after the other's. */
  ordinals: Uint8Array | Uint16Array | Uint32Array;
  /** Where the ordinals of each row begin; null where every row has one. */
  offsets: Uint32Array | null;
  values: StringArray;
  chronological: boolean;
  /** Stored statistics of all rows, by ordinal, and the ordinals in the order of the answer. */
  aggregates: {
    counts: Uint32Array;
    sums: Float64Array;
    /** As in `Aggregates`. */
    valued: Uint32Array | null;
    order: Uint32Array;
  } | null;
}

/** The rows of a view, a subset of its base's. */
export interface View {
  rows: Uint32Array;
  bitmap: Bitmap;
  /** By sort key, except the default: the view's rows in that order. */
  orders: Map<string, Uint32Array>;
  /** By sort key: the number of rows with a value. */
  valued: Record<string, number>;
}

/** A search file, whose sections are read on demand. */
export interface SearchFile extends SharedFile {
  sections: Section[];
  /** Byte at which the table of its sections begins. */
  footerAt: number;
}

/** What the search over all datasets needs of a table, beside its tokens. */
export interface SearchIndex {
  labels: Labels;
  /** The words that labels are suggested by. */
  labelWords: LabelWords;
  /** Bitmaps of the rows that belong to a group, for groups of which not all rows are members. */
  members: Map<string, Uint32Array>;
}

export interface Table {
  /** What the thread keeps of earlier queries, of all tables. */
  cache: Cache;
  layout: TableLayout;
  facts: TableMetadata;
  /** Number of rows in the files; a view has fewer. */
  rows: number;
  ids: Ids;
  /** Rows as list items, and whole. */
  items: RowForm;
  details: RowForm;
  columns: Map<string, IndexedColumn>;
  /** The token indexes of its search file; null for a family that it does not have. */
  tokens: Record<TokenFamily, TokenIndex | null>;
  points: Points | null;
  polygons: PolygonLayers | null;
  /** Names of entities: best row by any spelling and by own name. */
  names: {terms: TermDictionary; any: Uint32Array; own: Uint32Array} | null;
  orders: Map<string, Order>;
  groups: Map<string, Group>;
  view: View | null;
  search: SearchIndex | null;
  /** All rows of the table. */
  all: RowSet;
}

/** The points of a table; throws where it has none. */
export function pointsOf({points, layout}: Table): Points {
  if (!points) throw new Error(`rows of ${layout.declaration.name} have no point`);
  return points;
}

/** Opens a table with its own rows. */
export function openTable(
  file: IndexFile<TableMetadata>,
  shared: SharedRows,
  searchFile: SearchFile | null,
  cache = new Cache(file.facts.rows),
  sourceOf: SourceOf = openFile,
): Table {
  const sections = openSections(file, sourceOf);
  const {facts} = file;
  const layout = tableLayout(datasetOrEntity(file.dataset));
  const columns = new Map(layout.columns.map((one) => [one.name, openColumn(sections, one)]));
  const onDisk = searchSections(file, sections, searchFile, sourceOf);
  const tokens: Table['tokens'] = {found: null, further: null};
  const openTokens = (family: TokenFamily): void => {
    tokens[family] = new TokenIndex(sections, onDisk, family, facts.rows, cache, file.dataset);
  };
  let opened: StoredRows | null = null;
  // Each reads a little of its file.
  takeAll([
    () => {
      opened = new StoredRows(sections, shared, WRAP, sourceOf);
    },
    () => layout.foundSearch.length > 0 && openTokens('found'),
    () => (layout.furtherSearch.length > 0 || layout.numbers !== null) && openTokens('further'),
  ]);
  const rows = opened!;
  return {
    cache,
    layout,
    facts,
    rows: facts.rows,
    ids: openIds(sections, facts.id_prefix),
    items: {rows, whole: false},
    details: {rows, whole: true},
    columns,
    tokens,
    points: layout.point ? new Points(sections) : null,
    polygons: facts.layers ? openPolygons(sections, facts.layers) : null,
    names: layout.named
      ? {
          terms: new TermDictionary(sections, SECTIONS.names, !hasExactNames(layout.declaration)),
          any: sections.u32(SECTIONS.names_any),
          own: sections.u32(SECTIONS.names_own),
        }
      : null,
    orders: openOrders(sections, layout, facts, columns),
    groups: new Map(layout.groups.map((name) => [name, openGroup(sections, sections, layout, name)])),
    view: null,
    search: openSearchIndex(sections, onDisk, columns, layout, cache),
    all: {kind: 'range', from: 0, to: facts.rows},
  };
}

/**
 * What reads the sections of a search file, which are compared with their checksums; opens it when the first
 * section is.
 */
function searchSections(
  {path}: IndexFile<TableMetadata>,
  sections: Sections,
  file: SearchFile | null,
  sourceOf: SourceOf,
): (name: string) => FileSection {
  let opened: CheckedFile | null = null;
  return (name) => {
    if (!file) throw new Error(`${path} has no file of the search beside it: run \`make compile\``);
    opened ??= openSearchFile(sections, file, sourceOf);
    const section = file.sections.find((one) => one.name === name);
    if (!section) throw new Error(`${file.path} has no section ${name}: run \`make compile\``);
    return new FileSection(opened, section);
  };
}

function openSearchFile(sections: Sections, file: SearchFile, sourceOf: SourceOf): CheckedFile {
  const checksums = sections.u32(SECTIONS.search.checksums);
  const checked = new CheckedFile(file, checksums, sourceOf(file));
  // The table of its sections was read before.
  checked.check(file.footerAt, file.bytes);
  return checked;
}

function openSearchIndex(
  sections: Sections,
  onDisk: (name: string) => FileSection,
  columns: ReadonlyMap<string, IndexedColumn>,
  {globalSearch, declaration}: TableLayout,
  cache: Cache,
): SearchIndex | null {
  if (!globalSearch) return null;
  const {labelColumn, groups, members} = globalSearch;
  const labels = openLabels(sections, onDisk, labelColumn === null ? null : columns.get(labelColumn)!);
  return {
    labels,
    labelWords: new LabelWords(sections, groups, labels, cache, declaration.name),
    members: new Map(members.map(({group}) => [group, sections.u32(SECTIONS.search.group_bitmap(group))])),
  };
}

/** Opens a view over its base. */
export function openView(
  file: IndexFile<TableMetadata>,
  base: Table,
  baseFile: IndexFile<TableMetadata>,
  sourceOf: SourceOf = openFile,
): Table {
  const sections = openSections(file, sourceOf);
  const layout = tableLayout(datasetOrEntity(file.dataset));
  const rows = sections.u32(SECTIONS.view_rows);
  const keys = layout.orders.slice(1).map(({key}) => key);
  const own = openSections(baseFile, sourceOf);
  const words = sections.u32(SECTIONS.view_bitmap);
  return {
    ...base,
    layout,
    facts: file.facts,
    groups: new Map(layout.groups.map((name) => [name, openGroup(own, sections, layout, name)])),
    view: {
      rows,
      bitmap: new Bitmap(words, true),
      orders: new Map(keys.map((key) => [key, sections.u32(SECTIONS.order(key))])),
      valued: file.facts.known,
    },
    all: {kind: 'array', rows},
  };
}

function openOrders(
  sections: Sections,
  layout: TableLayout,
  facts: TableMetadata,
  columns: Map<string, IndexedColumn>,
): Map<string, Order> {
  return new Map(
    layout.orders.map(({key, column}, i) => {
      const order: Order = {
        column: columns.get(column)!,
        direction: i === 0 ? layout.direction : 'desc',
        rows: i === 0 ? null : sections.u32(SECTIONS.order(key)),
        valued: facts.known[key]!,
      };
      return [key, order];
    }),
  );
}

/** Opens a group: `rows` holds its ordinals and values, `own` the stored statistics of the table or view. */
function openGroup(rows: Sections, own: Sections, layout: TableLayout, name: string): Group {
  const names = SECTIONS.group(name);
  const stats = 'stats' in layout.declaration ? layout.declaration.stats : undefined;
  return {
    ordinals: rows.ordinals(names.ordinals),
    offsets: rows.has(names.ordinal_offsets) ? rows.u32(names.ordinal_offsets) : null,
    values: {bytes: rows.bytes(names.values), offsets: rows.u32(names.value_offsets)},
    chronological: stats?.groups[name]?.chronological === true,
    aggregates: own.has(names.order)
      ? {
          counts: own.u32(names.counts),
          sums: own.f64(names.sums),
          valued: stats?.sum == null ? null : own.u32(names.valued),
          order: own.u32(names.order),
        }
      : null,
  };
}
