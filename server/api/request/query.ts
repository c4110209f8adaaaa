/** Parses query pairs: the text of each parameter, and the names that are ignored. */
import {lookup} from '../../../datasets/lookup.ts';
import {ApiError} from '../errors.ts';
import type {
  Parameter,
  Parameters,
  ParameterTable,
  ParameterValue,
  ParameterValues,
} from '../routes/types.ts';
import {isEmpty, parseValue} from './values.ts';

/** Most names that are told. */
const MAX_IGNORED = 20;

interface ParsedQuery {
  /** Text by parameter: of repeated ones the last, of comma lists all of them joined. */
  texts: ReadonlyMap<string, string>;
  /** Unknown names as given, each once. */
  ignored: readonly string[];
}

const EMPTY_QUERY: ParsedQuery = {texts: new Map(), ignored: []};

/** Groups the pairs by parameter. Empty texts count as absent; `known` has no prototype. */
export function parsePairs(pairs: readonly [string, string][], known: Parameters): ParsedQuery {
  if (pairs.length === 0) return EMPTY_QUERY;
  const texts = new Map<string, string>();
  const ignored: string[] = [];
  for (const [name, text] of pairs) {
    const parameter = known[name];
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

/** The table of parameters, of which each name has one row. */
export function tableOf(parameters: Parameters): ParameterTable {
  const rows = Object.entries(parameters).map(([name, parameter]) => {
    const text = parameter.default;
    return {name, parameter, preset: text === undefined ? undefined : parseValue(text, name, parameter)};
  });
  return {
    parameters: lookup(parameters),
    rows,
    defaults: Object.fromEntries(
      rows.flatMap(({name, preset}) => (preset === undefined ? [] : [[name, preset]])),
    ),
    requires: rows.some(({parameter}) => parameter.required),
  };
}

function hasAny(texts: ReadonlyMap<string, string>, parameters: Parameters): boolean {
  for (const name of texts.keys()) if (parameters[name]) return true;
  return false;
}

/** Values of given parameters and defaults, in table order; throws the first error. */
export function parseValues(
  texts: ReadonlyMap<string, string>,
  {parameters, rows, defaults, requires}: ParameterTable,
): ParameterValues {
  if (!requires && !hasAny(texts, parameters)) return defaults;
  const values: Record<string, ParameterValue> = {};
  for (const {name, parameter, preset} of rows) {
    const text = texts.get(name);
    const {together} = parameter;
    if (together?.some((one) => !texts.has(one))) {
      const names = {en: together.join(' and '), fr: together.join(' et ')};
      throw new ApiError('required_together', {names});
    }
    const value = text === undefined ? preset : parseValue(text, name, parameter);
    if (value !== undefined) values[name] = value;
    else if (parameter.required) throw new ApiError('required', {name});
  }
  return values;
}
