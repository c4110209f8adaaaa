/** Texts of pages: each in both languages, or it does not compile. */
import type {Language} from '../language.ts';

/** One text; `{name}` stands for what the page gives. */
export type Text = Readonly<Record<Language, string>>;

export type Texts = Readonly<Record<string, Text>>;

export type Parts = Readonly<Record<string, string | number>>;

/** A text in a language, plain: pages escape it. */
export type Say = (text: Text, parts?: Parts) => string;

/** French keeps a colon on the line of the word before it. */
const typeset = (text: Text, language: Language): string =>
  language === 'fr' ? text.fr.replaceAll(' :', '\u00a0:') : text.en;

/** Says texts in the language. Throws where a part is not given: a fault of the page. */
export const speaker =
  (language: Language): Say =>
  (text, parts = {}) =>
    typeset(text, language).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`the text "${text.en}" lacks its part ${name}`);
      return String(part);
    });
