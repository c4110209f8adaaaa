/** The vocabulary of routes: a table row has path, parameters, bounds and answer. */
import type {Columns} from '../../../datasets/types.ts';
import type {Operator} from '../../../engine/types.ts';
import type {UsageGroup} from '../../accounts/usage.ts';
import type {Message} from '../errors.ts';
import type {MetaName} from './meta.ts';

/** Types of parameter values. */
export type ParameterType =
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  /** A day, or a time in UTC. */
  | 'time'
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
export interface IdPart {
  /** The column that holds the part. */
  column: string;
  /** Normalises any text to the form that ids have. */
  normalize?: (text: string) => string;
}

export type ListRoute = RouteBase & {
  kind: 'list';
  dataset: string;
  limit: number;
  max: number;
  fields?: readonly string[];
  /** Fields of single records that items have besides with `lang=fr`. */
  french?: readonly string[];
  /** Items have those fields: the route answers `lang=fr`. */
  inFrench?: true;
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
export type ExportRoute = RouteBase & {
  kind: 'export';
  missing: Message;
  /** The exported list; null if the path names no dataset. */
  list: ListRoute | null;
  /** Records have the fields of single records, instead of those of list items. */
  details: boolean;
  /** This route with those fields; null if it has them itself. */
  full: ExportRoute | null;
  /** All valid names in the path. */
  datasets: readonly string[];
};

/** Takes the text unfolded, as `meta` repeats it. */
export type SearchRoute = RouteBase & {
  kind: 'search';
  answer: Columns;
  /** Further groups, of the wider search alone. */
  wider: Columns;
  meta: Columns;
};

/** The different values of a field of a list. Also takes `lang`. */
export type ValuesRoute = RouteBase & {
  kind: 'values';
  missing: Message;
  /** Fields of the items. */
  answer: Columns;
  meta: Columns;
  /** All valid pairs in the path: by dataset, by field, the column. */
  fields: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Finds an entity by its name. */
export type ProfileRoute = RouteBase & {kind: 'profile'; entity: string; missing: Message};

/** Finds the area that contains or is nearest to the point `lat`, `lng`. Also takes `format`. */
export type ZoneRoute = RouteBase & {kind: 'zone'; dataset: string; missing: Message};

/** The same for several `points`, each with its zone or none. */
export type ZonesRoute = RouteBase & {
  kind: 'zones';
  dataset: string;
  /** Fields of the items. */
  answer: Columns;
  meta: Columns;
};

/** The requesting account; the only operation that no limit counts. Takes no parameters. */
export type UsageRoute = RouteBase & {kind: 'usage'; answer: Columns};

/** Lists and stats also take `sort_by`, `sort_order`, paging, `format`, `fields` and `lang`. */
export type Route =
  | ListRoute
  | ExportRoute
  | (RouteBase & {
      kind: 'stats';
      dataset: string;
      limit: number;
      max: number;
      extra_meta?: readonly MetaName[];
    })
  | (RouteBase & {
      kind: 'detail';
      dataset: string;
      missing: Message;
      /** For composite ids, by path segment. */
      id?: Readonly<Record<string, IdPart>>;
    })
  | ProfileRoute
  | (RouteBase & {kind: 'lifecycle'; missing: Message; answer: Columns})
  | ValuesRoute
  | ZoneRoute
  | ZonesRoute
  | UsageRoute
  | SearchRoute;
