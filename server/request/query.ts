/** Reads the query pairs of an operation: which text each parameter has, what is ignored (specification 1.2). */
import {ApiError} from '../errors.ts';
import type {Parameters} from '../routes/types.ts';
import {isEmpty, readValue, type Value} from './values.ts';

export type Values = Record<string, Value>;

/** Most names in `X-Ignored-Parameters`. */
const MOST_IGNORED = 20;

export interface Given {
  /** Text by parameter; a repeated one gives its last text, a comma list all of them joined. */
  texts: ReadonlyMap<string, string>;
  /** Value of `X-Ignored-Parameters`; empty when every name is known. */
  ignored: string;
}

/** Sorts the pairs by parameter. Texts that count as not given are left out. */
export function readPairs(pairs: readonly [string, string][], known: Parameters): Given {
  const texts = new Map<string, string>();
  const ignored = new Set<string>();
  for (const [name, text] of pairs) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!parameter) {
      if (name !== '') ignored.add(name);
      continue;
    }
    if (isEmpty(text, parameter)) continue;
    const before = texts.get(name);
    texts.set(name, parameter.type === 'names' && before !== undefined ? `${before},${text}` : text);
  }
  return {texts, ignored: [...ignored].slice(0, MOST_IGNORED).map(encodeURIComponent).join(', ')};
}

/** Values of the parameters that are given or have a default, in table order; throws the first fault. */
export function readValues(texts: ReadonlyMap<string, string>, parameters: Parameters): Values {
  const values: Values = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = texts.get(name) ?? parameter.default;
    if (text !== undefined) values[name] = readValue(text, name, parameter);
    else if (parameter.required) throw new ApiError('required', {name});
  }
  return values;
}
