/** Why a record is found whose name and traits do not have the words of the search: the fields that do. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Row} from '../../../engine/types.ts';
import {fieldLabel} from '../../labels/index.ts';
import type {View} from './types.ts';
import {isMissing, localValue, plainValue} from './value.tsx';

const WORD = /[\p{L}\p{N}]+/gu;

/** Largest number of fields that are shown. */
const MOST_FIELDS = 2;

/** Most characters of a field, and of what stands before the word in a longer one. */
const LONGEST = 120;
const BEFORE = 40;

/** Where the first word begins in a text that begins with a folded word; -1 for none. */
function placeOf(text: string, word: string): number {
  for (const {0: one, index} of text.matchAll(WORD)) if (fold(one).startsWith(word)) return index;
  return -1;
}

/** A text, of a long one the part around a place. */
function excerpt(text: string, place: number): string {
  if (text.length <= LONGEST) return text;
  const from = place <= BEFORE ? 0 : text.indexOf(' ', place - BEFORE) + 1;
  const end = from + LONGEST < text.length ? text.lastIndexOf(' ', from + LONGEST) : text.length;
  return `${from > 0 ? '… ' : ''}${text.slice(from, Math.max(end, place))}${end < text.length ? ' …' : ''}`;
}

/** The field of a row that has a word, with what it says around it; null where no searched field shows it. */
function fieldWith(view: View, dataset: string, row: Row, word: string): string | null {
  const {columns, search = [], globalSearch} = datasetOrEntity(dataset);
  for (const name of new Set([...(globalSearch?.columns ?? []), ...search])) {
    if (!columns[name] || isMissing(row[name])) continue;
    const texts = [plainValue(view, name, columns[name], localValue(view, row, name)), String(row[name])];
    const text = texts.find((one) => placeOf(one, word) >= 0);
    if (text === undefined) continue;
    const value = excerpt(text, placeOf(text, word));
    return view.t('frame.pair', {name: view.t(fieldLabel(dataset, name)), value});
  }
  return null;
}

/** The fields that have those of the folded words that the text beside a record lacks. */
export function foundIn(
  view: View,
  dataset: string,
  row: Row | null,
  shown: string,
  words: readonly string[],
): string[] {
  if (!row) return [];
  const fields = words
    .filter((word) => placeOf(shown, word) < 0)
    .flatMap((word) => fieldWith(view, dataset, row, word) ?? []);
  return [...new Set(fields)].slice(0, MOST_FIELDS);
}
