/** The vocabulary of routes: a row of the table says path, parameters, bounds and answer. */
import type {Columns} from '../../../datasets/types.ts';
import type {Operator} from '../../../engine/types.ts';
import type {UsageGroup} from '../../accounts/usage.ts';
import type {MetaName} from './meta.ts';

/** Types of parameter values (specification 1.2). */
export type ParameterType =
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  /** A day, or a time in UTC. */
  | 'time'
  | 'string'
  | 'set'
  /** Comma list of values of a set. */
  | 'sets'
  /** `YYYY-YY`. */
  | 'fiscal_year'
  /** Comma list of field names. */
  | 'names'
  | 'cursor';

/** A filter or an option of one operation, in the order in which faults are reported. */
export interface Parameter {
  type: ParameterType;
  help: string;
  /** Given for filters: the condition this parameter becomes. */
  op?: Operator;
  columns?: readonly string[];
  required?: true;
  /** Of a required one: all that must be given together; the message names them. */
  together?: readonly string[];
  /** Of a flag: the value that sets no condition. */
  lifted_by?: boolean;
  /** Of `set`, `sets` and `names`: the accepted values, canonical; names may be any without them. */
  values?: readonly string[];
  /** Of `set`: values that stand for others. */
  aliases?: Readonly<Record<string, string>>;
  /** Of `set`: the message names the values as a choice, `A or B`, and not as a list. */
  choice?: true;
  default?: string;
  /** Of `string`: most characters; 200 unless told. */
  longest?: number;
  /** Of `integer`: smallest value that is accepted. */
  lowest?: number;
  /** Of `integer`: a larger value is lowered to this one. */
  highest?: number;
  /** Of `number`: a value outside these bounds is refused. */
  between?: readonly [number, number];
  example: string;
}

export type Parameters = Record<string, Parameter>;

/** Heading in the documents; every section but the account's is a usage group. */
export type Section = Capitalize<Exclude<UsageGroup, 'tools' | 'other'>> | 'Account';

interface Common {
  /** Below `/api/v1`, `{name}` for one segment. */
  path: string;
  section: Section;
  summary: string;
  /** Extra sentences for the documents. */
  help?: string;
  parameters: Parameters;
  /** True for operations that the service document does not list. */
  added?: true;
}

/** A part of an id that several segments of the path make, joined by `/`. */
export interface IdPart {
  /** What the part holds. */
  column: string;
  /** The part as ids have it, from any text. */
  form?: (text: string) => string;
}

export type ListRoute = Common & {
  kind: 'list';
  dataset: string;
  limit: number;
  max: number;
  fields?: readonly string[];
  /** Names of sort keys that stand for others; each is told before the one that it stands for. */
  sort_aliases?: Readonly<Record<string, string>>;
  /** Members of `meta` besides those of every list. */
  further?: readonly MetaName[];
  /** The largest `limit` depends on the tier; `max` is the largest of all. */
  tiered?: true;
  /** Its export in NDJSON has the fields of the single record, unless `fields` names others. */
  details?: true;
};

/** `format`, `fields` and `lang` are taken beside the filters of the list. */
export type ExportRoute = Common & {
  kind: 'export';
  missing: string;
  /** The list whose records are exported; null where the path names no dataset. */
  of: ListRoute | null;
  /** All names that the path may have. */
  datasets: readonly string[];
};

/** Takes the text as it is given, which `meta` tells again. */
export type SearchRoute = Common & {kind: 'search'; answer: Columns; meta: Columns};

/** The record of a dataset of areas that a point, `lat` and `lng`, belongs to. `format` is taken too. */
export type ZoneRoute = Common & {kind: 'zone'; dataset: string; missing: string};

/** The account that asks; the one operation that no limit counts, and that takes no parameter. */
export type UsageRoute = Common & {kind: 'usage'; answer: Columns};

/** `sort_by`, `sort_order`, paging, `format`, `fields` and `lang` are taken by every list and stats route. */
export type Route =
  | ListRoute
  | ExportRoute
  | (Common & {kind: 'stats'; dataset: string; limit: number; max: number; further?: readonly MetaName[]})
  | (Common & {
      kind: 'detail';
      dataset: string;
      missing: string;
      /** By segment of the path, where the id is made of several. */
      id?: Readonly<Record<string, IdPart>>;
    })
  | (Common & {kind: 'profile'; entity: string; missing: string})
  | (Common & {kind: 'lifecycle'; missing: string; answer: Columns})
  | ZoneRoute
  | UsageRoute
  | SearchRoute;
