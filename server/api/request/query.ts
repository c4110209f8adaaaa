/** Parses query pairs: the text of each parameter, and the names that are ignored. */
import {ApiError} from '../errors.ts';
import type {Parameter, Parameters} from '../routes/types.ts';
import {isEmpty, type ParameterValue, parseValue} from './values.ts';

export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** Most names that are told. */
const MAX_IGNORED = 20;

export interface ParsedQuery {
  /** Text by parameter: of repeated ones the last, of comma lists all of them joined. */
  texts: ReadonlyMap<string, string>;
  /** Unknown names as given, each once. */
  ignored: readonly string[];
}

const EMPTY_QUERY: ParsedQuery = {texts: new Map(), ignored: []};

/** Groups the pairs by parameter; empty texts count as absent. */
export function parsePairs(pairs: readonly [string, string][], known: Parameters): ParsedQuery {
  if (pairs.length === 0) return EMPTY_QUERY;
  const texts = new Map<string, string>();
  const ignored: string[] = [];
  for (const [name, text] of pairs) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!parameter) {
      const more = name !== '' && ignored.length < MAX_IGNORED && !ignored.includes(name);
      if (more) ignored.push(name);
      continue;
    }
    if (isEmpty(text, parameter)) continue;
    const previous = texts.get(name);
    texts.set(name, isList(parameter) && previous !== undefined ? `${previous},${text}` : text);
  }
  return {texts, ignored};
}

/** Value of `X-Ignored-Parameters`; empty for no name. */
export const ignoredHeader = (names: readonly string[]): string => names.map(encodeURIComponent).join(', ');

/** Repeated comma lists are joined. */
const isList = ({type}: Parameter): boolean => type === 'names' || type === 'sets';

interface Row {
  name: string;
  parameter: Parameter;
  defaultValue: ParameterValue | undefined;
}

interface Table {
  rows: readonly Row[];
  /** Values if nothing is given; null if something is required. */
  defaults: ParameterValues | null;
}

const tables = new WeakMap<Parameters, Table>();

function tableOf(parameters: Parameters): Table {
  const known = tables.get(parameters);
  if (known) return known;
  const rows = Object.entries(parameters).map(([name, parameter]): Row => {
    const text = parameter.default;
    return {
      name,
      parameter,
      defaultValue: text === undefined ? undefined : parseValue(text, name, parameter),
    };
  });
  const defaults = Object.fromEntries(
    rows.flatMap(({name, defaultValue}) => (defaultValue === undefined ? [] : [[name, defaultValue]])),
  );
  const table = {rows, defaults: rows.some(({parameter}) => parameter.required) ? null : defaults};
  tables.set(parameters, table);
  return table;
}

function hasAny(texts: ReadonlyMap<string, string>, parameters: Parameters): boolean {
  for (const name of texts.keys()) if (Object.hasOwn(parameters, name)) return true;
  return false;
}

/** Values of given parameters and defaults, in table order; throws the first error. */
export function parseValues(texts: ReadonlyMap<string, string>, parameters: Parameters): ParameterValues {
  const {rows, defaults} = tableOf(parameters);
  if (defaults && !hasAny(texts, parameters)) return defaults;
  const values: Record<string, ParameterValue> = {};
  for (const {name, parameter, defaultValue} of rows) {
    const text = texts.get(name);
    const {together} = parameter;
    if (together?.some((one) => !texts.has(one))) {
      const names = {en: together.join(' and '), fr: together.join(' et ')};
      throw new ApiError('required_together', {names});
    }
    if (text !== undefined) values[name] = parseValue(text, name, parameter);
    else if (defaultValue !== undefined) values[name] = defaultValue;
    else if (parameter.required) throw new ApiError('required', {name});
  }
  return values;
}
