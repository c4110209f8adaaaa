/** Derived entities: records computed from datasets at build time, and their profiles. */
import type {Sql} from '../sql_file.ts';
import type {Column, Columns} from './columns.ts';
import type {Filter, GlobalSearch} from './dataset.ts';

/** A section of a profile, computed for all entities at once; an answer holds the rows of one. */
export interface Section {
  /** `rows`: any number per entity, possibly none. `object`: exactly one row per entity. */
  column: Column;
  /**
   * SELECT over the views of datasets and entities that returns `_key`, the entity's key, and every field of
   * `column`. It must let a condition on `_key` be pushed down to its tables.
   */
  sql: Sql;
  /** ORDER BY terms over the fields; ties are broken by all fields. */
  order?: string;
  /** Most rows per entity, the first in that order. */
  limit?: number;
}

/**
 * Other entities, in the default order, whose column `contains` contains the search text (both folded), or
 * whose column `same` equals that of the entity itself and is not empty.
 */
export interface Related {
  name: string;
  /** Of type `rows`; its fields are columns of the entity. */
  column: Column;
  contains: string;
  same: string;
  limit: number;
}

/** An entity computed from the records of datasets. */
export interface Derived {
  name: string;
  title: string;
  help: string;
  /** Exported and counted like a dataset. */
  published?: true;
  /** Not among the counts of `/health`: its rows stand for records that are counted already. */
  uncounted?: true;
  columns: Columns;
  /** The name column (unique, the last tie-breaker of every order) and the column that ranks namesakes. */
  key: {column: string; rank: string};
  sort: {default: string; keys: Record<string, string>};
  filters: Record<string, Filter>;
  /** As of datasets. */
  facets?: readonly string[];
  search?: readonly string[];
  globalSearch?: GlobalSearch;
  /**
   * SELECT of published names, which the pipeline merges into organizations before `sql` runs; `sql` reads the
   * outcome as `resolved_names`.
   */
  resolved?: Sql;
  /**
   * SELECT of every stored column over the views of datasets. `manifest`: the rows are the loaded sources.
   * `log`: they are what changed from build to build, in a file for each dataset.
   */
  sql: Sql | 'manifest' | 'log';
  /**
   * SELECT of the rows that come of each dataset, of which `sql` is the union. Each has a file of its own,
   * which is computed only where that dataset changed or an entity that the SELECT reads.
   */
  byDataset?: Readonly<Record<string, Sql>>;
  /**
   * SELECT of the spellings that resolve to an entity: `name`, `entity` (its key) and `known`, the folded
   * text that the first step of name resolution compares; null if the entity has no profile.
   */
  names: Sql | null;
  /** Only the first step of name resolution applies: an unknown name has no match. */
  exactNamesOnly?: true;
  /**
   * After the known names, the first step also tries entities whose `column` equals the rule's result for the
   * text, unless that is empty.
   */
  derivedName?: {column: string; rule: 'vendor_key'};
  /** Names are those of public bodies: after the first step an acronym gives its body. */
  bodies?: true;
  /** The column of list items that counts the records of an entity; only where a name need not be exact. */
  counted?: string;
  /** Sections of the profile that are read from other tables. */
  sections: Record<string, Section>;
  /** Related entities, the last field of the profile. */
  related?: Related;
  /**
   * SELECT of `link` (from what to what), `rule` and `count` for the manifest and the report. Records left
   * unlinked are counted there too, with the reason instead of the rule.
   */
  links?: Sql;
  /**
   * Fields of the profile in order: list columns in table order, other columns and `sections`, then
   * `related`; empty if the entity has no profile.
   */
  profile: readonly string[];
}
