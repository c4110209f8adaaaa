/** Values as people write them, as the API takes them: only what can mean one thing. */
import {PROVINCE, PROVINCE_CODES} from '../../datasets/codes/provinces.ts';
import {fold} from '../../datasets/rules/text.ts';
import {nearestName} from '../api/request/misspelled.ts';
import {itemsOf} from '../api/request/values.ts';
import type {Parameter} from '../api/routes/types.ts';
import {DATASET_WORDS} from '../labels/dataset_words.ts';
import {valueLabel} from '../labels/index.ts';
import {wordsFor} from '../labels/words.ts';
import {ArgumentError} from './argument_error.ts';

/** A text as it is compared: letters and digits without case and accents, all else as one blank. */
export const plainKey = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words for yes and no in both languages. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 'oui', 'vrai', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'non', 'faux', '0'].map((word) => [word, false] as const),
]);

/** The boolean that a text says; undefined for none. */
export const booleanOf = (text: string): boolean | undefined => BOOLEANS.get(plainKey(text));

const NUMBER = /^\s*\$?\s*([+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?)\s*\$?\s*$/;

/** The number that a text says, with commas between thousands or a dollar sign; undefined for none. */
export function numberOf(text: string): number | undefined {
  const digits = NUMBER.exec(text)?.[1]?.replaceAll(',', '');
  return digits === undefined ? undefined : Number(digits);
}

/**
 * How people write a value: itself, its label in both languages, other words for it, of provinces all
 * spellings.
 */
export function wordsOf(value: string, {values, columns = []}: Parameter): readonly string[] {
  const words = columns.flatMap((column) => {
    const label = valueLabel(column, value);
    return [...(label ? [label.en, label.fr] : []), ...wordsFor(column, value)];
  });
  const others = values === PROVINCE_CODES ? PROVINCE.values[value] : undefined;
  const names = columns.includes('dataset') ? DATASET_WORDS[value] : undefined;
  return [value, ...words, ...(others ?? []), ...(names ?? [])];
}

const allOf = ({values = [], further = []}: Parameter): string[] => [...values, ...further];

/** The value that a text means: by itself, or by a word that no other value has; null for none. */
export function memberOf(text: string, parameter: Parameter): string | null {
  const all = allOf(parameter);
  const same = all.find((value) => value.toLowerCase() === text.toLowerCase());
  if (same !== undefined) return same;
  const asked = plainKey(text);
  const meant = all.filter((value) => wordsOf(value, parameter).some((word) => plainKey(word) === asked));
  return meant.length === 1 ? meant[0]! : null;
}

/** The value of the set that a text means; throws the error that names all of them, and the nearest. */
function setValue(text: string, name: string, parameter: Parameter): string {
  const found = memberOf(text, parameter);
  if (found !== null) return found;
  const all = allOf(parameter);
  throw new ArgumentError('set', {name, known: all.join(', ')}, nearestName(text, all));
}

/** `2020-2021`, `2020/21` and `2020–21` as `2020-21`, where the second year follows the first. */
function fiscalYear(text: string): string {
  const years = /^(\d{4})\s*[-/–]\s*(\d{2}|\d{4})$/.exec(text);
  if (!years) return text;
  const [, first, second] = years;
  const next = String(Number(first) + 1);
  return second === next || second === next.slice(2) ? `${first}-${next.slice(2)}` : text;
}

/** A year or month as its first day, of upper bounds as its last. */
function day(text: string, {op}: Parameter): string {
  const parts = /^(\d{4})(?:-(\d{2}))?$/.exec(text);
  if (!parts || (op !== 'gte' && op !== 'lte')) return text;
  const [, year, month] = parts;
  if (op === 'gte') return `${year}-${month ?? '01'}-01`;
  const last = new Date(Date.UTC(Number(year), Number(month ?? 12), 0)).getUTCDate();
  return `${year}-${month ?? '12'}-${last}`;
}

/** The text of a value as the API takes it; what has no such meaning stays for the API to refuse. */
export function plainText(text: string, name: string, parameter: Parameter): string {
  const trimmed = text.trim();
  if (trimmed === '') return text;
  switch (parameter.type) {
    case 'set':
      return setValue(trimmed, name, parameter);
    case 'sets':
    case 'names':
      if (!parameter.values) return text;
      return itemsOf(text)
        .map((item) => setValue(item, name, parameter))
        .join(',');
    case 'fiscal_year':
      return fiscalYear(trimmed);
    case 'date':
    case 'time':
      return day(trimmed, parameter);
    default:
      return text;
  }
}
