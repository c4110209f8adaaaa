/**
 * Numbers of records as people type them: letters and digits alone, without the signs and spaces between
 * them.
 */
import {fold} from './text.ts';

/** The letters and digits of a number, folded. */
export const plainNumber = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The same in SQL; null where nothing is left. */
export const plainNumberSql = (sql: string): string =>
  `nullif(regexp_replace(fold(${sql}), '[^\\p{L}\\p{N}]', '', 'g'), '')`;

/** Whether a text may name a number: only then its words are looked for among numbers. */
export const mayNameNumber = (text: string): boolean => /\d/.test(text);
