/**
 * Lies of municipalities about permits: rows of one permit at several addresses, and revisions that repeat
 * it.
 */
import type {Source} from '../../../datasets/types.ts';
import {dayOf} from '../dates.ts';
import {LIES} from '../lies.ts';
import {BLANK, type Cell, dateCell, numberCell, textCell} from './cells.ts';
import type {Draft, LayoutColumns} from './columns.ts';

export type PermitLie = keyof typeof LIES.permits;

export const isPermitLie = (name: string | null): name is PermitLie => name !== null && name in LIES.permits;

const TORONTO = 'toronto_permits';
/** Cities whose key means one place: a sheet, a folder, a revision. */
const BY_PLACE = [TORONTO, 'ottawa_permits', 'brampton_permits'];
/** Every row repeats the cost of the permit. */
const COST_REPEATED = 'halifax_permits';

const UNITS = 'dwelling_units_created';
const COST = 'estimated_cost';

/** Columns of a field that a lie may change: those that nothing reads which decides about the record. */
function freeColumns(source: Source, {read, choices}: LayoutColumns, name: string): string[] {
  const fixed = new Set([
    ...[...source.key, ...source.required].flatMap(read),
    ...choices.flatMap(({columns}) => columns),
  ]);
  return read(name).filter((column) => !fixed.has(column));
}

/** The column in which a lie writes an amount; null where part of its field is not free. */
function columnOf(source: Source, columns: LayoutColumns, name: string): string | null {
  const free = freeColumns(source, columns, name);
  return free.length === columns.read(name).length ? (free[0] ?? null) : null;
}

/**
 * Columns that say where a permit is: one of the address, and one of its parts where these are columns of
 * their own.
 */
function addressOf(source: Source, columns: LayoutColumns): string[] {
  const names = 'house' in columns.layout.fields ? ['house'] : ['address', 'place'];
  return [...new Set(names.flatMap((name) => freeColumns(source, columns, name).slice(0, 1)))];
}

/** Columns that a lie changes; null where the rows of a layout cannot tell it. */
function changedBy(lie: PermitLie, source: Source, columns: LayoutColumns): (string | null)[] | null {
  if (columns.layout.codeTable !== undefined) return null;
  if (lie === 'several_addresses' || lie === 'addresses_with_units') {
    const address = addressOf(source, columns);
    const amounts = [UNITS, COST].map((name) => columnOf(source, columns, name));
    const tells =
      address.length > 0 && (lie === 'several_addresses' || amounts.some((column) => column !== null));
    return tells && !BY_PLACE.includes(source.slug) ? [...address, ...amounts] : null;
  }
  if (source.slug !== TORONTO) return null;
  return lie === 'two_builders' ? [...columns.read('contractor_name')] : [];
}

/** Whether the rows of a layout, in a file with some of its columns, can tell a lie. */
export function tells(
  lie: PermitLie,
  source: Source,
  columns: LayoutColumns,
  given: readonly string[] = columns.layout.header,
): boolean {
  const changed = changedBy(lie, source, columns);
  return changed?.every((column) => column === null || given.includes(column)) ?? false;
}

function withCells({cells, ...draft}: Draft, changes: Record<string, Cell>): Draft {
  return {...draft, cells: {...cells, ...changes}};
}

/** The row with an amount; null for a blank one. */
function withAmount(draft: Draft, source: Source, name: string, amount: number | null): Draft {
  const column = columnOf(source, draft.columns, name);
  if (column === null) return draft;
  const others = draft.columns.read(name).map((other) => [other, BLANK] as const);
  const cell = amount === null ? BLANK : numberCell(String(amount));
  return withCells(draft, {...Object.fromEntries(others), [column]: cell});
}

/** A row at the n-th address after its own, which is never blank. */
function elsewhere(draft: Draft, source: Source, nth: number): Draft {
  const {house, street} = draft.subject.place;
  const changes = addressOf(source, draft.columns).map((column) => {
    const text = draft.cells[column]?.text ?? `${house} ${street}`;
    const moved = text.replace(/\d+/, (digits) => String(Number(digits) + 2 * nth));
    return [column, textCell(nth > 0 && moved === text ? `${text} ${nth + 1}` : moved)] as const;
  });
  return withCells(draft, Object.fromEntries(changes));
}

/** The rows of a permit, and what must come of them as a row. */
interface Told {
  rows: Draft[];
  record: Draft;
  addresses?: number;
}

/** Layouts of the source by name. */
type Layouts = ReadonlyMap<string, LayoutColumns>;

/**
 * Where rows have a number of their own, those of one permit are listed without it; dwellings before and
 * after the work are left out beside those gained.
 */
