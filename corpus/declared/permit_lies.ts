/** Lies of municipalities about permits: rows of one permit at several addresses, and revisions that repeat it. */
import type {Source} from '../../datasets/types.ts';
import {dayOf} from '../dates.ts';
import {LIES} from '../lies.ts';
import {BLANK, type Cell, dateCell, numberCell, textCell} from './cells.ts';
import type {Draft, LayoutColumns} from './columns.ts';

export type PermitLie = keyof typeof LIES.permits;

export const isPermitLie = (name: string | null): name is PermitLie => name !== null && name in LIES.permits;

/** A number in Ottawa is one permit whatever its rows say: the latest sheet counts. */
const BY_SHEET = 'ottawa_permits';

const UNITS = 'dwelling_units_created';
const COST = 'estimated_cost';

/** The column that a lie changes for a field; null where what decides about the record reads it, too. */
function columnOf(source: Source, {read, choices}: LayoutColumns, name: string): string | null {
  const fixed = new Set([
    ...[...source.key, ...source.required].flatMap(read),
    ...choices.flatMap(({columns}) => columns),
  ]);
  const columns = read(name);
  return columns.some((column) => fixed.has(column)) ? null : (columns[0] ?? null);
}

/** Some addresses stand in parts, each in a field of its own. */
const addressOf = (source: Source, columns: LayoutColumns): string | null =>
  columnOf(source, columns, 'address') ?? columnOf(source, columns, 'house');

/** Columns that a lie changes; null where the rows of a layout cannot tell it. */
function changedBy(lie: PermitLie, source: Source, columns: LayoutColumns): (string | null)[] | null {
  if (columns.layout.codeTable !== undefined || source.slug === BY_SHEET) return null;
  if (lie === 'revisions') return columns.read('revision').length ? [...columns.read('revision')] : null;
  const address = addressOf(source, columns);
  const amounts = [UNITS, COST].map((name) => columnOf(source, columns, name));
  if (address === null || (lie === 'addresses_with_units' && amounts.every((column) => column === null)))
    return null;
  return [address, ...amounts];
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

/** The n-th address after that of a row. */
function elsewhere(draft: Draft, source: Source, nth: number): Draft {
  const column = addressOf(source, draft.columns) ?? '';
  const text = draft.cells[column]?.text ?? '';
  const next = text.replace(/\d+/, (digits) => String(Number(digits) + 2 * nth));
  return withCells(draft, {[column]: textCell(next === text ? `${text} ${nth + 1}`.trim() : next)});
}

/** The rows of a permit, and what must come of them as a row. */
interface Told {
  rows: Draft[];
  record: Draft;
}

/** Two or three addresses. Units and cost stand on every row, or the units on the second alone. */
function severalAddresses(source: Source, drawn: Draft): Told {
  const {row} = drawn.subject;
  const [first, units] = row % 2 ? [withAmount(drawn, source, UNITS, null), 3] : [drawn, null];
  const rows = Array.from({length: 2 + (row % 3 === 0 ? 1 : 0)}, (_, nth) => {
    const other = nth === 0 ? first : elsewhere(first, source, nth);
    return units !== null && nth === 1 ? withAmount(other, source, UNITS, units) : other;
  });
  return {rows, record: units === null ? first : withAmount(first, source, UNITS, units)};
}

/** Two or three addresses with units and a cost each: they add up. */
function addressesWithUnits(source: Source, drawn: Draft): Told {
  const {row} = drawn.subject;
  const parts = Array.from({length: 2 + (row % 2)}, (_, nth) => ({
    units: nth + 1,
    cost: 40_000 + 500 * (row % 90) + 7_500 * nth,
  }));
  const withAmounts = (draft: Draft, {units, cost}: {units: number; cost: number}) =>
    withAmount(withAmount(draft, source, UNITS, units), source, COST, cost);
  const rows = parts.map((part, nth) => withAmounts(nth ? elsewhere(drawn, source, nth) : drawn, part));
  const whole = parts.reduce((all, {units, cost}) => ({units: all.units + units, cost: all.cost + cost}));
  return {rows, record: withAmounts(drawn, whole)};
}

/** A permit and two revisions: the first repeats its cost, the second has its own; units and days are those of neither. */
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

const TELL: Record<PermitLie, (source: Source, drawn: Draft) => Told> = {
  several_addresses: severalAddresses,
  addresses_with_units: addressesWithUnits,
  revisions,
};

/** The rows that tell a lie about the permit of a drawn row. A code table has its point once. */
export function told(lie: PermitLie, source: Source, drawn: Draft): Told {
  const {rows, record} = TELL[lie](source, drawn);
  return {rows: rows.map((row, nth) => (nth === 0 ? row : {...row, code: null})), record};
}
