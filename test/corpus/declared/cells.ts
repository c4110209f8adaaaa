/** Generators of cells, one per kind of column: what is written, and what a reader must take it for. */
import type {CodeTable, Field, Json, PointLocation as PointForm} from '../../../datasets/types.ts';
import {iso, periodOf, REFERENCE_DAY} from '../dates.ts';
import {at} from '../lists.ts';
import {amount, shortest} from '../money.ts';
import type {Random} from '../prng.ts';
import {type Body, INSTITUTIONS, title} from '../vocabulary/institutions.ts';
import {person, SCHOOLS} from '../vocabulary/people.ts';
import {vendor, vendorNumber} from '../vocabulary/vendors.ts';
import type {Place} from './places.ts';
import {describe, keywords, programName} from './prose.ts';

export interface Cell {
  written: Json;
  /** Clean text; null where the cell is blank. */
  text: string | null;
  /** ISO day, plain number, or text; null where the cell is blank or cannot be read. */
  value: string | null;
}

export const BLANK: Cell = {written: null, text: null, value: null};
/** White space that a reader collapses or trims. */
const UNCLEAN = /\s\s|^\s|\s$|[^\S ]/;

export function textCell(text: string, written: Json = text): Cell {
  const clean = UNCLEAN.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return {written, text: clean, value: clean};
}
/** A text where something else belongs. */
export const unreadable = (text: string): Cell => ({written: text, text, value: null});

/** What the cells of one row speak of. */
export interface Subject {
  index: number;
  /** Number of the row, unique in the source. */
  row: number;
  /** Day since 1970 around which the row was published. */
  day: number;
  means: Random;
  place: Place;
  french: boolean;
  /** Number of different companies. */
  vendors: number;
}

export type Generator = (of: Subject) => Cell;

const DAY_MS = 86_400_000;
export type DateForm = NonNullable<Extract<Field, {op: 'date'}>['form']> | 'iso';

/** A day as a publisher writes it; of a workbook the number of the day. */
export const DATE_FORMS: Record<DateForm, (day: number) => Json> = {
  iso: (day) => iso(day),
  slashes: (day) => `${iso(day)}T00:00:00.000`,
  compact: (day) => iso(day).replaceAll('-', ''),
  mixed: (day) => iso(day).replaceAll('-', ['-', '', '/'][day % 3] ?? ''),
  epoch: (day) => day * DAY_MS + 4 * 3_600_000,
  workbook: (day) => ({t: 'n', v: day + 25_569, z: 'yyyy-mm-dd'}),
};

export const dateCell = (day: number, form: DateForm): Cell => ({
  written: DATE_FORMS[form](day),
  text: iso(day),
  value: iso(day),
});

/** Days between steps of a file, by what the field is called; the first pattern that fits counts. */
const STEPS: readonly [RegExp, (base: number, issued: number, means: Random) => number][] = [
  [/expir/, (_base, issued) => issued + 365],
  [/complet|final|end|clos/, (_base, issued, means) => issued + 20 + Math.floor(900 * means.next() ** 1.5)],
  [/appl|submi|request|receiv/, (base) => base],
  [/./, (_base, issued) => issued],
];

export const dateOf =
  (name: string, form: DateForm): Generator =>
  ({day, means, index}) => {
    const issued = day + 2 + (index % 97);
    const [, step] = STEPS.find(([pattern]) => pattern.test(name)) ?? [];
    const made = step?.(day, issued, means) ?? day;
    return made > REFERENCE_DAY && !name.includes('expir') ? BLANK : dateCell(made, form);
  };

export const numberCell = (value: string): Cell => ({written: Number(value), text: value, value});
export const moneyOf: Generator = ({means}) =>
  numberCell(shortest(Math.round(amount(means, 500_00) / 100) * 100));
export const areaOf: Generator = ({means}) => numberCell(String(12 + Math.floor(900 * means.next() ** 3)));
export const countOf: Generator = ({means}) =>
  numberCell(String(means.chance(0.1) ? -1 : Math.floor(12 * means.next() ** 4)));

export const integerOf: Generator = ({means}) => numberCell(String(Math.floor(12 * means.next() ** 4)));

/**
 * The longest run of digits of an example becomes the number of the record; `dated`: the first one its day.
 */
export function identifierOf(example: string, dated: boolean): Generator {
  const runs = [...example.matchAll(/\d+/g)];
  const own = dated ? runs.slice(1) : runs;
  const longest = own.reduce((best, run) => (run[0].length >= (best?.[0].length ?? 0) ? run : best), own[0]);
  const [from, length] = [longest?.index ?? example.length, longest?.[0].length ?? 0];
  const [before, behind] = [example.slice(0, from), example.slice(from + length)];
  const day = dated ? /^\d+/ : null;
  return ({row, day: of}) => {
    const number = String(row).padStart(length, '0');
    return textCell((day ? before.replace(day, String(DATE_FORMS.compact(of))) : before) + number + behind);
  };
}

/** An example with other digits. */
export function alike(examples: readonly string[]): Generator {
  return ({means}) => {
    const one = examples.length ? means.pick(examples) : `Item ${means.int(900)}`;
    const text = one.replace(/\d/g, (digit) => (digit === '0' ? '0' : String(1 + means.int(9))));
    return textCell(text);
  };
}

/** Any spelling that a code table knows, the canonical ones more often. */
export function spellings({values}: CodeTable): Generator {
  const codes = Object.entries(values);
  return ({means}) => {
    const [code, others] = means.pick(codes);
    return textCell(others.length && means.chance(0.3) ? means.pick(others) : code);
  };
}

