/** Reads the query pairs of an operation: which text each parameter has, what is ignored (specification 1.2). */
import {ApiError} from '../errors.ts';
import type {Parameter, Parameters} from '../routes/types.ts';
import {isEmpty, readValue, type Value} from './values.ts';

export type Values = Readonly<Record<string, Value>>;

/** Most names in `X-Ignored-Parameters`. */
const MOST_IGNORED = 20;

export interface Given {
  /** Text by parameter; a repeated one gives its last text, a comma list all of them joined. */
  texts: ReadonlyMap<string, string>;
  /** Value of `X-Ignored-Parameters`; empty when every name is known. */
  ignored: string;
}

const NOTHING: Given = {texts: new Map(), ignored: ''};

/** Sorts the pairs by parameter. Texts that count as not given are left out. */
export function readPairs(pairs: readonly [string, string][], known: Parameters): Given {
  if (pairs.length === 0) return NOTHING;
  const texts = new Map<string, string>();
  const ignored: string[] = [];
  for (const [name, text] of pairs) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!parameter) {
      const more = name !== '' && ignored.length < MOST_IGNORED && !ignored.includes(name);
      if (more) ignored.push(name);
      continue;
    }
    if (isEmpty(text, parameter)) continue;
    const before = texts.get(name);
    texts.set(name, isList(parameter) && before !== undefined ? `${before},${text}` : text);
  }
  return {texts, ignored: ignored.map(encodeURIComponent).join(', ')};
}

/** Occurrences of a comma list are joined. */
const isList = ({type}: Parameter): boolean => type === 'names' || type === 'sets';

interface Row {
  name: string;
  parameter: Parameter;
  preset: Value | undefined;
}

interface Table {
  rows: readonly Row[];
  /** The values where nothing is given; null where something must be. */
  presets: Values | null;
}

const tables = new WeakMap<Parameters, Table>();

function tableOf(parameters: Parameters): Table {
  const known = tables.get(parameters);
  if (known) return known;
  const rows = Object.entries(parameters).map(([name, parameter]): Row => {
    const text = parameter.default;
    return {name, parameter, preset: text === undefined ? undefined : readValue(text, name, parameter)};
  });
  const presets = Object.fromEntries(
    rows.flatMap(({name, preset}) => (preset === undefined ? [] : [[name, preset]])),
  );
  const table = {rows, presets: rows.some(({parameter}) => parameter.required) ? null : presets};
  tables.set(parameters, table);
  return table;
}

function anyOf(texts: ReadonlyMap<string, string>, parameters: Parameters): boolean {
  for (const name of texts.keys()) if (Object.hasOwn(parameters, name)) return true;
  return false;
}

/** Values of the parameters that are given or have a default, in table order; throws the first fault. */
export function readValues(texts: ReadonlyMap<string, string>, parameters: Parameters): Values {
  const {rows, presets} = tableOf(parameters);
  if (presets && !anyOf(texts, parameters)) return presets;
  const values: Record<string, Value> = {};
  for (const {name, parameter, preset} of rows) {
    const text = texts.get(name);
    const {together} = parameter;
    if (together?.some((one) => !texts.has(one))) {
      throw new ApiError('required_together', {names: together.join(' and ')});
    }
    if (text !== undefined) values[name] = readValue(text, name, parameter);
    else if (preset !== undefined) values[name] = preset;
    else if (parameter.required) throw new ApiError('required', {name});
  }
  return values;
}
