/** The vocabulary of datasets: checks, statistics, filters, what the search finds. */
import type {Column, Columns} from './columns.ts';
import type {Source} from './source.ts';

export type Severity = 'ERROR' | 'WARN' | 'INFO';

/** A rule over a whole dataset. ERROR keeps the old build, WARN is published with the data, INFO is noted. */
export interface Check {
  name: string;
  severity: Severity;
  /** Boolean SQL over the aggregated dataset, e.g. `count(*) FILTER (WHERE vendor IS NULL) <= 0.002 * count(*)`; `$as_of` is the data date. */
  sql: string;
  /** Why the rule and its threshold stand as they do. */
  reason: string;
}

/** One dimension of the statistics. */
export interface Grouping {
  /** SQL expression over the dataset's columns (alias `r`) and `join`; null becomes `Unknown`. */
  sql: string;
  /** The expression gives a list: a record counts once in each of its different items, an empty list in `Unknown`. */
  list?: true;
  join?: string;
  /** Groups stand by their value descending (`Unknown` last) instead of by sum. */
  chronological?: true;
  bilingual?: true;
}

/**
 * How a column may be filtered, which is what the index prepares. `exact`: one or several values, a flag. `partial`:
 * one value, and any part of the folded text. `range`: inclusive bounds.
 */
export type Filter = 'exact' | 'partial' | 'range';

export interface Dataset {
  name: string;
  title: string;
  help: string;
  /** Column that identifies a record. Hashed ids carry `prefix`; without one it is a field of the layouts, as published. */
  id: {column: string; prefix: string};
  columns: Columns;
  /** Default order, also the order of the Parquet: `date` descending, nulls last, id ascending. */
  sort: {default: string; keys: Record<string, string>};
  /** Columns that may be filtered. */
  filters: Record<string, Filter>;
  /** Columns whose words are searched together, terms in any order. */
  search?: readonly string[];
  /** How its records stand in the search over all datasets; absent: they are not searched there. */
  globalSearch?: GlobalSearch;
  /**
   * Columns of WGS 84 degrees at which a record stands, null together: searches by distance find it there. `distance`
   * is the field that items have only then, behind all others; `distance` is also a sort key then.
   */
  point?: {lat: string; lng: string; distance: {name: string; column: Column}};
  /**
   * Records are areas that a point is looked up in: the column of the geometry, that of the area in square metres, and
   * those that decide between equal areas, in this order; `within`: the column whose value may restrict the lookup.
   */
  area?: {geometry: string; size: string; tieBreakers: readonly string[]; within: string};
  /** Largest share of records that a source may lose against its last part, where the setting MAX_SHRINK allows more. */
  maxShrink?: number;
  /** Date column whose extent `/sources` and the manifest name; null where there is none. */
  date: string | null;
  /** Named in the specification's list of datasets; others are for analysts only. */
  published: boolean;
  stats?: {groups: Record<string, Grouping>; sum: string | null};
  /** LEFT JOINs that derived columns and groups name; each matches at most one row. */
  joins?: Record<string, string>;
  checks: readonly Check[];
  sources: readonly Source[];
  /** A dataset without sources of its own: the rows of another one for which `where` (SQL, alias `r`) holds. */
  view?: {of: string; where: string};
  /** What the earlier versions of a record leave behind; see Source.versions. */
  versions?: {
    /** Columns that the first version gives; the last version gives all others. */
    fromOriginal: readonly string[];
    /** SQL by column over the record as it stands otherwise, alias `rec`. */
    computed: Record<string, string>;
    /** Fields of the items of `amendments`: SQL over one earlier version, alias `v`. */
    amendments?: Record<string, string>;
  };
}

/** How the search over all datasets (specification 7.1) finds and names the records of a dataset or entity. */
export interface GlobalSearch {
  /** Columns whose words are searched together. */
  columns: readonly string[];
  /** SQL over the columns (alias `r`) and `join`: the label; null where all of its parts are. */
  label: {sql: string; join?: string; bilingual?: true};
  /** Column that the newest results come first by, as text: that of the default order; absent: there is none. */
  date?: string;
}
