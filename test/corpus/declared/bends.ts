/** Which quirks the rows of a source may have, and how a row is bent by one. */
import type {Source} from '../../../datasets/types.ts';
import {LIES} from '../lies.ts';
import {BLANK, textCell} from './cells.ts';
import type {Draft, LayoutColumns} from './columns.ts';
import type {Output} from './files.ts';
import {isPermitLie, type PermitLie, tells} from './permit_lies.ts';
import {FIELD_QUIRK_NAMES, FIELD_QUIRKS, type FieldQuirkName, fieldsFor, type QuirkName} from './quirks.ts';
import {sharedFields, tellingFields} from './versions.ts';

/** The quirks of a source: those of its field functions, its files, its rules and its keys. */
export function quirksFor(source: Source, records: readonly LayoutColumns[]): QuirkName[] {
  const pointed = [...source.layouts].some(({fields}) =>
    Object.values(fields).some(({op}) => op === 'degree'),
  );
  const onFields = FIELD_QUIRK_NAMES.filter((name) => {
    if (name === 'other_point') return records.some((one) => fieldsFor(name, source, one).length > 0);
    return (
      records.some((one) => fieldsFor(name, source, one).length > 0) || (name.endsWith('point') && pointed)
    );
  });
  const lies =
    source.dataset === 'permits' && source.versions ? (Object.keys(LIES.permits) as PermitLie[]) : [];
  const group = sharedFields(source);
  const when = (holds: boolean, ...names: QuirkName[]): QuirkName[] => (holds ? names : []);
  return [
    ...onFields,
    ...lies.filter((lie) => records.some((one) => tells(lie, source, one))),
    'duplicate',
    'blank_required',
    ...when(
      source.files.some(({format}) => format === 'csv'),
      'cell_too_many',
      'cell_too_few',
    ),
    ...when(
      records.some(({choices}) => choices.some(({unknown}) => unknown)),
      'unknown_text',
    ),
    ...when(
      records.some(({choices}) => choices.some(({refused}) => refused)),
      'other_kind',
    ),
    ...when(
      'group' in (source.versions ?? {}) && records.some((one) => changeable(source, one).length > 0),
      'second_row',
    ),
    ...when(
      source.disambiguate !== undefined
        ? tellingFields(source).length > 0 || group.length === 0
        : group.length === 0,
      'shared_key',
    ),
  ];
}

/** Columns that rows of one record may say otherwise: those behind no field that makes them one. */
export function changeable(source: Source, {layout, read, choices, point}: LayoutColumns): string[] {
  const fixed = new Set([
    ...[...source.key, ...source.required, ...sharedFields(source), ...(source.disambiguate ?? [])].flatMap(
      read,
    ),
    ...choices.flatMap(({columns}) => columns),
  ]);
  const pointed = point?.locations.flatMap((at) => Object.values(at)) ?? [];
  return Object.entries(layout.fields)
    .filter(([, {op}]) => ['text', 'replace', 'multiline', 'integer', 'join_non_blank'].includes(op))
    .flatMap(([name]) => read(name))
    .filter((name) => !fixed.has(name) && !pointed.includes(name));
}

/** Whether a quirk may fall on a row of a layout, in a file that has some of its columns. */
export function may(
  source: Source,
  columns: LayoutColumns,
  name: QuirkName,
  {columns: given, csv}: Pick<Output, 'columns' | 'csv'>,
): boolean {
  if (name in FIELD_QUIRKS) {
    const whole = given.length === columns.layout.header.length;
    if (columns.point !== null && name.endsWith('point')) return whole;
    return fieldsOf(name as FieldQuirkName, source, columns).some((at) =>
      columns.read(at.name).every((column) => given.includes(column)),
    );
  }
  if (isPermitLie(name)) return tells(name, source, columns, given);
  if (name === 'cell_too_many' || name === 'cell_too_few') return csv;
  if (name === 'unknown_text') return columns.choices.some(({unknown}) => unknown);
  if (name === 'other_kind') return columns.choices.some(({refused}) => refused);
  if (name === 'second_row') return changeable(source, columns).some((column) => given.includes(column));
  return true;
}

/**
 * Field functions of required fields that have a value where their columns are blank, or are refused
 * otherwise.
 */
const ALWAYS: ReadonlySet<string> = new Set(['polygon', 'identifier']);

/** Changes a row as its quirk says; the reason why it is refused then, if it is. */
export function bend(
  source: Source,
  quirk: QuirkName,
  draft: Draft,
  index: number,
): 'missing' | 'kind' | null {
  const {columns} = draft;
  if (quirk in FIELD_QUIRKS) {
    const named = fieldsOf(quirk as FieldQuirkName, source, columns);
    const at = named[index % named.length];
    if (at) FIELD_QUIRKS[quirk as FieldQuirkName].bend(draft, at as never, source as never);
    return null;
  }
  if (quirk === 'unknown_text' || quirk === 'other_kind') {
    const other = quirk === 'other_kind';
    const able = columns.choices
      .map(({unknown, refused}) => (other ? refused : unknown))
      .filter((choice) => choice !== null);
    for (const [name, text] of Object.entries(able[index % able.length] ?? {}))
      draft.cells[name] = text === null ? BLANK : textCell(text);
    return other ? 'kind' : null;
  }
  if (quirk !== 'blank_required') return null;
  const able = source.required.filter(
    (name) => !ALWAYS.has(columns.layout.fields[name]?.op ?? '') && columns.read(name).length > 0,
  );
  for (const column of columns.read(able[index % able.length] ?? '')) draft.cells[column] = BLANK;
  draft.code = null;
  return 'missing';
}

const memo = new WeakMap<LayoutColumns, Map<FieldQuirkName, ReturnType<typeof fieldsFor>>>();

function fieldsOf(name: FieldQuirkName, source: Source, columns: LayoutColumns) {
  const of = memo.get(columns) ?? new Map<FieldQuirkName, ReturnType<typeof fieldsFor>>();
  memo.set(columns, of);
  const found = of.get(name) ?? fieldsFor(name, source, columns);
  of.set(name, found);
  return found;
}
