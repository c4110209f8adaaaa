/**
 * The quirks of publishers' files by field function, one row each: where it falls, how it is written, what is
 * expected.
 */
import type {Field, Source} from '../../../datasets/types.ts';
import {dayOf, iso} from '../dates.ts';
import {LIES} from '../lies.ts';
import {dollars} from '../money.ts';
import {type Quirk, quirk} from '../quirk.ts';
import {BLANK, type Cell, dateCell, textCell, unreadable} from './cells.ts';
import type {Draft, LayoutColumns} from './columns.ts';
import {knownFields} from './known_fields.ts';
import type {PermitLie} from './permit_lies.ts';

/** A field of a layout with its name. */
interface Named {
  name: string;
  field: Field;
}

interface FieldQuirk extends Quirk {
  /** Whether it may fall on a field. */
  on(field: Field, source: Source): boolean;
  /** Changes the cells of the row; what is expected follows from what they mean. */
  bend(draft: Draft, at: Named, source: Source): void;
}

/** Sets the first column of a field that has a text, the others blank. */
function set(draft: Draft, {name}: Named, cell: Cell): void {
  const [first = '', ...others] = draft.columns.read(name);
  draft.cells[first] = cell;
  for (const column of others) draft.cells[column] = BLANK;
}

const isDate = (field: Field): field is Extract<Field, {op: 'date'}> => field.op === 'date';
const isText = (field: Field): boolean => field.op === 'text' && field.from.length > 0;
const IMPLAUSIBLE = dayOf('1911-03-04');
const CONTACTS = ', call (416) 555-0142 or write to someone@example.org';
/** Degrees from a point to one far outside. */
const [EAST, NORTH] = [4, 3];

const moved = (draft: Draft, [x, y]: readonly [number, number]): void => {
  const {lng, lat} = draft.subject.place;
  draft.columns.place(draft, [lng + x, lat + y]);
};

export const FIELD_QUIRKS = {
  unreadable_date: {
    ...quirk(45, 'words in the place of a day: null and noted', 6_000),
    on: isDate,
    bend: (draft, at) => set(draft, at, unreadable('see file')),
  },
  no_date: {
    ...quirk(45, 'no day: null', 1_500),
    on: isDate,
    bend: (draft, at) => set(draft, at, BLANK),
  },
  implausible_date: {
    ...quirk(45, 'a day in 1911, which nobody means: null and noted', 6_000),
    on: (field) => isDate(field) && field.plausible === true,
    bend: (draft, at) => {
      const form = isDate(at.field) ? (at.field.form ?? 'iso') : 'iso';
      set(draft, at, {...dateCell(IMPLAUSIBLE, form), value: null});
    },
  },
  date_text: {
    ...quirk(40, 'a day of a workbook as 14-Jan-20', 60),
    on: (field) => isDate(field) && field.form === 'workbook',
    bend: (draft, at) => {
      const [column = ''] = draft.columns.read(at.name);
      const {value} = draft.cells[column] ?? BLANK;
      if (value !== null) set(draft, at, {written: worded(value), text: value, value});
    },
  },
  money_zero: {
    ...quirk(40, 'an amount of 0 that stands for none: null', 14),
    on: (field) => field.op === 'money' && field.zero === 'null',
    bend: (draft, at) => set(draft, at, {written: '0', text: '0', value: '0'}),
  },
  money_words: {
    ...quirk(45, 'words in the place of an amount: null and noted', 7_000),
    on: (field) => field.op === 'money',
    bend: (draft, at) => set(draft, at, unreadable('TO FOLLOW')),
  },
  money_signs: {
    ...quirk(40, 'an amount as $1,234.50: read', 9),
    on: (field) => field.op === 'money',
    bend: (draft, at) => {
      const [column = ''] = draft.columns.read(at.name);
      const {value} = draft.cells[column] ?? BLANK;
      if (value !== null)
        set(draft, at, {written: ` ${dollars(Math.round(Number(value) * 100))} `, text: value, value});
    },
  },
  unknown_code: {
    ...quirk(45, 'a code that the table does not know: null, or as it stands', 2_000),
    on: (field) => field.op === 'code',
    bend: (draft, at) => set(draft, at, textCell('Trelawney')),
  },
  outside: {
    ...quirk(45, 'a point far outside of the municipality: null and noted', 3_000),
    on: (field) => field.op === 'degree',
    bend: (draft) => moved(draft, [EAST, -NORTH]),
  },
  zero_point: {
    ...quirk(45, 'a point at 0, 0: null', 5_000),
    on: (field) => field.op === 'degree',
    bend: (draft) => draft.columns.place(draft, [0, 0]),
  },
  no_point: {
    ...quirk(40, 'no point: null', 30),
    on: (field) => field.op === 'degree',
    bend: (draft) => draft.columns.place(draft, null),
  },
  other_point: {
    ...quirk(40, 'the point in another column only: read', 40),
    on: (field) => field.op === 'degree' && field.locations.length > 1,
    bend: (draft) => draft.columns.place(draft, draft.point, 1),
  },
  contacts: {
    ...quirk(40, 'a telephone number and an e-mail address in a description: taken out', 400),
    on: (field) => field.op === 'replace' && field.changes.some(([, to]) => to === '[...]'),
    bend: (draft, at) => set(draft, at, textCell(`Call before the visit${CONTACTS}`)),
  },
  null_word: {
    ...quirk(45, 'a text that the publisher writes for no value: null', 900),
    on: (field, {nullTokens}) => isText(field) && nullTokens !== undefined,
    bend: (draft, at, {nullTokens}) => set(draft, at, {...BLANK, written: nullTokens?.[0] ?? null}),
  },
  blanks: {
    ...quirk(40, 'doubled, trailing and no-break blanks in a text: collapsed', 30),
    on: isText,
    bend: (draft, at) => {
      const [column = ''] = draft.columns.read(at.name);
      const {text} = draft.cells[column] ?? BLANK;
      if (text?.includes(' '))
        draft.cells[column] = {...textCell(text), written: ` ${text.replace(' ', ' \u00a0')}  `};
    },
  },
  placeholder: {
    ...quirk(40, 'words that the publisher writes for nothing: null', 60),
    on: (field) => placeholderOf(field) !== null,
    bend: (draft, at) => set(draft, at, textCell(placeholderOf(at.field) ?? '')),
  },
  no_identifier: {
    ...quirk(45, 'no identifier: the record is known by its content', 2_000),
    on: (field) => field.op === 'identifier',
    bend: (draft, {field}) => {
      if (field.op === 'identifier') draft.cells[field.from] = textCell(field.blank?.[0] ?? '');
    },
  },
  several: {
    ...quirk(40, 'several values in one cell: all of them', 20),
    on: (field) => field.op === 'split',
    bend: (draft, at) => {
      const [column = ''] = draft.columns.read(at.name);
      const {text} = draft.cells[column] ?? BLANK;
      if (text !== null && at.field.op === 'split')
        set(draft, at, textCell([text, `${text} 2`, `${text} 3`].join(at.field.separator)));
    },
  },
} as const satisfies Record<string, FieldQuirk>;

