/** The vocabulary of entities that are computed from datasets, and of their profiles. */
import type {Column, Columns} from './columns.ts';
import type {Filter, GlobalSearch} from './dataset.ts';

/** A part of a profile that is computed for all entities at once; an answer has the rows of one. */
export interface Section {
  /** `rows`: any number for an entity, none gives the empty list. `object`: one row for every entity. */
  column: Column;
  /**
   * SELECT over the views named like the datasets and entities that gives `_key`, the value of the entity's key
   * column, and every field of `column`, for all entities. A condition on `_key` must reach the tables below it.
   */
  sql: string;
  /** ORDER BY terms over the fields; rows that are alike in them stand by all their fields. */
  order?: string;
  /** Most rows of one entity; the first in that order. */
  limit?: number;
}

/**
 * Other entities, in the default order, whose column `contains` contains the text asked for (both folded), or whose
 * column `same` equals the one of the entity itself and is not empty.
 */
export interface Related {
  name: string;
  /** Of type `rows`; its fields are columns of the entity. */
  column: Column;
  contains: string;
  same: string;
  limit: number;
}

/** An entity made of records, computed from the datasets at build time. */
export interface Derived {
  name: string;
  title: string;
  help: string;
  /** Named in the specification's list of datasets: exported and counted as one. */
  published?: true;
  columns: Columns;
  /** Name column (unique, the tie of every order) and the column that ranks namesakes. */
  key: {column: string; rank: string};
  sort: {default: string; keys: Record<string, string>};
  /** As of a dataset. */
  filters: Record<string, Filter>;
  search?: readonly string[];
  globalSearch?: GlobalSearch;
  /** SELECT giving every stored column, over the views named like the datasets. `manifest`: rows are the sources. */
  sql: string | 'manifest';
  /**
   * Spellings that find the entity (1.14): SELECT giving `name`, `entity` (value of the key column) and `known`, the
   * folded text that step 1 compares; null where the entity has no profile.
   */
  names: string | null;
  /**
   * Only the first step of the resolution is taken: a name that is no known name finds nothing.
   */
  exactNamesOnly?: true;
  /**
   * Step 1 also finds the entities whose `column` equals what the rule makes of the text asked for, unless that is
   * empty; tried after the known names.
   */
  derivedName?: {column: string; rule: 'vendor_key'};
  /** Parts of the profile that are read from other tables. */
  sections: Record<string, Section>;
  /** Other entities that the profile names, by the text asked for; the last field of the profile. */
  related?: Related;
  /**
   * How records were linked to others: SELECT giving `link` (of what to what), `rule` and `count` for the manifest and
   * the report. What was left open is counted there too, the reason in the place of the rule.
   */
  links?: string;
  /**
   * Fields of the profile in the order of the answer: the columns of the list first, in table order, then other
   * columns and `sections`, at last `related`; empty without a profile.
   */
  profile: readonly string[];
}
