/**
 * Values that a text may mean where none holds it: by edits, by the words of either language, by what people
 * call them.
 */

import {datasetOrEntity} from '../../../datasets/index.ts';
import {vendorWords} from '../../../datasets/rules/text.ts';
import type {Engine, ValueCount} from '../../../engine/types.ts';
import {valueLabel} from '../../labels/index.ts';
import {wordsFor} from '../../labels/words.ts';
import {editDistance} from '../request/misspelled.ts';

/** A column whose values a text may mean. */
interface ColumnOfValues {
  dataset: string;
  column: string;
}

/** Most values listed. */
const MOST_NEAREST = 5;

/** Columns with fewer values are read whole, of others only values with a piece of the text. */
const FEW_VALUES = 1000;

/**
 * Values whose edits are counted, those with most pairs of letters in common, and values for each piece of
 * the text.
 */
const MOST_COMPARED = 40;
const MOST_OF_PIECE = 50;
const MOST_PIECES = 6;

/** Longer texts are cut before edits are counted. */
const LONGEST = 40;

/** Shorter pieces are in very many values. */
const SHORTEST_PIECE = 3;

/** A value, and what it is called. */
type Named = ValueCount & {forms: readonly string[]};
type Values = readonly Named[];

/** All values of columns that have few, by engine and column: they never change. */
const known = new WeakMap<Engine, Map<string, Values | null>>();

/** All values; null where there are too many. */
function allValues(engine: Engine, {dataset, column}: ColumnOfValues): Values | null {
  const all = known.get(engine) ?? new Map<string, Values | null>();
  known.set(engine, all);
  const key = `${dataset} ${column}`;
  const found = all.get(key);
  if (found !== undefined) return found;
  const {total, values} = engine.values({dataset, column, text: '', limit: FEW_VALUES});
  const few = total > FEW_VALUES ? null : values.map((one) => named(column, one));
  all.set(key, few);
  return few;
}

/** Words of a text, and the halves and thirds of long ones: of two edits one piece at least has none. */
function piecesOf(text: string): string[] {
  const words = text.split(' ').sort((a, b) => b.length - a.length);
  const [longest = ''] = words;
  const parts = [2, 3].flatMap((n) => {
    const size = Math.ceil(longest.length / n);
    return Array.from({length: n}, (_, i) => longest.slice(i * size, (i + 1) * size));
  });
  const pieces = [...words, ...parts].filter((one) => one.length >= SHORTEST_PIECE);
  return [...new Set(pieces)].slice(0, MOST_PIECES);
}

function candidates(engine: Engine, of: ColumnOfValues, text: string): Values {
  const all = allValues(engine, of);
  if (all) return all;
  const found = new Map<string, Named>();
  for (const piece of piecesOf(text)) {
    const {values} = engine.values({...of, text: piece, limit: MOST_OF_PIECE});
    for (const one of values) if (!found.has(one.value)) found.set(one.value, named(of.column, one));
  }
  return [...found.values()];
}

/** A value with what it is called: itself, its names in both languages, words for it. */
function named(column: string, {value, count}: ValueCount): Named {
  const label = valueLabel(column, value);
  const forms = [...value.split(' | '), ...(label ? [label.en, label.fr] : []), ...wordsFor(column, value)];
  return {value, count, forms: forms.map(vendorWords)};
}

const pairsIn = (text: string): string[] =>
  Array.from({length: Math.max(0, text.length - 1)}, (_, i) => text.slice(i, i + 2));

const inOrder = (words: readonly string[]): string => words.toSorted().join(' ');

/**
 * The fewest edits from a text to a form, or to as many words of it as the text has; more than `most`: `most
 * + 1`. Names of people come in either order: the same words are no edit.
 */
function editsTo(text: string, form: string, most: number): number {
  const words = form.split(' ');
  if (inOrder(text.split(' ')) === inOrder(words)) return 0;
  const count = text.split(' ').length;
  let least = editDistance(text, form.slice(0, 2 * LONGEST), most);
  for (let i = 0; i + count <= words.length && least > 0; i++)
    least = Math.min(least, editDistance(text, words.slice(i, i + count).join(' '), most));
  return least;
}

/** Edits that a text may have: one of four letters, two of eight. */
const mostEdits = (text: string): number => Math.max(1, Math.floor(text.length / 4));

/** Pairs of letters that one edit may change at most: those around two swapped neighbours. */
const PAIRS_OF_EDIT = 3;

/**
 * The values of some columns that a folded text nearly is, nearest first, then those that most records have.
 * With `all` the other values follow, if the column has no more than `all`. Reads at most a few hundred
 * values.
 */
export function nearestValues(
  engine: Engine,
  columns: readonly ColumnOfValues[],
  given: string,
  all = 0,
): string[] {
  const text = vendorWords(given).slice(0, LONGEST);
  const pairs = [...new Set(pairsIn(text))];
  const most = mostEdits(text);
  const least = pairs.length - PAIRS_OF_EDIT * most;
  const near: {value: string; count: number; edits: number}[] = [];
  const others: string[] = [];
  for (const of of columns) {
    const values = candidates(engine, of, text);
    const scored = values.map(({value, count, forms}) => {
      const common = Math.max(...forms.map((form) => pairs.filter((pair) => form.includes(pair)).length));
      return {value, count, forms, common};
    });
    scored.sort((a, b) => b.common - a.common || b.count - a.count);
    const likely = scored.filter(({common}) => common >= least).slice(0, MOST_COMPARED);
    for (const {value, count, forms} of likely) {
      const edits = Math.min(...forms.map((form) => editsTo(text, form, most)));
      if (edits <= most && edits < text.length) near.push({value, count, edits});
    }
    if (values.length <= all) others.push(...scored.map(({value}) => value));
  }
  near.sort((a, b) => a.edits - b.edits || b.count - a.count);
  const nearest = near.slice(0, MOST_NEAREST).map(({value}) => value);
  return [...new Set([...nearest, ...others])];
}

/**
 * The column of a filter whose values are listed, or of the names that an entity is made of; null for none.
 */
export function columnOfValues(dataset: string, columns: readonly string[]): ColumnOfValues | null {
  const {facets = []} = datasetOrEntity(dataset);
  const column = columns.find((one) => facets.includes(one));
  if (column) return {dataset, column};
  return Object.hasOwn(NAMES, dataset) ? NAMES[dataset as keyof typeof NAMES] : null;
}

/** Columns that hold the names of entities. */
export const NAMES = {
  vendors: {dataset: 'contracts', column: 'vendor'},
  departments: {dataset: 'contracts', column: 'department'},
  recipients: {dataset: 'grants', column: 'recipient'},
  clients: {dataset: 'lobbying_communications', column: 'client'},
} as const satisfies Record<string, ColumnOfValues>;
