/** Terms of a sorted dictionary that are a few edits from a text, found without looking at the others. */
import {partitionPoint} from '../rowset/partition_point.ts';
import type {StringArray} from './string_array.ts';

export interface NearTerm {
  ordinal: number;
  edits: number;
}

/** How much may be looked at: prefixes of terms. What is left of it is told by the object itself. */
export interface Budget {
  prefixes: number;
}

/** How a text is compared: its bytes, most edits, and whether the first byte is right. */
export interface Typed {
  text: Buffer;
  most: number;
  isFirstRight: boolean;
}

/**
 * The edits from each beginning of the text to a prefix of terms, to the prefix that is one byte shorter, and
 * the last byte.
 */
interface Prefix {
  depth: number;
  edits: Uint8Array;
  before: Uint8Array | null;
  last: number;
}

/**
 * Terms at most so many edits (insertion, deletion, exchange of a byte, swap of two neighbours) from a text.
 * Prefixes that are further than that from every beginning of the text are left out with all of their terms.
 * Ends early where the budget is spent.
 */
export function nearestTerms(terms: StringArray, typed: Typed, budget: Budget): NearTerm[] {
  const found: NearTerm[] = [];
  const {text, most} = typed;
  const first = Uint8Array.from({length: text.length + 1}, (_, i) => i);
  const visit = (from: number, to: number, prefix: Prefix): void => {
    const {depth, edits} = prefix;
    let next = from;
    for (; next < to && lengthOf(terms, next) === depth; next++)
      if (edits[text.length]! <= most) found.push({ordinal: next, edits: edits[text.length]!});
    while (next < to && budget.prefixes > 0) {
      const byte = byteAt(terms, next, depth);
      const end = endOfByte(terms, next, to, depth, byte);
      const isSkipped = typed.isFirstRight && depth === 0 && byte !== text[0];
      if (!isSkipped) {
        budget.prefixes--;
        const longer = extended(prefix, byte, text);
        if (longer.edits.some((one) => one <= most)) visit(next, end, longer);
      }
      next = end;
    }
  };
  visit(0, terms.offsets.length - 1, {depth: 0, edits: first, before: null, last: -1});
  return found;
}

const lengthOf = ({offsets}: StringArray, term: number): number => offsets[term + 1]! - offsets[term]!;
const byteAt = ({bytes, offsets}: StringArray, term: number, depth: number): number =>
  bytes[offsets[term]! + depth]!;

/**
 * The end of the terms from `from` on that have the byte at a depth: they are sorted, and share what is
 * before it.
 */
function endOfByte(terms: StringArray, from: number, to: number, depth: number, byte: number): number {
  let step = 1;
  while (from + step < to && byteAt(terms, from + step, depth) === byte) step *= 2;
  return partitionPoint(
    from + (step >> 1),
    Math.min(to, from + step),
    (term) => byteAt(terms, term, depth) === byte,
  );
}

/** A prefix with one more byte. */
function extended({depth, edits, before, last}: Prefix, byte: number, text: Buffer): Prefix {
  const next = new Uint8Array(edits.length);
  next[0] = depth + 1;
  for (let i = 1; i < next.length; i++) {
    const cost = text[i - 1] === byte ? 0 : 1;
    let least = Math.min(edits[i]! + 1, next[i - 1]! + 1, edits[i - 1]! + cost);
    if (before && i > 1 && byte === text[i - 2] && last === text[i - 1])
      least = Math.min(least, before[i - 2]! + 1);
    next[i] = least;
  }
  return {depth: depth + 1, edits: next, before: edits, last: byte};
}
