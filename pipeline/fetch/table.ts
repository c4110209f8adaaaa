/** Tables that a portal gives page by page: what every portal says about one, whatever its API looks like. */
import type {Target} from './errors.ts';

export interface TableRow {
  /** What tells it from all others; null where `page` itself sees that every row comes once, by rising numbers. */
  key: string | null;
  /** One line of JSON. */
  line: string;
}

export interface Page {
  rows: TableRow[];
  /** Where the next page begins; null behind the last one. */
  next: string | null;
}

/** What the portal says of the table as it is now. */
export interface TableState {
  count: number;
  /** Changes with the rows, e.g. the time of the last edit: while it and `count` stay, nothing is fetched. Null: it does not say. */
  stamp: string | null;
  /** Further signs that tell one state from another, but do not say that nothing changed. */
  mark?: string;
}

export interface Table {
  /** Its address names all that decides which rows come. */
  target: Target;
  /** Rows asked for at once, and the fewest that are asked for where the portal fails on more. */
  size: number;
  least: number;
  state: () => Promise<TableState>;
  /**
   * The page at a place that a page before gave (null: the first). Throws Moved where the rows show that the table was
   * changed or is not in order, TooMuch where fewer rows may do. `heavy_tries` as in Ask.
   */
  page: (at: string | null, size: number, heavy_tries: number | undefined) => Promise<Page>;
}

/** The table is not the one that it was when reading began, or lost its order: it is read once more from the start. */
export class TableChanged extends Error {
  override name = 'Moved';
}

/** A row as one line: names in their order by code units, so that equal rows have equal bytes. */
export function jsonLine(row: Record<string, unknown>): string {
  return `${JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))}\n`;
}
