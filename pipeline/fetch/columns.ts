/** Which columns of a file its source reads: tables of portals are asked for these and no others. */
import type {Source} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {foldName, type MatchedHeader, tableLayouts, tryLayout} from '../read/header.ts';

/** What of a source says which columns are read. */
export type Reader = Pick<Source, 'slug' | 'personal' | 'layouts'>;

/** Whether a column is on private persons: such are never read, and not stored. */
export function personalColumns({personal = []}: Pick<Source, 'personal'>): (column: string) => boolean {
  const names = new Set(personal.map(foldName));
  return (column) => names.has(foldName(column));
}

/**
 * Whether a column of the table is read. All but personal ones are where the source has no layout for a table
 * of this name. Personal ones never are.
 */
export function wantedColumns(source: Omit<Reader, 'slug'>, file: string): (column: string) => boolean {
  const isPersonal = personalColumns(source);
  const layouts = tableLayouts(source, file);
  const read = new Set(
    layouts.flatMap((layout) => {
      const used = usedColumns(layout);
      const earlier = Object.entries(layout.aliases).filter(([, name]) => used.includes(name));
      return [...used, ...earlier.map(([name]) => name)].map(foldName);
    }),
  );
  return (column) => !isPersonal(column) && (!layouts.length || read.has(foldName(column)));
}

/** What the layout with the fewest absent columns lacks; nothing where the source has no layout. */
export function absentColumns(
  source: Pick<Source, 'layouts'>,
  file: string,
  listed: readonly string[],
  absentIn: (match: MatchedHeader & {lacking: string[]}) => string[],
): string[] {
  const tries = tableLayouts(source, file).map((layout) => absentIn(tryLayout(layout, listed)));
  return tries.reduce((a, b) => (b.length < a.length ? b : a), tries[0] ?? []);
}
