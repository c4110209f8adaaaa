/** The interface of the engine: every query and its answer. No HTTP, no SQL. */
import type {Json} from '../datasets/types.ts';
import type {BuildInfo} from './build_info.ts';
import type {Condition, Lines, Near, Position} from './conditions.ts';
import type {
  Bounds,
  BoxPage,
  BoxQuery,
  ShapeQuery,
  Tile,
  TileQuery,
  TileShapes,
  Zone,
  ZoneQuery,
} from './map_types.ts';

export * from './build_info.ts';
export * from './conditions.ts';
export * from './map_types.ts';

/** One page of the records of a dataset or derived entity. `after` overrides `offset`. */
export interface ListQuery {
  dataset: string;
  where: readonly Condition[];
  /** Appends the distance in kilometres, rounded to metres, as the field that `Dataset.point` names. */
  near?: Near | undefined;
  /** Appends the coordinates, as the columns that `Dataset.point` names, before the distance. */
  points?: boolean | undefined;
  /** Items have the detail fields of single records. */
  details?: boolean | undefined;
  /** A key of the dataset's `sort.keys`; with `near` also DISTANCE. */
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  after?: Position | undefined;
  /**
   * Queries with the same object evaluate their conditions once: their rows are kept for as long as anybody
   * holds it.
   */
  walk?: object | undefined;
  /**
   * With a walk whose queries have some of the same conditions each: the rows of each condition are kept, and
   * intersected.
   */
  apart?: boolean | undefined;
}

/** Most groups of the second dimension: with pages of 200 groups an answer has at most 8,000 cells. */
export const MAX_SECOND_GROUPS = 40;

/** What groups are ordered by: their sum, their number of records, or their value. */
export const GROUP_SORTS = ['sum', 'count', 'label'] as const;
export type GroupSort = (typeof GROUP_SORTS)[number];

/**
 * One page of groups: by sum descending, then count descending, then value; chronological groups newest
 * first. Groups without a sum come after those with one. With a second dimension each group has a row for
 * each of its first MAX_SECOND_GROUPS groups, always in that order, that has records.
 */
export interface StatsQuery {
  dataset: string;
  where: readonly Condition[];
  near?: Near | undefined;
  group_by: string;
  /** The second dimension, another one. */
  then_by?: string | undefined;
  /** Rows have the median of the amounts that are not null; needs a dataset with sums. */
  median?: boolean | undefined;
  /**
   * Another order of the first dimension. Equal sums go by count descending, equal counts by value ascending,
   * in both directions; groups without a sum, and of values UNKNOWN_GROUP, are last in both.
   */
  sort?: GroupSort | undefined;
  /** Descending, but for `label`, which ascends; without `sort` the direction of the usual key. */
  order?: 'asc' | 'desc' | undefined;
  /** Groups of the first dimension. */
  limit: number;
  offset: number;
  after?: {sum: string | null; count: number; value: string} | undefined;
  /** As in `ListQuery`. */
  walk?: object | undefined;
}

/**
 * Counts the values of some columns over the rows that match; each column without the conditions on itself.
 */
export interface FacetsQuery {
  dataset: string;
  where: readonly Condition[];
  near?: Near | undefined;
  /** Columns that the dataset declares as facets. */
  columns: readonly string[];
  /** As in `ListQuery`. */
  walk?: object | undefined;
}

/** Most values of one facet. */
export const MAX_FACET_VALUES = 20;

/** A value as published, and the number of rows that have it. */
export interface ValueCount {
  value: string;
  count: number;
}

/** Values of a column. */
export interface Values {
  /** Number of different values. */
  total: number;
  values: ValueCount[];
}

/** The different values of a column that contain a folded text; an empty text is in every value. */
export interface ValuesQuery {
  dataset: string;
  /** A facet of the dataset. */
  column: string;
  text: string;
  limit: number;
}

/** Fields in declared order; money and numbers are numbers, dates and timestamps text. */
export type Row = Record<string, Json>;

export interface Page {
  total: number;
  items: Lines;
  /** Position of the last item; null for an empty page. */
  last: Position | null;
}

/**
 * Thrown where a file of the build holds other bytes than were written; the message names file and remedy.
 */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Thrown where the queries of one request take more processor time than they have. */
export class TooExpensive extends Error {
  override name = 'TooExpensive';
}

/**
 * How a name was found: the steps of its resolution, in order. `key` is a rule of the entity, like that of
 * vendors.
 */
