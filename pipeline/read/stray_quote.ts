/** Detects CSV records in which a stray quote has swallowed the following rows. */
import type {Delimiter} from './types.ts';

const [QUOTE, CR, LF] = Buffer.from('"\r\n');

/** Whether a record may be affected: only then are its bytes examined. */
export const mayHaveStrayQuote = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.startsWith('"') && cell.includes('\n'));

/**
 * Whether text follows the closing quote of a multi-line cell. That quote opened another cell: the rows
 * between the two would be lost silently as text of one cell.
 */
export function hasStrayQuote(record: Buffer, delimiter: Delimiter = ','): boolean {
  const parting = delimiter.charCodeAt(0);
  let at = 0;
  while (at < record.length) {
    if (record[at] !== QUOTE) {
      const next = record.indexOf(parting, at);
      if (next < 0) return false;
      at = next + 1;
      continue;
    }
    const start = at;
    do at = record.indexOf(QUOTE ?? 0, at + 1) + 1;
    while (at > 0 && record[at] === QUOTE);
    if (at === 0) return false;
    const ends =
      [undefined, parting, LF].includes(record[at]) || (record[at] === CR && record[at + 1] === LF);
    if (!ends && record.subarray(start, at).includes(LF ?? 0)) return true;
    const next = record.indexOf(parting, at);
    if (next < 0) return false;
    at = next + 1;
  }
  return false;
}

/** The latest bytes of a stream; older ones can be dropped. */
export class RecentBytes {
  #from = 0;
  #chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  drop(before: number): void {
    for (let [first] = this.#chunks; first && this.#from + first.length <= before; [first] = this.#chunks) {
      this.#from += first.length;
      this.#chunks.shift();
    }
  }

  slice(from: number, to: number): Buffer {
    return Buffer.concat(this.#chunks).subarray(from - this.#from, to - this.#from);
  }
}
