/** Layouts that no real file has confirmed: declared from descriptions, and not yet met by a loaded file. */

import type {Field, Layout, Source} from '../datasets/types.ts';
import type {SourceEntry} from './artefacts.ts';

/** Names of the layouts, in the order of their declaration. */
export const unverifiedLayouts = (
  {layouts}: Pick<Source, 'layouts'>,
  {verified = {}}: Pick<SourceEntry, 'verified'>,
): string[] =>
  layouts.flatMap(({name, unverified}) => (unverified && verified[name] === undefined ? [name] : []));

/** The fields of an entry that decide whether a layout is verified. */
type Found = Pick<SourceEntry, 'files' | 'synthetic' | 'read' | 'rejected' | 'notes' | 'first_date'>;

/**
 * Largest share of rows that may be rejected, or of cells of a column that may not be understood, in a file
 * that verifies a layout; one row always may.
 */
const TOLERATED = 0.1;

/** Fields that hold a day. */
const DATED = new Set<Field['op']>(['date', 'date_of_timestamp', 'fiscal_year']);

/**
 * Unverified layout -> the file that confirms it: an earlier one, or the first real file of the entry that
 * fits and means what the layout says. Names alone prove nothing.
 */
export function verifiedBy(
  {layouts}: Pick<Source, 'layouts'>,
  entry: Found,
  earlier: Record<string, string> = {},
): Record<string, string> {
  const found = layouts.flatMap((layout) => {
    const file = entry.files.find((one) => one.layout.split(', ').includes(layout.name));
    const isConfirmed = layout.unverified && !entry.synthetic && file && meansWhatItSays(layout, entry);
    return isConfirmed ? [[layout.name, file.name] as const] : [];
  });
  return {...Object.fromEntries(found), ...earlier};
}

/**
 * Whether dates are plausible, amounts readable, points in the city, kinds known, and rows records, but for a
 * few.
 */
function meansWhatItSays({fields}: Layout, {read, rejected, notes, first_date}: Found): boolean {
  const most = Math.max(1, TOLERATED * read);
  const hasDay = Object.values(fields).some(({op}) => DATED.has(op));
  if (rejected > most || (hasDay && first_date === null)) return false;
  const byField = new Map<string, number>();
  for (const [label, n] of Object.entries(notes)) {
    const field = label.split(': ', 1)[0] ?? '';
    byField.set(field, (byField.get(field) ?? 0) + n);
  }
  return [...byField].every(([field, n]) => !(field in fields) || n <= most);
}
