/** Tables of public bodies as text: what a body is, and the reader of its lines. */

/** A public body, as people and files name it. */
export interface Body {
  /** Code of the open government registry where it has one, else a short word of our own. */
  key: string;
  en: string;
  fr: string;
  /** Acronyms in use and former ones, as written: `ISED`, `NRCan`. */
  acronyms: {en: readonly string[]; fr: readonly string[]};
  /**
   * Legal titles, former names and spellings in both languages; a record of a department gets the titles in
   * their place.
   */
  also: readonly string[];
  /** More such names, known to searches; a record that carries one keeps it as published. */
  kept: readonly string[];
}

const listed = (names: string | undefined): string[] => names?.split(',').map((name) => name.trim()) ?? [];

/**
 * Reads lines of `key | English | French | acronyms | other names`. Acronyms are `RCMP / GRC`, several
 * between commas, `-` for none, without the bar if French has none. Another name after `~` is one of `kept`.
 */
export const readBodies = (table: string): readonly Body[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [key, en, fr, acronyms, ...others] = line.split(' | ');
      if (!key || !en || !fr || !acronyms)
        throw new Error(`a body needs a key, two names and acronyms or "-": ${line}`);
      const [english, french] = acronyms === '-' ? [] : acronyms.split(' / ');
      return {
        key,
        en,
        fr,
        acronyms: {en: listed(english), fr: listed(french)},
        also: others.filter((name) => !name.startsWith('~')),
        kept: others.filter((name) => name.startsWith('~')).map((name) => name.slice(1)),
      };
    });
