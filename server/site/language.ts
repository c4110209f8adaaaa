/** The languages of all pages, and which of them a reader gets. */
import {negotiateLanguage} from '../http/negotiate.ts';

export const LANGUAGES = ['en', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

export const OTHER = {en: 'fr', fr: 'en'} as const;

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((one) => one === text);

/** The first of the languages that the reader chose, else what the browser prefers, else English. */
export const languageOf = (accepted: string | undefined, ...chosen: (string | undefined)[]): Language =>
  chosen.find(isLanguage) ?? (negotiateLanguage(accepted, [...LANGUAGES]) as Language);