const company: Generator = ({means, vendors}) =>
  textCell(vendor(vendorNumber(means, vendors)).spellings[0] ?? '');
const spoken =
  (share: number, of: Generator): Generator =>
  (subject) =>
    subject.means.chance(share) ? of(subject) : BLANK;
const said =
  (text: (of: Subject) => string): Generator =>
  (of) =>
    textCell(text(of));

/** The year of a record. */
export const yearOf: Generator = ({day}) => textCell(iso(day).slice(0, 4));

/**
 * Institutions that share the records of a source: institution and quarter of a record are unique together.
 */
const REPORTING = INSTITUTIONS.slice(-24, -4);
const QUARTER_DAYS = 91.3125;
const institutionOf = ({index}: Subject): Body => at(REPORTING, index);
const quarterOf = ({index}: Subject): string =>
  periodOf(REFERENCE_DAY - Math.round(Math.floor(index / REPORTING.length) * QUARTER_DAYS));

/** The columns of a department: its code, its titles, or both titles. */
export const departmentOf =
  ({code, en, fr}: Extract<Field, {op: 'department'}>, column: string): Generator =>
  (subject) => {
    const of = institutionOf(subject);
    if (column === code) return textCell(of.code);
    if (column === en) return textCell(of.en);
    return textCell(column === fr ? of.fr : title(of));
  };

/** Generators of texts by the shape of an example. */
const SHAPES: readonly [RegExp, Generator][] = [
  [/^\d{4}-\d{4}-Q[1-4]$/, (subject) => textCell(quarterOf(subject))],
  [/^\d{4}-\d{4}$/, (subject) => textCell(quarterOf(subject).slice(0, 9))],
  [/^Q[1-4]$/, (subject) => textCell(quarterOf(subject).slice(10))],
];

/** Whether the second year of an example, if it has two, follows the first. */
function isFiscalYear(example: string): boolean {
  const [first, second] = example.split('-').map(Number);
  return !second || second === Number(first) + 1;
}

/** The generator of texts that are shaped as the example; null where no shape is known. */
export const shapedAs = (example = ''): Generator | null =>
  SHAPES.find(([shape]) => shape.test(example) && isFiscalYear(example))?.[1] ?? null;

/** `Last, First`. */
function nameOf(means: Random): string {
  const {family, given} = person(means.int(80_000));
  return `${family}, ${given}`;
}

/** Vocabulary by what a field and its column are called; the first pattern that fits counts. */
const TOPICS: readonly [RegExp, RegExp, Generator][] = [
  [/postal|zip/i, /./, said(({place}) => place.postal)],
  [/ward|district/i, /./, said(({place}) => `Ward ${place.ward}`)],
  [/neighbo|community|city|borough/i, /./, said(({place}) => place.area)],
  [
    /address|street|house|^unit|location|place/i,
    /dir/i,
    spoken(
      0.2,
      said(() => 'E'),
    ),
  ],
  [
    /address|street|house|^unit|location|place/i,
    /unit|suite|2$|bldg/i,
    spoken(
      0.1,
      said(({means}) => String(1 + means.int(40))),
    ),
  ],
  [/address|street|house/i, /type/i, said(({place}) => place.kind)],
  [/address|street|house/i, /^road$|street_?name|^street$/i, said(({place}) => place.street)],
  [/address|street|house/i, /num|house|civic_no|^st #$|_number$/i, said(({place}) => place.house)],
  [/address|street|location/i, /./, said(({place: {house, street, kind}}) => `${house} ${street} ${kind}`)],
  [/applicant|contractor|builder|recipient|vendor|supplier|organization/i, /./, spoken(0.55, company)],
  [/description|title|summary|purpose|detail/i, /fr$/i, said(({means}) => describe(means, true))],
  [/description|title|summary|purpose|detail/i, /./, said(({means, french}) => describe(means, french))],
  [/reference/i, /./, said(({row}) => String(row))],
  [/researcher|person/i, /./, said(({means}) => nameOf(means))],
  [/institution/i, /./, said(({means}) => at(SCHOOLS, Math.floor(SCHOOLS.length * means.next() ** 1.7)).en)],
  [/program/i, /./, said(({means}) => programName(means))],
  [/keyword/i, /./, said(({means}) => keywords(means).join('; '))],
];

/** Whether a field of this name holds free text. */
export const isProse = (field: string): boolean => /description|title|summary|purpose|detail/i.test(field);
/** Whether examples are no model of the texts of such a field. */
export const topicOf = (field: string, column: string): Generator | null =>
  TOPICS.find(([of, at]) => of.test(field) && at.test(column))?.[2] ?? null;

/** Columns that a form of a point fills, and their cells. */
export function pointCells(
  at: PointForm,
  [lng, lat]: readonly [number, number],
  geometry: 'Point' | 'MultiPoint',
): Record<string, Cell> {
  const shape = {type: geometry, coordinates: geometry === 'Point' ? [lng, lat] : [[lng, lat]]};
  switch (at.form) {
    case 'columns':
      return {[at.lat]: numberCell(String(lat)), [at.lng]: numberCell(String(lng))};
    case 'geojson':
      return {[at.column]: textCell(JSON.stringify(shape), shape)};
    case 'pair':
      return {[at.column]: textCell(`${lat}, ${lng}`)};
    default:
      return {};
  }
}
