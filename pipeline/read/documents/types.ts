/** What reading documents takes and gives; see `rowsIn` in `rows_in.ts`. */
import type {DocumentRows, Layout} from '../../../datasets/types.ts';
import type {Lookup} from './path.ts';

/** A crawled page, or a file of a mirror. */
export interface Document {
  /** `kind/...` in a crawl, the file name in a mirror; `Layout.files` is matched against it. */
  name: string;
  url: string;
  /** The whole text, including a byte order mark. */
  text: string;
}

/** Text by header column; null where absent or blank. */
export type Cells = Record<string, string | null>;

/** One row; a refused one has a reason and its raw text. */
export type DocumentRow =
  | {layout: Layout; cells: Cells; refused?: undefined; raw?: undefined}
  | ({layout: Layout; cells?: undefined} & RefusedRow);

export interface RefusedRow {
  refused: string;
  raw: string;
}

/**
 * A row of an opened document: `look` reads a column, `names` lists what the row has. Rows of several layouts
 * are in the order of `end`.
 */
export type Row = {end: number} & (
  | {look: (column: string) => Lookup; names: () => Iterable<string>; refused?: undefined}
  | RefusedRow
);

/** A layout and where its rows are. */
export interface Wanted {
  layout: Layout;
  rows: DocumentRows;
}

/** An opened document, whatever its form. */
export interface Content {
  /** Description for messages: `XML with the root List`. */
  description: string;
  /** Whether the document may contain such rows: its root matches. */
  fits: (rows: DocumentRows) => boolean;
  /** The rows in document order, and whether what should contain them is empty or has other children. */
  read: (wanted: Wanted) => {rows: Row[]; empty: boolean; lacking: boolean};
}

/** Makes the error for a broken document. */
export type Broken = (problem: string) => Error;
