/**
 * Columns that a publisher may have renamed: a field lost all of its own while the file has others that
 * nobody knows.
 */
import type {Source} from '../../datasets/types.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import type {FileFacts} from './documents/file_summary.ts';
import {shortList} from './header.ts';

/**
 * What to tell of a file, also of the first one of its source; null where no field lost its columns, or no
 * name is new.
 */
export function renamedColumns(
  {layouts}: Pick<Source, 'layouts'>,
  {layout, unknown, missing}: FileFacts,
): string | null {
  const read = layout.split(', ');
  const lost = layouts
    .filter(({name}) => read.includes(name))
    .flatMap(({fields}) => Object.values(fields).map((field) => columnsOf(field)))
    .filter((columns) => columns.length > 0 && columns.every((column) => missing.includes(column)));
  if (!lost.length || !unknown.length) return null;
  return `it lacks ${shortList([...new Set(lost.flat())])} and has unknown columns ${shortList(unknown)}: where one was renamed, declare its new name in \`aliases\` of layout "${layout}"`;
}
