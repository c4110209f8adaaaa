/** One record with all its fields. */
import type {Page} from './rows.ts';
import type {Table} from './table.ts';

const BRACE = '}'.charCodeAt(0);

/** JSON of the record with the id, or null; in the buffer of the page, or in room of its own. */
export function detail(table: Table, id: string, page: Page): Buffer | null {
  const rank = table.ids.rank(id);
  if (rank < 0 || (table.view && !table.view.bits.has(rank))) return null;
  return record(table, rank, page);
}

/** JSON of a row: its list item, and between that and its closing brace what the single record shows besides. */
export function record({items, details}: Table, rank: number, page: Page): Buffer {
  const item = items.bytes(rank, rank + 1);
  const more = details.bytes(rank, rank + 1);
  const bytes = page.room(item + more);
  items.read(rank, rank + 1, bytes, 0);
  // Over the brace and the line feed of the item.
  details.read(rank, rank + 1, bytes, item - 2);
  bytes[item + more - 3] = BRACE;
  return bytes.subarray(0, item + more - 2);
}
