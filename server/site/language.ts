/** The languages of the site. */

export const LANGUAGES = ['en', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

export const OTHER = {en: 'fr', fr: 'en'} as const;

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((one) => one === text);
