/** Writes rows of binary files as JSON Lines, which rejects quote. */
import {closeSync, openSync} from 'node:fs';
import {writeFullySync} from '../runtime/read_fully.ts';

/** Characters written at a time. */
const PIECE = 1 << 20;

export class TextLines {
  readonly path: string;
  readonly #file: number;
  #held = '';
  #bytes = 0;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'w');
  }

  /** Adds a line and returns its byte range. */
  add(row: unknown): {from: number; to: number} {
    const line = `${JSON.stringify(row)}\n`;
    const from = this.#bytes;
    this.#bytes += Buffer.byteLength(line);
    this.#held += line;
    if (this.#held.length >= PIECE) this.#write();
    return {from, to: this.#bytes};
  }

  close(): void {
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    writeFullySync(this.#file, Buffer.from(this.#held));
    this.#held = '';
  }
}
