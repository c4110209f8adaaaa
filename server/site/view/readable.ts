/** Texts as people read them: codes by their labels, halves of bilingual values, sizes. */
import {DATASETS, DERIVED} from '../../../datasets/index.ts';
import type {Columns} from '../../../datasets/types.ts';
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import {frenchValue, valueLabel} from '../../labels/index.ts';
import {formatMoney} from '../format.ts';
import type {Language} from '../language.ts';
import type {Words} from './types.ts';

/** The half of a bilingual text: answers in one language have been cut, keys of groups have not. */
export const halfOf = (text: string, language: Language): string => {
  const at = text.indexOf(' | ');
  if (at < 0) return text;
  return language === 'en' ? text.slice(0, at) : text.slice(at + 3);
};

/** The bounds of a size, `1000 to 5000`, as amounts. */
function bucketText({language, t}: Words, text: string): string {
  const [first = '', second] = (text.match(/-?\d+/g) ?? []).map((bound) =>
    formatMoney(Number(bound), language),
  );
  if (second !== undefined) return `${first} – ${second}`;
  return t(text.startsWith('below') ? 'chart.below' : 'chart.or_more', {value: first});
}

/** A value as it is, or in French where it is published in English alone and the page is French. */
export const worded = ({language}: Words, field: string, text: string): string =>
  language === 'fr' ? frenchValue(field, text) : text;

/** Names of the columns that hold both languages, rows of columns included. */
function bilingualIn(columns: Columns): string[] {
  return Object.entries(columns).flatMap(([name, {bilingual, fields = {}}]) => [
    ...(bilingual ? [name] : []),
    ...bilingualIn(fields),
  ]);
}

const BILINGUAL: ReadonlySet<string> = new Set(
  Object.values({...DATASETS, ...DERIVED}).flatMap(({columns}) => bilingualIn(columns)),
);

/** The half of a value of a field that has both languages; any other value, in which a bar may be, as it is. */
export const halfIn = (field: string, text: string, language: Language): string =>
  BILINGUAL.has(field) ? halfOf(text, language) : text;

/** A code as people read it; any other text as it is. */
export function readable(view: Words, field: string, text: string): string {
  const {language, t} = view;
  const label = valueLabel(field, text);
  if (label) return t(label);
  if (text === UNKNOWN_GROUP) return t('frame.unknown');
  return field === 'bucket' ? bucketText(view, text) : worded(view, field, halfIn(field, text, language));
}
