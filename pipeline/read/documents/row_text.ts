/** Writes the rows of documents as JSON Lines, which rejects quote. */
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

  /** Adds a row as `{document, layout, row}` without blank cells; a refused one verbatim. */
  add(document: string, {layout, cells, refused, ...content}: DocumentRow): RecordLocation {
    const given = cells && Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null));
    const row = refused === undefined ? given : 'raw' in content ? content.raw : null;
    this.#line += 1;
    return {line: this.#line, ...this.#lines.add({document, layout: layout.name, row})};
  }

  close(): void {
    this.#lines.close();
  }
}
