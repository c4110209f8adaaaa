/** Input and output types of document reading; see `rowsIn` in `rows_in.ts`. */
import type {Layout} from '../../../datasets/types.ts';

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
  | {layout: Layout; cells: Cells; refused?: undefined}
  | {layout: Layout; cells?: undefined; refused: string; raw: string};
