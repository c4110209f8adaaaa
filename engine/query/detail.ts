/** One record with all its fields. */
import type {Page} from '../rows/reader.ts';
import type {Table} from './table.ts';

/** JSON of the record with the id, or null; in the buffer of the page. */
export function detail(table: Table, id: string, page: Page): Buffer | null {
  const rank = table.ids.rank(id);
  if (rank < 0 || (table.view && !table.view.bitmap.has(rank))) return null;
  return recordJson(table, rank, page);
}

/** JSON of a row with all that the single record shows; what an entity's profile shows but for related entities. */
export function recordJson({details}: Table, rank: number, page: Page): Buffer {
  const bytes = page.room(details.bytes(rank, rank + 1));
  const length = details.read(rank, rank + 1, bytes, 0);
  // Without its line feed.
  return bytes.subarray(0, length - 1);
}
