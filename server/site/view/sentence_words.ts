/** Names and subjects as they stand within a sentence: enumerated, with an article, in lower case. */
import {FRENCH_SUBJECTS} from '../../labels/french_subjects.ts';
import {frenchValue} from '../../labels/index.ts';
import type {Language} from '../language.ts';
import type {Words} from './types.ts';

/** Enumerations of each language. */
export const LIST: Readonly<Record<Language, Intl.ListFormat>> = {
  en: new Intl.ListFormat('en-CA', {type: 'conjunction'}),
  fr: new Intl.ListFormat('fr-CA', {type: 'conjunction'}),
};

/** What a body is: English names that say so take an article. */
const KIND =
  /\b(?:Agency|Authority|Bank|Board|Centre|College|Commission|Committee|Corporation|Council|Court|Department|Forces|Foundation|Guard|House|Institute|Ministry|Mint|Museum|Office|Police|Secretariat|Senate|Service|Tribunal)\b/i;

/** `Shared Services Canada`, unlike `Senate of Canada`, is a name without an article. */
const ENDS_IN_CANADA = /(?<!\bof) Canada$/i;

/** The name of a public body in an English sentence: `the House of Commons`, `Health Canada`. French ones stand as they are. */
export function withArticle({language}: Words, name: string): string {
  const bare = name.replace(/ \([^)]*\)$/, '');
  const takesOne = KIND.test(bare) && !ENDS_IN_CANADA.test(bare) && !/^the\b/i.test(bare);
  return language === 'en' && takesOne ? `the ${name}` : name;
}

/** Words of subjects that keep their capital. */
const PROPER = /^(?:Aboriginal|Indigenous|GST|HST)\b/;

/** A subject of the registry in a sentence; what a filer wrote in place of one stays as it is. */
export function inSentence({language}: Words, subject: string): string {
  if (FRENCH_SUBJECTS[subject] === undefined) return subject;
  if (language === 'fr') {
    const french = frenchValue('subjects', subject);
    return french.slice(0, 1).toLowerCase() + french.slice(1);
  }
  return subject
    .split(' ')
    .map((word) => (PROPER.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
