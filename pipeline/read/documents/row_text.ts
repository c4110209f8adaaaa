/** The rows of documents as a text of their own, a JSON object a line: what rejects show of a row. */
import {closeSync, openSync, writeSync} from 'node:fs';
import type {Place} from '../types.ts';
import type {DocumentRow} from './types.ts';

/** Bytes that are written at a time. */
const PIECE = 1 << 20;

export class RowText {
  readonly path: string;
  readonly #file: number;
  #held: string[] = [];
  #size = 0;
  #bytes = 0;
  #line = 0;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'w');
  }

  /** Adds a row as `{document, layout, row}`, its blank cells left out, a refused one as it stands in the document. */
  add(document: string, {layout, cells, refused, ...of}: DocumentRow): Place {
    const given = cells && Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null));
    const row = refused === undefined ? given : 'raw' in of ? of.raw : null;
    const line = `${JSON.stringify({document, layout: layout.name, row})}\n`;
    const from = this.#bytes;
    const size = Buffer.byteLength(line);
    this.#bytes += size;
    this.#line += 1;
    this.#held.push(line);
    this.#size += size;
    if (this.#size >= PIECE) this.#write();
    return {line: this.#line, from, to: this.#bytes};
  }

  close(): void {
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.from(this.#held.join(''));
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#held = [];
    this.#size = 0;
  }
}
