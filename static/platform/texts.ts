/**
 * What a service worker fetches of pages: texts with the first page of their language, and pages that no question
 * changes, which the host has as they were made beforehand.
 */
import type {Catalogue} from '../../server/site/catalogues.ts';
import type {Language} from '../../server/site/language.ts';
import type {Texts} from '../site_files.ts';

export const CATALOGUES: Partial<Record<Language, Catalogue>> = {};
export const COLUMNS_HELP: Record<string, string> = {};

/** Paths of those pages; the bundler writes it. */
declare const STANDING: readonly string[];

export const STANDING_PAGES = Object.fromEntries(
  STANDING.map((path) => [
    path,
    () => {
      throw new Error(`${path} was not made beforehand`);
    },
  ]),
);

/** Whether the texts of a language are there. */
export const hasTexts = (language: Language): boolean => CATALOGUES[language] !== undefined;

export function addTexts(language: Language, {messages, help}: Texts): void {
  CATALOGUES[language] = messages;
  Object.assign(COLUMNS_HELP, help);
}
