/** The columns of a file that its source reads: tables of portals are asked for these and no others. */
import type {Source} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {foldName, tableLayouts} from '../read/header.ts';

/**
 * Whether a column of the table is read. All but personal ones are where the source has no layout for a table
 * of this name. Personal ones never are.
 */
export function wantedColumns(
  source: Pick<Source, 'personal' | 'layouts'>,
  file: string,
): (column: string) => boolean {
  const personal = new Set((source.personal ?? []).map(foldName));
  const layouts = tableLayouts(source, file);
  const read = new Set(
    layouts.flatMap((layout) => {
      const used = usedColumns(layout);
      const earlier = Object.entries(layout.aliases).filter(([, name]) => used.includes(name));
      return [...used, ...earlier.map(([name]) => name)].map(foldName);
    }),
  );
  return (column) => {
    const name = foldName(column);
    return !personal.has(name) && (!layouts.length || read.has(name));
  };
}
