/** Values in answers by paths, and values of questions in arguments and words. */
import {folded} from './compare.ts';
import type {Arguments, Path, Values} from './types.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const matches = (item: unknown, wanted: Readonly<Record<string, string>>): boolean =>
  isObject(item) &&
  Object.entries(wanted).every(([name, text]) => folded(String(item[name])) === folded(text));

/** What a path leads to; undefined where there is nothing. */
export function valueAt(value: unknown, [part, ...rest]: Path): unknown {
  if (part === undefined) return value;
  if (part === '*') {
    return Array.isArray(value) ? value.map((item) => valueAt(item, rest)) : undefined;
  }
  if (typeof part === 'object') {
    if (rest[0] === '*')
      return valueAt(Array.isArray(value) ? value.filter((one) => matches(one, part)) : value, rest);
    const item = Array.isArray(value) ? value.find((one) => matches(one, part)) : undefined;
    return item === undefined ? undefined : valueAt(item, rest);
  }
  if (typeof part === 'number')
    return Array.isArray(value) && part < value.length ? valueAt(value[part], rest) : undefined;
  if (part === 'length' && Array.isArray(value)) return value.length;
  return isObject(value) && Object.hasOwn(value, part) ? valueAt(value[part], rest) : undefined;
}

const PLACE = /\{(\w+)\}/g;

/** Text with the values of a question; a text that is nothing but one value is that value. */
export function filled(text: string, values: Values): unknown {
  const whole = /^\{(\w+)\}$/.exec(text)?.[1];
  if (whole !== undefined) return values[whole];
  return text.replace(PLACE, (_, name: string) => String(values[name]));
}

/** Everything in it with the values of a question. */
export function filledIn(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return filled(value, values);
  if (Array.isArray(value)) return value.map((item) => filledIn(item, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, values)]));
}

export const filledArguments = (given: Arguments, values: Values): Arguments =>
  filledIn(given, values) as Arguments;

/** A path with the values of a question, as texts. */
export const filledPath = (path: Path, values: Values): Path =>
  path.map((part) =>
    typeof part === 'object'
      ? Object.fromEntries(Object.entries(part).map(([name, text]) => [name, String(filled(text, values))]))
      : part,
  );
