/** Splits folded texts into tokens and numbers the distinct ones in order of first occurrence. */
import type {StringArray} from './string_array.ts';
import {TextTable} from './text_table.ts';

const BLANK = 0x20;

export class TokenOrdinals {
  readonly #tokens = new TextTable('tokens');

  get count(): number {
    return this.#tokens.count;
  }

  /** Ordinal of the token in a range of bytes; a new one where it is not known. */
  ordinal(text: Uint8Array, from: number, to: number): number {
    return this.#tokens.numberOf(text, from, to);
  }

  /**
   * Calls back with the ordinals of the tokens of a folded text, which lies in a range of bytes: blanks
   * separate them.
   */
  forEach(text: Uint8Array, from: number, to: number, visit: (ordinal: number) => void): void {
    let begin = from;
    for (let i = from; i <= to; i++) {
      if (i < to && text[i] !== BLANK) continue;
      if (i > begin) visit(this.ordinal(text, begin, i));
      begin = i + 1;
    }
  }

  /** All tokens by ordinal. */
  tokens(): StringArray {
    return this.#tokens.texts();
  }
}
