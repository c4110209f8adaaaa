/** The rows of documents as a text of their own, a JSON object a line: what rejects show of a row. */
import {TextLines} from '../text_lines.ts';
import type {RecordLocation} from '../types.ts';
import type {DocumentRow} from './types.ts';

export class RowText {
  readonly path: string;
  readonly #lines: TextLines;
  #line = 0;

  constructor(path: string) {
    this.path = path;
    this.#lines = new TextLines(path);
  }

  /** Adds a row as `{document, layout, row}`, its blank cells left out, a refused one as it stands in the document. */
  add(document: string, {layout, cells, refused, ...of}: DocumentRow): RecordLocation {
    const given = cells && Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null));
    const row = refused === undefined ? given : 'raw' in of ? of.raw : null;
    this.#line += 1;
    return {line: this.#line, ...this.#lines.add({document, layout: layout.name, row})};
  }

  close(): void {
    this.#lines.close();
  }
}
