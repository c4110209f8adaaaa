/** Parses the text of one parameter by its type. */
import {plainNumber} from '../../../datasets/rules/plain_numbers.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {ApiError, type Message} from '../errors.ts';
import type {Parameter, ParameterValue} from '../routes/types.ts';
import {readKeys} from './keys.ts';

const MAX_LENGTH = 200;

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function integer(text: string, name: string, {lowest, highest}: Parameter): number {
  const value = Number(text);
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(value)) throw new ApiError('integer', {name});
  if (lowest !== undefined && value < lowest) throw new ApiError('lowest', {name, lowest});
  return highest !== undefined && value > highest ? highest : value + 0;
}

const LATITUDE = {between: [-90, 90]} as const;
const LONGITUDE = {between: [-180, 180]} as const;

/** Shortest decimal text of the same number: no plus sign, no superfluous zeros. */
function decimal(text: string, name: string, {between}: Pick<Parameter, 'between'>): string {
  const parts = /^([+-]?)0*(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) throw new ApiError('number', {name});
  if (between) {
    const [low, high] = between;
    const value = Number(text);
    if (value < low || value > high) throw new ApiError('between', {name, low, high});
  }
  const [, sign, whole, rest = ''] = parts;
  const fraction = rest.endsWith('0') ? rest.replace(/0+$/, '') : rest;
  const size = fraction === '' ? whole! : `${whole}.${fraction}`;
  return sign === '-' && size !== '0' ? `-${size}` : size;
}

/** True for `YYYY-MM-DD` of an existing day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * A time in UTC as programs write it, without its zone: the day, the second, and its fraction where it has
 * one.
 */
const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z?$/;

/** The id of a build. */
export const BUILD_ID = /^[0-9a-f]{16}$/;

/** True for `YYYY-MM-DDTHH:MM:SS` of an existing second. */
const isTime = (text: string): boolean =>
  isDay(text.slice(0, 10)) && /^T([01]\d|2[0-3])(:[0-5]\d){2}$/.test(text.slice(10));

/** A day, also that of a time in UTC as `toISOString()` writes it. */
function day(text: string, name: string): string {
  if (isDay(text)) return text;
  const [, date = '', second = ''] = INSTANT.exec(text) ?? [];
  if (!text.endsWith('Z') || !isTime(date + second)) throw new ApiError('date', {name});
  return date;
}

/**
 * A time bound in UTC without a zone: a day alone means its first second as a lower and its last as an upper
 * bound.
 */
function time(text: string, name: string, op: Parameter['op'], error: 'time' | 'since' = 'time'): string {
  if (isDay(text)) return `${text}T${op === 'lte' ? '23:59:59' : '00:00:00'}`;
  const [, date = '', second = '', fraction = ''] = INSTANT.exec(text) ?? [];
  const whole = date + second;
  if (!isTime(whole)) throw new ApiError(error, {name});
  // Records have whole seconds: the first one that is not below the bound.
  const isBetween = op === 'gte' && /[1-9]/.test(fraction);
  return isBetween ? new Date(Date.parse(`${whole}Z`) + 1000).toISOString().slice(0, 19) : whole;
}

/** The items of a comma list. */
export const itemsOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/**
 * Names the values beyond the original service, which messages of the original do not have; null where there
 * are none.
 */
function furtherDetail(name: string, {type, further = []}: Parameter): Message | null {
  if (further.length === 0) return null;
  const values = further.join(', ');
  const several =
    type === 'sets'
      ? {en: '; and two values separated by a comma', fr: '\u00a0; et deux valeurs séparées par une virgule'}
      : {en: '', fr: ''};
  return {
    en: `${name} also takes: ${values}${several.en}.`,
    fr: `${name} accepte aussi\u00a0: ${values}${several.fr}.`,
  };
}

/** The member of the set, matched in any case; throws if there is none. */
function oneOf(text: string, name: string, parameter: Parameter): string {
  const {values = [], further = [], aliases, choice} = parameter;
  const value = [...values, ...further].find((one) => one.toLowerCase() === text.toLowerCase());
  if (value !== undefined) return aliases?.[value] ?? value;
  if (choice)
    throw new ApiError('choice', {name, values: {en: values.join(' or '), fr: values.join(' ou ')}});
  throw new ApiError('set', {name, values: values.join(', ')}, furtherDetail(name, parameter));
}

/** The items, each once; throws if there are too many. */
function some(items: readonly string[], name: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  const each = [...new Set(items)];
  if (each.length > most) throw new ApiError('most', {name, most});
  return each;
}

