/** The languages of all pages, which of them a reader gets, and texts in both. */
import type {Label} from '../../datasets/labels/index.ts';
import {negotiateLanguage} from '../http/negotiate.ts';

export const LANGUAGES = ['en', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

export const OTHER = {en: 'fr', fr: 'en'} as const;

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((one) => one === text);

/** The first of the languages that the reader chose, else what the browser prefers, else English. */
export const languageOf = (accepted: string | undefined, ...chosen: (string | undefined)[]): Language =>
  chosen.find(isLanguage) ?? (negotiateLanguage(accepted, [...LANGUAGES]) as Language);

type Parts = Readonly<Record<string, string | number>>;

/** A text in one language; `{name}` is replaced by a part. Throws if a part is missing, a bug of the page. */
export type Translate = (text: Label, parts?: Parts) => string;

const PLACEHOLDER = /\{(\w+)\}/g;

const translate =
  (language: Language): Translate =>
  (text, parts) => {
    const own = text[language];
    if (!parts && !own.includes('{')) return own;
    return own.replaceAll(PLACEHOLDER, (_, name: string) => {
      const part = parts?.[name];
      if (part === undefined) throw new Error(`the text "${text.en}" lacks its part ${name}`);
      return String(part);
    });
  };

export const TRANSLATE: Readonly<Record<Language, Translate>> = {en: translate('en'), fr: translate('fr')};
