/** The tokens of the values of some columns, numbered over all of these columns. */
import {GrowableUint32} from '../file/growable.ts';
import type {StringArray} from './string_array.ts';
import type {TokenOrdinals} from './token_ordinals.ts';

/** Tokens of each value: those of value `i` lie from `offsets[i]` up to `offsets[i + 1]`. */
export interface ValueTokens {
  offsets: Uint32Array;
  tokens: Uint32Array;
}

/** The tokens of each folded value, by their number in `known`. */
export function tokensByValue({bytes, offsets}: StringArray, known: TokenOrdinals): ValueTokens {
  const tokenOffsets = new Uint32Array(offsets.length);
  const tokens = new GrowableUint32();
  for (let value = 0; value + 1 < offsets.length; value++) {
    known.forEach(bytes, offsets[value]!, offsets[value + 1]!, (token) => tokens.push(token));
    tokenOffsets[value + 1] = tokens.length;
  }
  return {offsets: tokenOffsets, tokens: tokens.toArray()};
}
