/**
 * What a perfect reader makes of a generated row: the field functions of a declaration over what its cells
 * mean.
 */
import {titleOf} from '../../../datasets/codes/department_titles.ts';
import {DEPARTMENTS} from '../../../datasets/codes/departments.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {CodeTable, Field, Json, Sum} from '../../../datasets/types.ts';
import {decide, type TextOf} from './rules.ts';

/** A generated row as its reader must understand it. */
export interface Meaning {
  /** Clean text of a column; null where the cell is blank. */
  text: TextOf;
  /** What a cell stands for: ISO day, plain number, or text; null where it is blank or cannot be read. */
  value: TextOf;
  /** The point inside the bounds; null without one. */
  point: readonly [lng: number, lat: number] | null;
  geometry: string | null;
}

/** Marks a field whose value only the pipeline's own rules could tell: nothing is expected of it. */
export const OPEN = Symbol('open');
export type Expectation = Json | typeof OPEN;

type Of<Op extends Field['op']> = Extract<Field, {op: Op}>;

function first(columns: readonly string[], of: TextOf, blank: readonly string[] = []): string | null {
  const ignored = blank.map(fold);
  for (const column of columns) {
    const text = of(column);
    if (text !== null && text !== '' && !(ignored.length > 0 && ignored.includes(fold(text)))) return text;
  }
  return null;
}

const rounded = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

function measured({from, factor = 1, decimals, zero}: Of<'number'>, {value}: Meaning): number | null {
  const text = first(from, value);
  if (text === null || (zero && Number(text) === 0)) return null;
  const made = Number(text) * factor;
  return decimals === undefined ? made : rounded(made, decimals);
}

function sum({terms: of}: Sum, {value}: Meaning): number | null {
  const given = of.filter(({column}) => value(column) !== null);
  const amounts = given.map(({column, factor = 1, absolute}) => {
    const amount = Number(value(column));
    return factor * (absolute ? Math.abs(amount) : amount);
  });
  return given.length ? amounts.reduce((all, one) => all + one, 0) : null;
}

function totalled(field: Of<'sum'>, row: Meaning): number | null {
  const {or, zero, decimals = 0, as} = field;
  const made = sum(field, row);
  const all = (made === null || (zero && made === 0)) && or ? sum(or, row) : made;
  if (all === null || (zero && all === 0)) return null;
  return as === 'integer' ? Math.round(all) : rounded(all, decimals);
}

/** The canonical value; an unknown spelling gives what the table says. */
function canonical(text: string, {values, ignored, prefixes = {}, unknown}: CodeTable): string | null {
  const plain = fold(text);
  if (ignored.some((one) => fold(one) === plain)) return null;
  for (const [value, spellings] of Object.entries(values))
    if ([value, ...spellings].some((one) => fold(one) === plain)) return value;
  for (const [value, starts] of Object.entries(prefixes))
    if (starts.some((one) => plain.startsWith(fold(one)))) return value;
  return unknown === 'keep' ? text : null;
}

