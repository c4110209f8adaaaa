/**
 * The vocabulary of routes: a declaration has path, parameters, bounds and answer; all else is compiled from
 * it.
 */
import type {Columns, Dataset} from '../../../datasets/types.ts';
import type {Comparison, Operator} from '../../../engine/types.ts';
import type {UsageGroup} from '../../accounts/usage.ts';
import type {Message} from '../errors.ts';
import type {Format} from './formats.ts';
import type {MetaName} from './meta.ts';

/** Types of parameter values. */
export type ParameterType =
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  /** A day, or a time in UTC. */
  | 'time'
  /** A build, or as `time`. */
  | 'since'
  | 'string'
  | 'set'
  /** Comma list of set values. */
  | 'sets'
  /** `YYYY-YY`. */
  | 'fiscal_year'
  /** Comma list of field names. */
  | 'names'
  /** `lat,lng;lat,lng`: points in degrees, in their order. */
  | 'points'
  | 'cursor';

/** What a column holds of a key: the key, the name that the key encodes, or an id that encodes nothing. */
export type KeyForm = 'key' | 'name' | 'id';

/** A filter by key. */
export interface KeyFilter {
  form: KeyForm;
  /** The filter by parts of the names that the keys tell apart; absent: there is none. */
  of?: string;
  /** Of ids: the entity whose profiles have their names. */
  entity?: string;
}

/** A filter or option of an operation; tables list them in the order in which errors are reported. */
export interface Parameter {
  type: ParameterType;
  help: string;
  /** For filters: the condition that the parameter becomes. */
  op?: Operator;
  columns?: readonly string[];
  /** For `partial`: values are public bodies, which are also found by acronym and by each of their names. */
  bodies?: true;
  /** For `terms`: the columns that are searched instead where the text has a digit. */
  with_numbers?: readonly string[];
  /**
   * For texts: the column of the numbers of bills, one of which the whole text may be
   * (`rules/bill_numbers.ts`).
   */
  bills?: string;
  required?: true;
  /** For required parameters that belong together; the message names them all. */
  together?: readonly string[];
  /** For flags: the value that adds no condition. */
  no_filter_value?: boolean;
  /** For `set`, `sets` and `names`: the canonical values; without them any names are accepted. */
  values?: readonly string[];
  /** For `set`: values that are aliases of others. */
  aliases?: Readonly<Record<string, string>>;
  /** For `set` and `sets`: values beyond the original service, whose messages keep to `values`. */
  further?: readonly string[];
  /** For `sets`, `names` and `points`: most values; for `terms`: most words. */
  most?: number;
  /** For `terms`: most different words of one or two letters that are in no other word. */
  most_short?: number;
  /** For `set`: the message lists the values as `A or B`. */
  choice?: true;
  default?: string;
  /** For `string`: most characters; 200 by default. */
  longest?: number;
  /** For `integer`: smallest accepted value. */
  lowest?: number;
  /** For `integer`: larger values are lowered to this one. */
  highest?: number;
  /** For `number`: values outside are refused. */
  between?: readonly [number, number];
  /** For filters by key. */
  key?: KeyFilter;
  /** For `names`: numbers, which are compared by their letters and digits alone. */
  number?: true;
  /** Links give it: no form asks for it. */
  linked?: true;
  /** True for parameters beyond the original service. */
  added?: true;
  example: string;
}

export type Parameters = Record<string, Parameter>;

/**
 * Integers as numbers, decimals and dates as text, sets as their canonical value, names and points as a list.
 */
export type ParameterValue = string | number | boolean | readonly string[];

export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** Parameters as requests are read by them. */
export interface ParameterTable {
  /** Without a prototype, since requests name them. */
  parameters: Parameters;
  /** In the order in which errors are reported. */
  rows: readonly {name: string; parameter: Parameter; preset: ParameterValue | undefined}[];
  /** Values where nothing is given, in that order. */
  defaults: ParameterValues;
  /** Whether one must be given. */
  requires: boolean;
}

/** A parameter that becomes a condition. */
export interface FilterRule {
  name: string;
  op: Comparison;
  columns: readonly string[];
  parameter: Parameter;
}

/** Heading in the documents; every section except Account is also a usage group. */
export type Section = Capitalize<Exclude<UsageGroup, 'tools' | 'other'>> | 'Account';

interface RouteBase {
  /** Below `/api/v1`; `{name}` matches one segment. */
  path: string;
  section: Section;
  summary: string;
  /** More sentences for the documents. */
  help?: string;
  parameters: Parameters;
  /** True for operations beyond the original service. */
  added?: true;
}

/** One part of a composite id, whose parts are path segments joined by `/`. */
interface IdPart {
  /** The column that holds the part. */
  column: string;
  /** The form that ids have of any text; absent: as it is. */
  form?: 'bill';
}

/**
 * What each kind of route declares. Lists and stats also take `sort_by`, `sort_order`, paging, `format`,
 * `fields` and `lang`.
 */
