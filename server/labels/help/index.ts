/** Help texts of columns in French, by their English text: one text of many columns is translated once. */
import {COLUMNS_HELP} from './columns.ts';

/** Texts with parts that are computed. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [
    /^sector tags by the key words in the titles, table of version (\S+): (.*)$/,
    'secteurs d’après les mots clés des titres, table de la version $1\u00a0: $2',
  ],
];

/**
 * The help of a column in French; null for one without, which a test of the labels forbids for what pages
 * show.
 */
export function frenchHelp(help: string): string | null {
  const known = COLUMNS_HELP[help];
  if (known !== undefined) return known;
  const pattern = PATTERNS.find(([english]) => english.test(help));
  return pattern ? help.replace(...pattern) : null;
}

/** English texts that have a French one. */
export const TRANSLATED_HELP: readonly string[] = Object.keys(COLUMNS_HELP);