function changed(text: string | null, changes: readonly (readonly [RegExp, string])[]): string | null {
  if (text === null) return null;
  const made = changes.reduce(
    (before, [pattern, to]) =>
      before.replace(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`), to),
    text,
  );
  return made.replace(/\s+/g, ' ').trim() || null;
}

function located({template, when, otherwise, case: as}: Of<'address'>, {text}: Meaning): string {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const complete = names.every((name) => text(name) !== null);
  if (!complete || (when && !when.pattern.test(text(when.column) ?? ''))) return otherwise;
  const written = (name: string) => (as ? (text(name) ?? '').toLowerCase() : (text(name) ?? ''));
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(written(name)));
}

function split(
  text: string | null,
  {separator, blank}: {separator: string; blank: readonly string[]},
): string[] {
  const ignored = blank.map(fold);
  return (text ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !ignored.includes(fold(part)));
}

const yearOf = (text: string | null): string | null =>
  text === null
    ? null
    : `${text.slice(0, 4)}-${String((Number(text.slice(0, 4)) + 1) % 100).padStart(2, '0')}`;

/** `YYYYMMDD` or `YYYY-MM-DD` at the beginning of a text that is more than a date. */
function dayIn(text: string | null): string | null {
  if (text === null) return null;
  // Cells of days hold an ISO day or nothing.
  if (text.length === 10 && text[4] === '-') return text;
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(text) ?? [];
  const made = `${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(made)) || !new Date(made).toISOString().startsWith(made) ? null : made;
}

/** The title of a known institution, or the titles as written. */
function titleIn({code, both}: Of<'department'>, {text}: Meaning): Expectation {
  const known = DEPARTMENTS.find((one) => code !== undefined && fold(one.key) === fold(text(code) ?? ''));
  if (known) return titleOf(known);
  return both ? text(both) : OPEN;
}

type Reader<Op extends Field['op']> = (field: Of<Op>, row: Meaning) => Expectation;

/** By field function; one that is missing is left open. */
const READERS: {[Op in Field['op']]?: Reader<Op>} = {
  text: ({from, blank, case: as}, {text}) => {
    const made = first(from, text, blank);
    return as === 'lower'
      ? (made?.toLowerCase() ?? null)
      : as === 'upper'
        ? (made?.toUpperCase() ?? null)
        : made;
  },
  multiline: ({from, blank}, {text}) => first(from, text, blank),
  date: ({from}, {value}) => dayIn(first(from, value)),
  money: ({from, zero}, {value}) => {
    const text = first(from, value);
    return text === null || (zero && Number(text) === 0) ? null : Number(text);
  },
  number: measured,
  integer: ({from}, {value}) => {
    const text = first(from, value);
    return text === null ? null : Number(text);
  },
  sum: totalled,
  rules: ({rules}, {text}) => decide(rules, text).value,
  when: ({value, rules, equals}, row) =>
    equals.includes(decide(rules, row.text).value ?? '') ? expected(value, row) : null,
  replace: ({from, blank, changes}, {text}) => changed(first(from, text, blank), changes),
  degree: ({axis}, {point}) => (point === null ? null : (point[axis === 'lng' ? 0 : 1] ?? null)),
  polygon: ({value: gives}, {geometry}) => (gives === 'geometry' ? geometry : OPEN),
  code: ({from, table}, {text}) => {
    const written = first(from, text);
    return written === null ? null : canonical(written, table);
  },
  bilingual: ({en, fr, blank}, {text}) => {
    const halves = [first([en], text, blank), first([fr], text, blank)].filter((half) => half !== null);
    return halves.length ? [...new Set(halves)].join(' | ') : null;
  },
  department: titleIn,
  split: ({from, joinWith, ...how}, {text}) => {
    const parts = split(first(from, text), how);
    return joinWith === undefined ? parts : parts.length ? parts.join(joinWith) : null;
  },
  fiscal_year: ({from}, {text}) => yearOf(first(from, text)),
  join_all: ({from, separator}, {text}) => {
    const parts = from.map(text);
    return parts.includes(null) ? null : parts.join(separator);
  },
  join_non_blank: ({from, separator}, {text}) => {
    const parts = from.map(text).filter((part) => part !== null);
    const made = separator === undefined ? parts.join(' ') : [...new Set(parts)].join(separator);
    return made === '' ? null : made;
  },
  identifier: ({from, blank}, {text}) => first([from], text, blank) ?? OPEN,
  constant: ({value}) => value,
  address: located,
  extract: ({from, pattern}, {text}) => pattern.exec(first(from, text) ?? '')?.[1] ?? null,
};

/** The value that a field must have. */
export function expected(field: Field, row: Meaning): Expectation {
  const reader = READERS[field.op] as Reader<Field['op']> | undefined;
  return reader ? reader(field, row) : OPEN;
}