interface Kinds {
  list: {
    dataset: string;
    limit: number;
    max: number;
    fields?: readonly string[];
    /** Fields of single records that items have besides with `lang=fr`. */
    french?: readonly string[];
    /** Fields of single records that items have besides. */
    more?: readonly string[];
    /** Sort keys that are aliases of others; each is listed before its target. */
    sort_aliases?: Readonly<Record<string, string>>;
    /** Extra members of `meta`. */
    extra_meta?: readonly MetaName[];
    /** The largest `limit` depends on the tier; `max` is the largest of all. */
    tiered?: true;
    /** NDJSON exports hold the fields of single records, unless `fields` selects others. */
    details?: true;
  };
  /** Takes `format`, `detail`, `excel`, `fields` and `lang` besides the filters of the list. */
  export: {
    missing: Message;
    /** The exported list; null if the path names no dataset. */
    list: ListRoute | null;
    /** Records have the fields of single records, instead of those of list items. */
    details: boolean;
    /** All valid names in the path. */
    datasets: readonly string[];
    /** Contracting processes in the form of OCDS: the only parameters are its own. */
    ocds?: true;
  };
  /** Takes the text unfolded, as `meta` repeats it. */
  search: {
    answer: Columns;
    /** Further groups, of the wider search alone. */
    wider: Columns;
    meta: Columns;
  };
  /** The different values of a field of a list. Also takes `lang`. */
  values: {
    missing: Message;
    /** Fields of the items. */
    answer: Columns;
    meta: Columns;
    /** All valid pairs in the path: by dataset, by field, the column. */
    fields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** Finds an entity by its name. */
  profile: {
    entity: string;
    missing: Message;
  };
  /** Finds the area that contains or is nearest to the point `lat`, `lng`. Also takes `format`. */
  zone: {
    dataset: string;
    missing: Message;
  };
  /** The same for several `points`, each with its zone or none. */
  zones: {
    dataset: string;
    /** Fields of the items. */
    answer: Columns;
    meta: Columns;
  };
  /** The requesting account; the only operation that no limit counts. Takes no parameters. */
  usage: {
    answer: Columns;
  };
  stats: {
    dataset: string;
    limit: number;
    max: number;
    extra_meta?: readonly MetaName[];
  };
  /** What changed in the records of a dataset, or in one record, newest first. Pages as those of lists. */
  changes: {
    limit: number;
    max: number;
    missing: Message;
    /** The operation of the one record whose changes they are; null: the path names a dataset. */
    record: RouteOf<'detail'> | null;
    /** All valid names in the path. */
    datasets: readonly string[];
    /** Fields of the items. */
    answer: Columns;
    extra_meta: readonly MetaName[];
  };
  detail: {
    dataset: string;
    missing: Message;
    /** For composite ids, by path segment. */
    id?: Readonly<Record<string, IdPart>>;
  };
  lifecycle: {
    missing: Message;
    answer: Columns;
  };
}

type Kind = keyof Kinds;

export type DeclaredOf<K extends Kind> = {[P in K]: RouteBase & {kind: P} & Kinds[P]}[K];

export type DeclaredRoute = DeclaredOf<Kind>;

/**
 * What is compiled from a declaration, once: the parser, the answers, the documents and the tools read it.
 */
export interface CompiledParts {
  /** All parameters by name, without a prototype. */
  takes: Parameters;
  /** Filters and options of the operation, including grouping or sort. */
  own: ParameterTable;
  page: ParameterTable;
  output: ParameterTable;
  filters: readonly FilterRule[];
  /**
   * By name of a filter whose values are counted: the column that is counted, the first one of the filter.
   */
  facets: Readonly<Record<string, string>>;
  /** Formats of the answer; the first is the default. */
  formats: readonly Format[];
  /** Sort keys by a date or a time, in whose order the list is a feed; none for all other routes. */
  feedSorts: readonly string[];
  /** Fields of the items (lists, stats) or of `data` (others), in order. */
  columns: Columns;
  /** Fields that only some answers have, after all others. */
  further: Columns;
  /** The field of searches by distance; null where there are none. */
  distance: NonNullable<Dataset['point']>['distance'] | null;
  /** Names of the own parameters, sorted: in this order they stand in the canonical query. */
  names: readonly string[];
  /** Those of them that are compared folded. */
  folded: readonly string[];
  /** Canonical text of the defaults. */
  defaultsText: string;
  /** Fingerprint of the defaults. */
  defaultsFingerprint: string;
  /** The route as it answers `lang=fr` or `detail=full`; absent where it answers the same. */
  variants: Readonly<Partial<Record<'fr' | 'full', Route>>>;
}

export type Compiled<D extends DeclaredRoute> = D & CompiledParts;

/** A compiled route of one kind. */
export type RouteOf<K extends Kind> = {[P in K]: DeclaredOf<P> & CompiledParts}[K];

export type ListRoute = RouteOf<'list'>;
export type ExportRoute = RouteOf<'export'>;
export type SearchRoute = RouteOf<'search'>;
export type ValuesRoute = RouteOf<'values'>;
export type ProfileRoute = RouteOf<'profile'>;
export type ChangesRoute = RouteOf<'changes'>;
export type ZoneRoute = RouteOf<'zone'>;
export type ZonesRoute = RouteOf<'zones'>;

export type Route = RouteOf<Kind>;