export const MATCHED_BY = ['name', 'spelling', 'key', 'acronym', 'beginning', 'part'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

/** Most other candidates of a name. */
export const MAX_SIMILAR = 10;

/** Another entity that a beginning or a part of a name fits, with its number of records. */
export interface Similar {
  name: string;
  count: number;
}

/** The profile that a name resolves to. */
export interface Profile {
  /** The next call may overwrite it. */
  json: Buffer;
  matched_by: MatchedBy;
  /** In default order, each the first of its spelling; empty unless found by `beginning` or `part`. */
  similar: Similar[];
}

/** A file of a build to serve as it is. */
export interface BuildFile {
  /** Absolute. */
  path: string;
  bytes: number;
  sha256: string;
  /** Counts such files of the build, from 0. */
  number: number;
  /** Compares it with its hash, once a build; rejects with DamagedFile. */
  check(): Promise<void>;
}

/** `rows` have `then_by` and `then_value`, and `median_value`, after all others where they were asked for. */
export interface StatsPage {
  /** Groups of the first dimension. */
  total: number;
  /** Those on the page. */
  groups: number;
  /**
   * Over all records that match, each once: exact sum, null without a value, and records with one; null where
   * nothing is summed.
   */
  sum_value: number | null;
  value_count: number | null;
  /** Groups of the second dimension, more than which may have rows; absent without one. */
  then_total?: number;
  rows: Row[];
  last: {sum: string | null; count: number; value: string} | null;
}

/** The lifecycle of one solicitation number. */
export interface Lifecycle {
  solicitation_number: string;
  tender: Row | null;
  tenders: Row[];
  awards: Row[];
  contracts: Row[];
  summary: Row;
}

/** The search over all datasets: folded text, and the number of results per group. */
export interface SearchQuery {
  text: string;
  limit: number;
  /**
   * Suggests labels in which every term begins a word, and nothing else: each once for a dataset, as its
   * first record there. Totals count labels.
   */
  prefix?: boolean | undefined;
  /**
   * The wider search: words of a text with a digit are looked for in numbers, too (`widerColumns`), and
   * groups tell the matches of each dataset. Not with `prefix`.
   */
  wider?: boolean | undefined;
  /** With `wider`: the folded number of a bill that the whole text means, all of whose bills match. */
  bill?: string | undefined;
}

export interface Hit {
  dataset: string;
  record_id: string;
  /** Empty for a record without a name. */
  label: string;
}

/** A word that is nowhere, folded. */
export interface NearWordsQuery {
  text: string;
  limit: number;
}

/**
 * A word of labels that begins at a letter or digit behind another sign, edits of bytes to it, and the labels
 * that have it.
 */
export interface NearWord {
  word: string;
  edits: number;
  labels: number;
}

/** One group of the search; groups come in the declared order. */
export interface Hits {
  group: string;
  total: number;
  results: Hit[];
  /** The matches of each dataset of the group; only of the wider search. */
  datasets?: {dataset: string; total: number}[];
}

/** Group of the rows without a value; last where groups are chronological. */
export const UNKNOWN_GROUP = 'Unknown';

/**
 * Some records of a dataset, named by ids: of those that it does not have nothing is true. Valid while the build
 * is open.
 */
export interface AmongRecords {
  /** Places of those that the dataset has among the ids, in default order. */
  order(): Uint32Array;
  /**
   * Which of them match as the list of the dataset does: bit `place & 31` of word `place >>> 5`. The next call
   * may overwrite it.
   */
  matching(where: readonly Condition[], near: Near | undefined): Uint32Array;
}

/**
 * One opened build. Methods may be called concurrently; `close` waits for calls in flight. A dataset, column,
 * sort key or grouping that is not declared throws, and a damaged file throws DamagedFile.
 */
export interface Engine {
  info: BuildInfo;
  list(query: ListQuery): Page;
  /** For many questions about the same records of a dataset. Of equal ids the last counts. */
  among(dataset: string, ids: readonly string[]): AmongRecords;
  /** JSON of a record with its detail fields, or null. */
  detail(dataset: string, id: string): Buffer | null;
  stats(query: StatsQuery): StatsPage;
  /** The profile of the entity that `name` resolves to, or null. */
  profile(entity: string, name: string): Profile | null;
  /** Rows linked by a folded solicitation number, or null if there are none. */
  lifecycle(solicitation: string): Lifecycle | null;
  search(query: SearchQuery): Hits[];
  /**
   * Words of the labels that the search finds, one error from a text, else two behind the same first letter;
   * at most `limit`.
   */
  nearWords(query: NearWordsQuery): NearWord[];
  /**
   * By column, in the order asked: its most frequent values, by count descending, then folded value, then
   * value.
   */
  facets(query: FacetsQuery): Values[];
  /** Those that begin with the text come first; then by count descending, folded value and value. */
  values(query: ValuesQuery): Values;
  /** The polygon that a point belongs to, or null. */
  zone(query: ZoneQuery): Zone | null;
  /** Counts or points of a tile. Throws for a dataset without points. */
  tile(query: TileQuery): Tile;
  /** The first rows of a box, and how many it has. Throws for a dataset without points and areas. */
  box(query: BoxQuery): BoxPage;
  /** The box around all places of a dataset; null without places. */
  bounds(dataset: string): Bounds | null;
  /** The areas of a tile, cut and simplified. Throws for a dataset without areas. */
  shapes(query: ShapeQuery): TileShapes[];
  /**
   * The file at a path in the build, of the manifest and what it lists below `parquet/`, `export/`, `changes/` and `rows/`; null
   * for any other path.
   */
  file(path: string): BuildFile | null;
  /**
   * Runs `work`, whose queries together have the processor time that the engine was opened with; a longer one
   * throws TooExpensive. Queries outside of it take as long as they take.
   */
  within<T>(work: () => T): T;
  /** Gives back the memory that it works in, until the next query: for threads that have nothing to do. */
  rest(): void;
  close(): Promise<void>;
}
