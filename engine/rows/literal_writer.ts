/** Writes literals: texts as tokens. */
import {MAX_VARINT, RAW} from './layout.ts';
import {TokenMatcher, type TokenTable} from './token_table.ts';

const MAX_RAW = 0xff;

/** Writes a number in groups of seven bits, the lowest first; returns its end. */
export function writeVarint(out: Uint8Array, at: number, value: number): number {
  let to = at;
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) out[to++] = (rest & 0x7f) | 0x80;
  out[to++] = rest;
  return to;
}

/**
 * Bytes that must be free for a literal of so many bytes. At worst each second byte is no token, which takes
 * three bytes, and the one behind it is a token of two bytes.
 */
export const literalBound = (bytes: number): number => MAX_VARINT + Math.ceil(2.5 * bytes) + 1;

/** Writes texts with the tokens of a table, the longest that fits at each byte. */
export class LiteralWriter {
  readonly #short: number;
  readonly #lengths: Uint8Array;
  readonly #matcher: TokenMatcher;

  constructor({tokens, short}: TokenTable) {
    this.#short = short;
    this.#lengths = Uint8Array.from(tokens, ({length}) => length);
    this.#matcher = new TokenMatcher(tokens);
  }

  /** Writes the bytes from `from` up to `end` as their length and tokens to `out`; returns the end. */
  write(out: Uint8Array, to: number, text: Uint8Array, from: number, end: number): number {
    const short = this.#short;
    const begin = to + MAX_VARINT;
    let next = begin;
    // Where the length of a run of raw bytes lies, or 0.
    let raw = 0;
    for (let at = from; at < end; ) {
      const token = this.#matcher.longest(text, at, end);
      if (token < 0) {
        if (raw === 0 || out[raw] === MAX_RAW) {
          out[next] = RAW;
          raw = next + 1;
          out[raw] = 0;
          next += 2;
        }
        out[raw]!++;
        out[next++] = text[at++]!;
        continue;
      }
      raw = 0;
      if (token < short) out[next++] = token;
      else {
        out[next++] = short + ((token - short) >>> 8);
        out[next++] = (token - short) & 0xff;
      }
      at += this.#lengths[token]!;
    }
    const written = writeVarint(out, to, next - begin);
    out.copyWithin(written, begin, next);
    return written + next - begin;
  }
}
