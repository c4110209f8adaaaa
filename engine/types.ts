/** All that a server may ask of the engine, and what comes back. No HTTP, no SQL. */
import type {Json} from '../datasets/types.ts';

/** What an executor gives: at once from the index, later from a database. */
export type Answer<T> = T | Promise<T>;

/** Operators of filters: the kind of value each takes and the sentence the documents use. */
export const OPERATORS = {
  exact: 'the folded value equals the folded text given',
  partial: 'the folded value contains the folded text given, anywhere',
  terms: 'every term of the folded text occurs inside a word of the searched fields',
  gte: 'at least the bound, inclusive',
  lte: 'at most the bound, inclusive',
  flag: 'the value equals the boolean',
  in: 'the value equals any item of the list',
  geo: 'the great-circle distance from the point is at most the radius, inclusive',
} as const;

export type Operator = keyof typeof OPERATORS;

/** Operators that compare columns with a value; distances are asked for by `Near`. */
export type Comparison = Exclude<Operator, 'geo'>;

/** The sort key by distance, of tables whose rows have a point, in searches that say `near`. */
export const DISTANCE = 'distance';

/**
 * Rows whose point is at most so many metres away, on a sphere (see `engine/geo/sphere.ts`); those without a point never
 * are. Degrees of WGS 84.
 */
export interface Near {
  lat: number;
  lng: number;
  radius_m: number;
}

/**
 * Any one of the columns may match. Texts come folded, but the items of `in` as they are stored; dates as
 * `YYYY-MM-DD`, timestamps as `YYYY-MM-DDTHH:MM:SS`, numbers as decimal text of any length.
 */
export interface Condition {
  op: Comparison;
  columns: readonly string[];
  value: string | boolean | readonly string[];
}

/**
 * Place in a total order: the sort key's value (null last) and the id that breaks ties. Numbers and dates as text; a
 * key that is no value of the sort column's type fails.
 */
export interface Position {
  key: string | null;
  id: string;
}

/** One page of records of a dataset or of a derived entity. `after` wins over `offset`. */
export interface ListQuery {
  dataset: string;
  where: readonly Condition[];
  /** Items then end with the field that `Dataset.point` names: kilometres, rounded to metres. */
  near?: Near | undefined;
  /** Items then have the columns of `Dataset.point` behind their own, before the distance. */
  points?: boolean | undefined;
  /** Items are the single records, with their detail fields. */
  details?: boolean | undefined;
  /** A key of the dataset's `sort.keys`; with `near` also the distance. */
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  after?: Position | undefined;
}

/** One page of groups. Groups stand as the specification 1.13 says. */
export interface StatsQuery {
  dataset: string;
  where: readonly Condition[];
  near?: Near | undefined;
  group_by: string;
  limit: number;
  offset: number;
  after?: {sum: string | null; count: number; value: string} | undefined;
}

/** Fields in the order of the dataset's table; money and numbers as numbers, dates and timestamps as text. */
export type Row = Record<string, Json>;

export interface Page {
  total: number;
  items: Lines;
  /** Position of the last item; null when there is none. */
  last: Position | null;
}

/**
 * Items as JSON texts, each with a line feed behind it: NDJSON as it stands. The bytes may be overwritten by the next
 * call of the engine, so they are to be used or copied before anything else is awaited.
 */
export interface Lines {
  bytes: Buffer;
  count: number;
  /** Offset of the line feed behind each item; only the first `count` numbers count. */
  ends: ArrayLike<number>;
}

/** A file to hand out as it is. */
export interface DatasetFile {
  path: string;
  bytes: number;
}

export interface StatsPage {
  total: number;
  rows: Row[];
  last: {sum: string | null; count: number; value: string} | null;
}

/** The lifecycle of one solicitation number (2.5). */
export interface Lifecycle {
  solicitation_number: string;
  tender: Row | null;
  tenders: Row[];
  awards: Row[];
  contracts: Row[];
  summary: Row;
}

/** The search over all datasets (7.1): `text` folded, at most `most` results of each group. */
export interface SearchQuery {
  text: string;
  most: number;
}

export interface Hit {
  dataset: string;
  record_id: string;
  /** Empty where the record has nothing to be named by. */
  label: string;
}

/** One group of the search; groups come in the declared order. */
export interface Hits {
  group: string;
  total: number;
  results: Hit[];
}

/** A point of which the area is asked for (6.3), in a dataset that declares `area`. Degrees of WGS 84. */
export interface ZoneQuery {
  dataset: string;
  lat: number;
  lng: number;
  /** Only areas with this value in the column that the dataset names. */
  within?: string | undefined;
}

/** The smallest area that contains the point, else the nearest within 150 m. */
export interface Zone {
  /** JSON of its list item; may be overwritten by the next call. */
  item: Buffer;
  match: 'contains' | 'nearest';
  /** To the nearest edge, not rounded; 0 where the area contains the point. */
  distance_m: number;
}

/** Group of the rows without a value; last where groups are chronological. */
export const UNKNOWN_GROUP = 'Unknown';

/** What a build says of itself. */
export interface BuildInfo {
  build_id: string;
  data_as_of: string;
  synthetic: boolean;
  records: Record<string, number>;
}

/**
 * One opened build. Every method may be called while others are under way; `close` lets those finish. What is not
 * asked in the terms of the declarations (a dataset, column, sort key or grouping that no table has) throws.
 */
export interface Engine {
  info: BuildInfo;
  list(query: ListQuery): Answer<Page>;
  /** JSON of a record with its detail fields, or null. */
  detail(dataset: string, id: string): Answer<Buffer | null>;
  stats(query: StatsQuery): Answer<StatsPage>;
  /** JSON of the profile of the entity that `name` resolves to (1.14), or null. */
  profile(entity: string, name: string): Answer<Buffer | null>;
  /** Rows linked by a folded solicitation number, or null when there are none. */
  lifecycle(solicitation: string): Answer<Lifecycle | null>;
  search(query: SearchQuery): Answer<Hits[]>;
  /** The area that a point belongs to, or null. */
  zone(query: ZoneQuery): Answer<Zone | null>;
  /** The dataset as one Parquet file in its default order. */
  datasetFile(dataset: string): DatasetFile;
  close(): Promise<void>;
}
