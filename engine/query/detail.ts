/** One record with all its fields. */
import type {RowReader} from '../rows/reader.ts';
import type {Table} from './table.ts';

/** JSON of the record with the id, in the buffer of the reader; null if there is none. */
export function detail({ids, view, details}: Table, id: string, reader: RowReader): Buffer | null {
  const row = ids.rowOf(id);
  if (row < 0 || (view && !view.bitmap.has(row))) return null;
  return reader.row(details, row);
}