/** The ids of a comma list, sorted, so that every order is one query; throws for what no record can have. */
function ids(items: readonly string[], name: string, most: number): readonly string[] {
  const each = some(items, name, most).toSorted();
  const wrong = each.find((id) => /\s/.test(id) || id.length > MAX_LENGTH);
  if (wrong !== undefined) throw new ApiError('ids', {name, id: wrong.slice(0, MAX_LENGTH)});
  return each;
}

/** The letters and digits of the numbers of a comma list, sorted. */
function numbers(items: readonly string[], name: string, most: number): readonly string[] {
  const each = some(items.map(plainNumber), name, most).toSorted();
  if (each.some((one) => one.length > MAX_LENGTH)) throw new ApiError('longest', {name, longest: MAX_LENGTH});
  return each;
}

/** Letters of words that very many words hold. */
const SHORT = 2;

/**
 * Throws where a search has too many words, or too many short ones; one that is part of another follows from
 * it.
 */
function checkWords(text: string, name: string, {most, most_short: mostShort}: Parameter): void {
  if (most === undefined) return;
  const words = fold(text).split(' ');
  if (words.length > most) throw new ApiError('words', {name, most});
  if (mostShort === undefined) return;
  const different = [...new Set(words)];
  const short = different.filter(
    (word) => [...word].length <= SHORT && !different.some((other) => other !== word && other.includes(word)),
  );
  if (short.length > mostShort) throw new ApiError('short_words', {name, most: mostShort});
}

/** The names of a comma list: known ones in their own order. */
function names(text: string, name: string, {values, most, key, number}: Parameter): readonly string[] {
  const items = itemsOf(text);
  if (key) return readKeys(text, name, key.form, most!);
  if (number) return numbers(items, name, most!);
  if (!values) return most === undefined ? items : ids(items, name, most);
  const unknown = items.find((item) => !values.includes(item));
  if (unknown !== undefined) throw new ApiError('fields', {name, unknown, values: values.join(', ')});
  some(items, name, most);
  return values.filter((value) => items.includes(value));
}

/**
 * The points of a list, each as `lat,lng` in shortest decimals, in their order; a semicolon may stand at the
 * end.
 */
function points(text: string, name: string, {most = Number.POSITIVE_INFINITY}: Parameter): readonly string[] {
  const items = text.replace(/;\s*$/, '').split(';');
  if (items.length > most) throw new ApiError('most', {name, most});
  return items.map((item, i) => {
    const pair = item.split(',').map((one) => one.trim());
    try {
      if (pair.length !== 2) throw new ApiError('number', {name});
      return [decimal(pair[0]!, name, LATITUDE), decimal(pair[1]!, name, LONGITUDE)].join(',');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ApiError('point', {name, position: i + 1});
    }
  });
}

/** True if a text counts as absent: empty, for texts also empty when folded, for lists without items. */
export function isEmpty(text: string, {type}: Parameter): boolean {
  if (type === 'names' || type === 'sets') return text.replace(/[\s,]/g, '') === '';
  if (type === 'points') return text.replace(/[\s;]/g, '') === '';
  return (type === 'string' ? fold(text) : text.trim()) === '';
}

/** Parses a text that is not empty; throws the 400 of the type. */
export function parseValue(raw: string, name: string, parameter: Parameter): ParameterValue {
  const text = raw.trim();
  switch (parameter.type) {
    case 'integer':
      return integer(text, name, parameter);
    case 'number':
      return decimal(text, name, parameter);
    case 'boolean': {
      const value = BOOLEANS.get(text.toLowerCase());
      if (value === undefined) throw new ApiError('boolean', {name});
      return value;
    }
    case 'date':
      return day(text, name);
    case 'time':
      return time(text, name, parameter.op);
    case 'since':
      return BUILD_ID.test(text) ? text : time(text, name, 'gte', 'since');
    case 'set':
      return oneOf(text, name, parameter);
    case 'sets':
      return some(
        itemsOf(text).map((item) => oneOf(item, name, parameter)),
        name,
        parameter.most,
      );
    case 'fiscal_year':
      if (!/^\d{4}-\d\d$/.test(text)) throw new ApiError('fiscal_year', {name});
      return text;
    case 'names':
      return names(text, name, parameter);
    case 'points':
      return points(text, name, parameter);
    case 'cursor':
      return text;
    case 'string': {
      const longest = parameter.longest ?? MAX_LENGTH;
      if ([...text].length > longest) throw new ApiError('longest', {name, longest});
      checkWords(text, name, parameter);
      return text;
    }
  }
}
