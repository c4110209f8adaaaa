/** One record with all its fields. */
import type {RowReader} from '../rows/reader.ts';
import type {Table} from './table.ts';

/** JSON of the record with the id, or null; in the buffer of the reader. */
export function detail(table: Table, id: string, reader: RowReader): Buffer | null {
  const rank = table.ids.rowOf(id);
  if (rank < 0 || (table.view && !table.view.bitmap.has(rank))) return null;
  return recordJson(table, rank, reader);
}

/** JSON of a row with all that the single record shows; what an entity's profile shows but for related entities. */
export function recordJson({details}: Table, rank: number, reader: RowReader): Buffer {
  return reader.row(details, rank);
}
