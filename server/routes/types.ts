/** The vocabulary of routes: a row of the table says path, parameters, bounds and answer. */
import type {Columns} from '../../datasets/types.ts';
import type {Operator} from '../../engine/types.ts';

/** Types of parameter values (specification 1.2). */
export type ParameterType =
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'string'
  | 'set'
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
  /** Of a flag: the value that sets no condition. */
  lifted_by?: boolean;
  /** Of `set` and `names`: the accepted values, canonical; names may be any without them. */
  values?: readonly string[];
  /** Of `set`: the message names the values as a choice, `A or B`, and not as a list. */
  choice?: true;
  default?: string;
  /** Of `string`: most characters; 200 unless told. */
  longest?: number;
  /** Of `integer`: smallest value that is accepted. */
  lowest?: number;
  /** Of `integer`: a larger value is lowered to this one. */
  highest?: number;
  example: string;
}

export type Parameters = Record<string, Parameter>;

interface Common {
  /** Below `/api/v1`, `{name}` for one segment. */
  path: string;
  section: string;
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

/** `sort_by`, `sort_order`, paging, `format`, `fields` and `lang` are taken by every list and stats route. */
export type Route =
  | ListRoute
  | ExportRoute
  | (Common & {kind: 'stats'; dataset: string; limit: number; max: number})
  | (Common & {
      kind: 'detail';
      dataset: string;
      missing: string;
      /** By segment of the path, where the id is made of several. */
      id?: Readonly<Record<string, IdPart>>;
    })
  | (Common & {kind: 'profile'; entity: string; missing: string})
  | (Common & {kind: 'lifecycle'; missing: string; answer: Columns})
  | SearchRoute;