/** A word that a field takes for nothing. */
function placeholderOf(field: Field): string | null {
  if (field.op !== 'text' && field.op !== 'split' && field.op !== 'bilingual') return null;
  return field.blank?.[0] ?? null;
}

/** `14-Jan-20`. */
function worded(day: string): string {
  const [, month = '', rest = ''] = /^\w+, \d+ (\w+) \d\d(\d\d)/.exec(new Date(day).toUTCString()) ?? [];
  return `${iso(dayOf(day)).slice(8)}-${month}-${rest}`;
}

export type FieldQuirkName = keyof typeof FIELD_QUIRKS;

/** Quirks of whole rows; the generator of rows knows what becomes of each. */
const ROW_QUIRKS = {
  duplicate: quirk(40, 'a row repeated as it stands: merged, or a record where rows repeat', 3_000),
  cell_too_many: quirk(45, 'one cell with text too many: refused', 9_000),
  cell_too_few: quirk(45, 'one cell too few: refused', 9_000),
  unknown_text: quirk(40, 'texts that no rule knows: what the rules say otherwise', 1_500),
  other_kind: quirk(40, 'a row about something else: refused', 20),
  second_row: quirk(40, 'another row of the same record: merged', 200),
  shared_key: quirk(45, 'two records under one key: told apart, or the second one refused', 9_000),
  blank_required: quirk(45, 'no value where one is required: refused', 9_000),
} as const;

type RowQuirkName = keyof typeof ROW_QUIRKS;
export type QuirkName = FieldQuirkName | RowQuirkName | PermitLie;

/** Quirks that make a field null. */
const NULLING: ReadonlySet<FieldQuirkName> = new Set([
  'unreadable_date',
  'no_date',
  'implausible_date',
  'money_zero',
  'money_words',
  'unknown_code',
  'placeholder',
  'null_word',
]);

/**
 * Fields of a layout on which a quirk may fall; those that identify records, are chosen by rules or are
 * required stay.
 */
export function fieldsFor(
  quirk: FieldQuirkName,
  source: Source,
  {layout, read, choices}: LayoutColumns,
): Named[] {
  const {on}: FieldQuirk = FIELD_QUIRKS[quirk];
  const known = NULLING.has(quirk) ? knownFields(source) : new Set<string>();
  const fixed = new Set([
    ...[...source.required, ...source.key].flatMap(read),
    ...choices.flatMap(({columns}) => columns),
  ]);
  return Object.entries(layout.fields)
    .map(([name, field]) => ({name, field: field.op === 'when' ? field.value : field}))
    .filter(({name, field}) => {
      if (known.has(name) || !on(field, source)) return false;
      return (
        field.op === 'degree' ||
        field.op === 'identifier' ||
        ownColumns(field).every((column) => !fixed.has(column))
      );
    });
}

const ownColumns = (field: Field): readonly string[] => {
  const {from} = field as {from?: string | readonly string[]};
  return from === undefined ? [] : typeof from === 'string' ? [from] : from;
};

/** The quirks that the files of a source have. */
export function quirksOf(names: readonly QuirkName[]): Record<string, Quirk> {
  const all: Record<string, Quirk> = {...FIELD_QUIRKS, ...ROW_QUIRKS, ...LIES.permits};
  return Object.fromEntries(names.map((name) => [name, pick(all[name] as Quirk)]));
}

const pick = ({every, help, national}: Quirk): Quirk => ({every, help, national});

export const FIELD_QUIRK_NAMES = Object.keys(FIELD_QUIRKS) as FieldQuirkName[];