function listed(source: Source, drawn: Draft): Draft {
  const {read, layout} = drawn.columns;
  const [own, ...others] = source.key.includes('source_reference') ? read('source_reference') : [];
  const parts = Object.keys(layout.fields).filter((name) => name.startsWith('dwellings_'));
  const blank = [...(own !== undefined && others.length > 0 ? [own] : []), ...parts.flatMap(read)];
  return elsewhere(withCells(drawn, Object.fromEntries(blank.map((column) => [column, BLANK]))), source, 0);
}

/** Two or three addresses. Units and cost stand on every row, or the units on the second alone. */
function severalAddresses(source: Source, one: Draft): Told {
  const drawn = listed(source, one);
  const {row} = drawn.subject;
  const [first, units] = row % 2 ? [withAmount(drawn, source, UNITS, null), 3] : [drawn, null];
  const rows = Array.from({length: 2 + (row % 3 === 0 ? 1 : 0)}, (_, nth) => {
    const other = elsewhere(first, source, nth);
    return units !== null && nth === 1 ? withAmount(other, source, UNITS, units) : other;
  });
  const record = units === null ? first : withAmount(first, source, UNITS, units);
  return {rows, record, addresses: rows.length};
}

/** Two or three addresses with units and a cost each: they add up. */
function addressesWithUnits(source: Source, one: Draft): Told {
  const drawn = listed(source, one);
  const {row} = drawn.subject;
  const repeated = source.slug === COST_REPEATED;
  const parts = Array.from({length: 2 + (row % 2)}, (_, nth) => ({
    units: nth + 1,
    cost: 40_000 + 500 * (row % 90) + (repeated ? 0 : 7_500 * nth),
  }));
  const withAmounts = (draft: Draft, {units, cost}: {units: number; cost: number}) =>
    withAmount(withAmount(draft, source, UNITS, units), source, COST, cost);
  const rows = parts.map((part, nth) => withAmounts(elsewhere(drawn, source, nth), part));
  const whole = parts.reduce((all, {units, cost}) => ({
    units: all.units + units,
    cost: repeated ? cost : all.cost + cost,
  }));
  return {rows, record: withAmounts(drawn, whole), addresses: rows.length};
}

/**
 * A permit and two revisions: the first repeats its cost, the second has its own; units and days are those of
 * neither.
 */
function revisions(source: Source, drawn: Draft): Told {
  const {columns, subject} = drawn;
  const cost = 60_000 + 500 * (subject.row % 90);
  const own = 12_500;
  const [revision = ''] = columns.read('revision');
  const [issued = ''] = columns.read('issued_date');
  const day = drawn.cells[issued]?.value;
  const original = withCells(drawn, {[revision]: textCell('00')});
  const first = withAmount(withAmount(original, source, UNITS, 2), source, COST, cost);
  const rows = [0, 1, 2].map((nth) => {
    if (nth === 0) return first;
    const later = withCells(first, {
      [revision]: textCell(`0${nth}`),
      ...(day ? {[issued]: dateCell(dayOf(day) + 60 * nth, 'iso')} : {}),
    });
    return withAmount(withAmount(later, source, UNITS, 2 + nth), source, COST, nth === 1 ? cost : own);
  });
  return {rows, record: withAmount(first, source, COST, cost + own)};
}

/** The permit stands in the table of active permits and, closed, in that of cleared ones. */
function twoTables(_: Source, drawn: Draft, layouts: Layouts): Told {
  const [active, cleared] = ['active', 'cleared'].map((name) => layouts.get(name) as LayoutColumns);
  const issued = drawn.columns.read('issued_date').map((column) => drawn.cells[column]?.value)[0];
  const closed = issued ? dateCell(dayOf(issued) + 200, 'iso') : BLANK;
  const stateOf = (status: string, completed: Cell) => ({
    STATUS: textCell(status),
    COMPLETED_DATE: completed,
  });
  const open = withCells({...drawn, columns: active as LayoutColumns}, stateOf('Inspection', BLANK));
  const record = withCells({...drawn, columns: cleared as LayoutColumns}, stateOf('Closed', closed));
  return {rows: [open, record], record};
}

/** The same row with and without the builder. */
function twoBuilders(_: Source, drawn: Draft): Told {
  const [builder = ''] = drawn.columns.read('contractor_name');
  const record = withCells(drawn, {[builder]: textCell(`Builder ${drawn.subject.row} Inc.`)});
  return {rows: [withCells(drawn, {[builder]: BLANK}), record], record};
}

const TELL: Record<PermitLie, (source: Source, drawn: Draft, layouts: Layouts) => Told> = {
  several_addresses: severalAddresses,
  addresses_with_units: addressesWithUnits,
  revisions,
  two_tables: twoTables,
  two_builders: twoBuilders,
};

/** The rows that tell a lie about the permit of a drawn row. A code table has its point once. */
export function told(lie: PermitLie, source: Source, drawn: Draft, layouts: Layouts): Told {
  const {rows, ...made} = TELL[lie](source, drawn, layouts);
  return {rows: rows.map((row, nth) => (nth === 0 ? row : {...row, code: null})), ...made};
}
