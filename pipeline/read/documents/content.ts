/** The interface of opened documents, whatever their format. */
import type {DocumentRows, Layout} from '../../../datasets/types.ts';
import type {Lookup} from './path.ts';

/** One row: `look` reads a column, `names` lists what it contains. */
export type FoundRow =
  | {layout: Layout; look: (column: string) => Lookup; names: () => Iterable<string>; refused?: undefined}
  | {layout: Layout; refused: string; raw: string};

/** Whether the container of the rows is empty, or has other children than the rows. */
export interface Presence {
  empty: boolean;
  lacking: boolean;
}

/** By layout. */
export type Presences = Map<Layout, Presence>;

/** A layout and the columns to look for. */
export interface WantedLayout {
  layout: Layout;
  rows: DocumentRows;
  columns: readonly string[];
}

/** An opened document. */
export interface Content {
  form: DocumentRows['form'];
  /** Description for messages: `XML with the root List`. */
  description: string;
  /** Whether the document may contain such rows: its root matches. */
  fits: (rows: DocumentRows) => boolean;
  /** Rows of the layouts, each in document order. Throws ReadError for a broken document. */
  rows: (wanted: readonly WantedLayout[]) => Generator<FoundRow, Presences>;
}

/** Makes the error for a broken document. */
export type Broken = (problem: string) => Error;
