/** Generators of cells, one per kind of column: what is written, and what a reader must take it for. */
import type {CodeTable, Field, Json, PointLocation as PointForm} from '../../datasets/types.ts';
import {iso, REFERENCE_DAY} from '../dates.ts';
import {amount, shortest} from '../money.ts';
import type {Random} from '../prng.ts';
import {vendor, vendorNumber} from '../vendors.ts';
import type {Place} from './places.ts';
import {describe} from './prose.ts';

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

/** The longest run of digits of an example becomes the number of the record; `dated`: the first one its day. */
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
  [/description|title|summary|purpose|detail/i, /./, said(({means, french}) => describe(means, french))],
  [/reference/i, /./, said(({row}) => String(row))],
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
