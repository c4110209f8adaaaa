/** Page texts: the types require both languages. */
import type {Language} from '../language.ts';

/** A text; `{name}` is a placeholder. */
export type Text = Readonly<Record<Language, string>>;

export type Texts = Readonly<Record<string, Text>>;

export type Parts = Readonly<Record<string, string | number>>;

/** Returns a text in one language, unescaped; pages escape it. */
export type Translate = (text: Text, parts?: Parts) => string;

/** French keeps a colon on the line of the preceding word. */
const typeset = (text: Text, language: Language): string =>
  language === 'fr' ? text.fr.replaceAll(' :', '\u00a0:') : text.en;

/** Translates to the language. Throws if a placeholder has no value, a bug of the page. */
export const translator =
  (language: Language): Translate =>
  (text, parts = {}) =>
    typeset(text, language).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`the text "${text.en}" lacks its part ${name}`);
      return String(part);
    });
