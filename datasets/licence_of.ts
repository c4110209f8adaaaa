/** What the licence of a source asks for, in both languages. */
import {type Both, LICENCES, UNKNOWN} from './licences.ts';
import type {Source} from './types.ts';

export interface Licence {
  id: string;
  title: Both;
  url: Both;
  /**
   * True if anybody may use, change and share the data for any purpose, at most with attribution
   * (https://opendefinition.org). False if the licence asks for more, or if its terms have not been checked.
   */
  open: boolean;
  /** The sentence that users of the data put beside it. */
  attribution: Both;
  /** Conditions beyond those of an open licence; null if there are none. */
  terms: Both | null;
}

/** The name as open government licences write it in their sentence: without version, with an en dash. */
const inSentence = (name: string): string => name.replace(/ \d+\.\d+$/, '').replace(' - ', ' – ');

const contains = (name: Both): Both => ({
  en: `Contains information licensed under the ${inSentence(name.en)}.`,
  fr: `Contient de l’information visée par la licence «\u00a0${inSentence(name.fr)}\u00a0».`,
});

/** The halves of `English | Français`. */
function halves(text: string): Both {
  const [en = '', fr = en] = text.split(' | ');
  return {en, fr};
}

/** The licence of a source, with the sentence that names its publisher. */
export function licenceOf({
  license,
  license_url,
  publisher,
}: Pick<Source, 'license' | 'license_url' | 'publisher'>): Licence {
  const row = Object.hasOwn(LICENCES, license) ? LICENCES[license]! : UNKNOWN;
  const title = {en: license, fr: row.fr ?? license};
  const {en, fr} = row.attribution ?? contains(title);
  const by = halves(publisher);
  return {
    id: row.id,
    title,
    url: {en: row.url_en ?? license_url, fr: row.url_fr ?? license_url},
    open: row.open,
    attribution: {en: en.replace('%', by.en), fr: fr.replace('%', by.fr)},
    terms: row.terms ?? null,
  };
}
