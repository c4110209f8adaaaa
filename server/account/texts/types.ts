/** Texts of pages: each in both languages, or it does not compile. */
import type {Language} from '../language.ts';

/** One text; `{name}` stands for what the page gives. */
export type Text = Readonly<Record<Language, string>>;

export type Texts = Readonly<Record<string, Text>>;

export type Parts = Readonly<Record<string, string | number>>;

/** A text in a language, plain: pages escape it. */
export type Say = (text: Text, parts?: Parts) => string;

/** Says texts in the language. Throws where a part is not given: a fault of the page. */
export const speaker =
  (language: Language): Say =>
  (text, parts = {}) =>
    text[language].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`the text "${text.en}" lacks its part ${name}`);
      return String(part);
    });
