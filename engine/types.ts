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
} as const;

export type Operator = keyof typeof OPERATORS;

/**
 * Any one of the columns may match. Texts come folded, but the items of `in` as they are stored; dates as
 * `YYYY-MM-DD`, timestamps as `YYYY-MM-DDTHH:MM:SS`, numbers as decimal text of any length.
 */
export interface Condition {
  op: Operator;
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
  /** A key of the dataset's `sort.keys`. */
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
export interface WholeFile {
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
  /** The dataset as one Parquet file in its default order. */
  wholeFile(dataset: string): WholeFile;
  close(): Promise<void>;
}
