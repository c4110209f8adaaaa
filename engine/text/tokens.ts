/** Splits folded texts into tokens, which a table numbers in order of first occurrence. */
import {GrowableUint32} from '../file/growable.ts';
import type {StringArray} from './string_array.ts';
import type {TextTable} from './text_table.ts';

const BLANK = 0x20;

/** Calls back with the numbers of the tokens in a range of folded text: blanks separate them. */
export function forEachToken(
  known: TextTable,
  text: Uint8Array,
  from: number,
  to: number,
  visit: (token: number) => void,
): void {
  let begin = from;
  for (let i = from; i <= to; i++) {
    if (i < to && text[i] !== BLANK) continue;
    if (i > begin) visit(known.numberOf(text, begin, i));
    begin = i + 1;
  }
}

/** Tokens of each value: those of value `i` lie from `offsets[i]` up to `offsets[i + 1]`. */
export interface ValueTokens {
  offsets: Uint32Array;
  tokens: Uint32Array;
}

/** The tokens of each folded value, by their number in `known`. */
export function tokensByValue({bytes, offsets}: StringArray, known: TextTable): ValueTokens {
  const tokenOffsets = new Uint32Array(offsets.length);
  const tokens = new GrowableUint32();
  for (let value = 0; value + 1 < offsets.length; value++) {
    forEachToken(known, bytes, offsets[value]!, offsets[value + 1]!, (token) => tokens.push(token));
    tokenOffsets[value + 1] = tokens.length;
  }
  return {offsets: tokenOffsets, tokens: tokens.toArray()};
}
