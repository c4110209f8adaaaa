/** Departments whose names stand in a text, word for word, in either language. */
import {fold} from '../../../datasets/rules/text.ts';
import type {Engine} from '../../../engine/types.ts';
import {ask} from '../ask.ts';
import {LISTS} from '../paths.ts';
import {halfOf} from '../view/readable.ts';
import type {Words} from '../view/types.ts';
import {wordsIn} from './plain_words.ts';

/** More than there are. */
const MOST = '500';

/** Shorter names are words and abbreviations of others. */
const SHORTEST = 5;

interface NamedDepartment {
  key: string;
  /** Its name in the language of the page. */
  label: string;
  /** Its words in the folded text. */
  words: string;
}

/** Those in a folded text, the longest name first. */
export function departmentsIn({language}: Words, engine: Engine, text: string): NamedDepartment[] {
  const {path} = LISTS.get('departments')!;
  return ask(engine, path, [['limit', MOST]])
    .data.flatMap(({department, department_key: key}) => {
      const name = String(department);
      const words = (['en', 'fr'] as const)
        .map((one) => fold(halfOf(name, one)))
        .map((half) => (half.length < SHORTEST ? null : wordsIn(text, half)))
        .find((found) => found !== null);
      return words == null ? [] : [{key: String(key), label: halfOf(name, language), words}];
    })
    .toSorted((a, b) => b.words.length - a.words.length);
}
