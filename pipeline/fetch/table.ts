/** The interface of paged tables, common to all portals. */
import type {Target} from './errors.ts';

export interface TableRow {
  /** Unique key of the row; null where `page` itself verifies ascending unique ids. */
  key: string | null;
  /** One line of JSON. */
  line: string;
}

export interface Page {
  rows: TableRow[];
  /** Cursor of the next page; null after the last one. */
  next: string | null;
}

/** The current state of the table according to the portal. */
export interface TableState {
  /** Null where the portal does not count. */
  count: number | null;
  /**
   * Changes with the rows, e.g. the time of the last edit: nothing is fetched while it and `count` stay the
   * same. Null: unknown.
   */
  stamp: string | null;
  /** Further evidence of a change; equality does not prove that nothing changed. */
  mark?: string;
}

export interface Table {
  /** Its address determines the rows completely. */
  target: Target;
  /** Page size, and the smallest size to which it is reduced where the portal fails. */
  size: number;
  least: number;
  state: () => Promise<TableState>;
  /** All columns by the portal; null where only rows name them; absent where every row names all. */
  columns?: () => Promise<string[] | null>;
  /**
   * The page at a cursor (null: the first). Throws TableChanged where the rows are out of order,
   * ResponseTooLarge where fewer rows may succeed. `heavy_tries` as in HttpRequest.
   */
  page: (after: string | null, size: number, heavy_tries: number | undefined) => Promise<Page>;
}

/** The table changed while it was read, or is not in order: it is read once more from the start. */
export class TableChanged extends Error {
  override name = 'Moved';
}

/** A row as one line of its wanted columns with sorted names, so that equal rows have equal bytes. */
export function jsonLine(row: Record<string, unknown>, wanted: (column: string) => boolean): string {
  const cells = Object.entries(row).filter(([column]) => wanted(column));
  return `${JSON.stringify(Object.fromEntries(cells.sort(([a], [b]) => (a < b ? -1 : 1))))}\n`;
}

/** The last of ids that ascend from the one before; throws TableChanged where they do not. */
export function lastOf(ids: readonly number[], before: number): number {
  return ids.reduce((last, id) => {
    if (id <= last) throw new TableChanged(`row ${id} came after row ${last}`);
    return id;
  }, before);
}
