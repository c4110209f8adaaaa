/** Constructors of the field functions: short words for the declarations in the source files. */
import type {CodeTable, Field} from './types.ts';

type Names = string | readonly string[];
const names = (from: Names): readonly string[] => (typeof from === 'string' ? [from] : from);

export const text = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'text',
  from: names(from),
  blank,
});
export const long = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'long',
  from: names(from),
  blank,
});
export const date = (from: Names): Field => ({op: 'date', from: names(from)});
export const money = (from: Names): Field => ({op: 'money', from: names(from)});
export const inCad = (amount: Names, currency: string): Field => ({
  op: 'in_cad',
  amount: names(amount),
  currency,
});
export const integer = (from: Names): Field => ({op: 'integer', from: names(from)});
export const code = (from: string, table: CodeTable): Field => ({op: 'code', from, table});
export const bilingual = (en: string, fr: string, blank: readonly string[] = []): Field => ({
  op: 'bilingual',
  en,
  fr,
  blank,
});
export const department = (of: {code?: string; en?: string; fr?: string; both?: string}): Field => ({
  op: 'department',
  ...of,
});
export const lines = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'lines',
  from: names(from),
  blank,
});
/** The lines as one text, for cells of several values where one text is wanted. */
export const joinedLines = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'lines',
  from: names(from),
  blank,
  joined: ', ',
});
export const matches = (from: string, pattern: RegExp): Field => ({op: 'matches', from, pattern});
export const split = (from: string, separator: string, blank: readonly string[] = []): Field => ({
  op: 'split',
  from,
  separator,
  blank,
});
export const firstCharacters = (from: string, length: number, pattern: RegExp): Field => ({
  op: 'first_characters',
  from,
  length,
  pattern,
});
export const constant = (value: string): Field => ({op: 'constant', value});
export const address = (of: Omit<Extract<Field, {op: 'address'}>, 'op'>): Field => ({op: 'address', ...of});
export const vendorKey = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'vendor_key',
  from: names(from),
  blank,
});
export const extract = (from: Names, pattern: RegExp): Field => ({op: 'extract', from: names(from), pattern});
