/** What reading a document takes and gives; `rowsIn` in `rows_in.ts` is the way in. */
import type {Layout} from '../../../datasets/types.ts';

/** A page of a crawl, or a file of a mirror. */
export interface Document {
  /** In a crawl `kind/...`, in a mirror the name of the file; `Layout.files` is tested on it. */
  name: string;
  url: string;
  /** The whole text, a byte order mark included where there is one. */
  text: string;
}

/** Text by column of the layout's header; null where the document has none or it is blank. */
export type Cells = Record<string, string | null>;

/** One row; a row that cannot be read says why, and how it stands in the document. */
export type DocumentRow =
  | {layout: Layout; cells: Cells; refused?: undefined}
  | {layout: Layout; cells?: undefined; refused: string; raw: string};
