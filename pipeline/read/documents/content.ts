/** What a document is, by its first characters, and what every form of it can be asked. */
import type {DocumentRows, Layout} from '../../../datasets/types.ts';
import type {Lookup} from './path.ts';

/** One row: `look` gives a column, `names` what stands in it. */
export type FoundRow =
  | {layout: Layout; look: (column: string) => Lookup; names: () => Iterable<string>; refused?: undefined}
  | {layout: Layout; refused: string; raw: string};

/** Whether what the rows should stand in was seen empty, or with other names than theirs. */
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

/** A document that was opened. */
export interface Content {
  form: DocumentRows['form'];
  /** What it is, for messages: `XML with the root List`. */
  what: string;
  /** Whether rows may stand there: the root is the right one. */
  fits: (rows: DocumentRows) => boolean;
  /** Rows of the layouts, each in document order. Throws ReadError for a document that is broken. */
  rows: (wanted: readonly WantedLayout[]) => Generator<FoundRow, Presences>;
}

/** Makes the error of a document that is broken. */
export type Broken = (found: string) => Error;
