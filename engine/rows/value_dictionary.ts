/** The frequent values of a column in the sample, with their codes. */

/** Entries by value, as the text of its bytes; codes ascend from 1. */
export class ValueDictionary {
  readonly #codes = new Map<string, number>();

  get count(): number {
    return this.#codes.size;
  }

  /** The values in the order of their codes. */
  values(): Uint8Array[] {
    return Array.from(this.#codes.keys(), (text) => Buffer.from(text, 'latin1'));
  }

  /** Gives a new value, as the latin1 text of its bytes, its entry. */
  add(text: string): void {
    this.#codes.set(text, this.#codes.size + 1);
  }

  /** Code of a value that has an entry, else 0. */
  find(json: Uint8Array, from: number, to: number): number {
    return this.#codes.get(latin1(json, from, to)) ?? 0;
  }
}

/** Bytes as a text of one character each. */
export const latin1 = ({buffer, byteOffset}: Uint8Array, from: number, to: number): string =>
  Buffer.from(buffer, byteOffset + from, to - from).toString('latin1');
