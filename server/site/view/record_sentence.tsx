/** The sentence that a record begins with: who did what, for how much, when. */

import type {Columns} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {linkOf} from '../links.ts';
import {link, sentence} from './kit.tsx';
import {readable} from './readable.ts';
import {type Form, formOf} from './sentence_forms.ts';
import {inSentence, LIST, withArticle} from './sentence_words.ts';
import {rowsOf} from './steps.tsx';
import type {Child, Markup, View} from './types.ts';
import {isMissing, linkedValue, localValue, plainValue} from './value.tsx';

/** One of several values; `path` is where it leads, null: nowhere. */
interface Item {
  text: string;
  path: string | null;
}

/** What a sentence tells of the rows of a record: when a politician was first elected, and last. */
function withElections(columns: Columns, row: Row): {columns: Columns; row: Row} {
  const day = columns['election_history']?.fields?.['election_date'];
  if (!day) return {columns, row};
  const days = rowsOf(row['election_history'])
    .filter(({elected}) => elected === true)
    .map(({election_date}) => String(election_date))
    .toSorted();
  return {
    columns: {...columns, first_elected: day, last_elected: day},
    row: {...row, first_elected: days[0] ?? null, last_elected: days.at(-1) ?? null},
  };
}

/** A record with what its sentence tells, and the form of that; null where none suits. */
function told(owner: string, columns: Columns, row: Row): (Form & ReturnType<typeof withElections>) | null {
  const all = withElections(columns, row);
  const form = formOf(owner, all.row, (name) => !!all.columns[name] && !isMissing(all.row[name]));
  return form ? {...form, ...all} : null;
}

/** The fields that the sentence of a record names, or says by yes or no; none where it has none. */
export function toldFields(owner: string, columns: Columns, row: Row): readonly string[] {
  const form = told(owner, columns, row);
  return form ? [...form.fields, ...(typeof form.only?.[1] === 'boolean' ? [form.only[0]] : [])] : [];
}

/** Several values of a field that a sentence enumerates; null for a field that is one value. */
function itemsOf(view: View, owner: string, field: string, row: Row): readonly Item[] | null {
  if (owner !== 'lobbying_communications') return null;
  if (field === 'institution')
    return String(row[field])
      .split('; ')
      .map((name) => ({text: withArticle(view, readable(view, field, name)), path: null}));
  if (field !== 'subjects' || !Array.isArray(row['subject_list'])) return null;
  return row['subject_list'].map((subject) => ({
    text: inSentence(view, String(subject)),
    path: linkOf(owner, 'subject_list', subject, row),
  }));
}

/** Items as a sentence enumerates them: with commas, and a word before the last one. */
const enumerated = (view: View, items: readonly Item[], shown: (item: Item) => Child): Child[] =>
  LIST[view.language]
    .formatToParts(items.map((_, at) => String(at)))
    .map(({type, value}) => (type === 'element' ? shown(items[Number(value)]!) : value));

/** The sentence of a record, with links; null where there is none. */
export const recordSentence = (view: View, owner: string, columns: Columns, row: Row): Markup | null => {
  const form = told(owner, columns, row);
  if (!form) return null;
  const shown = form.fields.map((name): [string, Child] => {
    const items = itemsOf(view, owner, name, form.row);
    return [
      name,
      items
        ? enumerated(view, items, ({text, path}) => link(view, path, text))
        : linkedValue(view, owner, name, form.columns[name]!, form.row),
    ];
  });
  return <p class="sentence">{sentence(view, form.text, Object.fromEntries(shown))}</p>;
};

/** The same as text. */
export const sentenceText = (view: View, owner: string, columns: Columns, row: Row): string | null => {
  const form = told(owner, columns, row);
  if (!form) return null;
  const shown = form.fields.map((name) => {
    const items = itemsOf(view, owner, name, form.row);
    return [
      name,
      items
        ? enumerated(view, items, ({text}) => text).join('')
        : plainValue(view, name, form.columns[name]!, localValue(view, form.row, name)),
    ];
  });
  return view.t(form.text, Object.fromEntries(shown));
};
