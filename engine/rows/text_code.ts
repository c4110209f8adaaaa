/**
 * Instructions that copy texts and read numbers. Texts are copied in pieces of 16 bytes, mostly more than they have, since a branch
 * that nobody can foresee costs more: SLACK bytes must follow what is read and written.
 */
import {type Code, type Local, VECTOR} from './wasm_code.ts';

/** Bytes behind a text that may be read or written. */
export const SLACK = 64;

/** Copies at least so many bytes, known by now, from the address in `from` to that in `to`. */
function copyPieces(code: Code, to: Local, from: Local, bytes: number): void {
  for (let at = 0; at < bytes; at += VECTOR) code.get(to).get(from).load128(at).store128(at);
}

/** Copies `length` bytes from `from` to `to`, which moves behind them: at most `longest`. Changes the other two. */
export function copyText(code: Code, to: Local, from: Local, length: Local, longest: number): void {
  if (longest <= SLACK) {
    copyPieces(code, to, from, longest);
    code.get(to).get(length).add().set(to);
    return;
  }
  const step = 2 * VECTOR;
  // `length` becomes the end.
  code.get(to).get(length).add().set(length);
  code.loop();
  copyPieces(code, to, from, step);
  code.get(from).i32(step).add().set(from);
  code.get(to).i32(step).add().tee(to).get(length).lessThan().brIf(0).end();
  code.get(length).set(to);
}

/** Writes bytes that are known by now. */
export function writeConstant(code: Code, to: Local, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += VECTOR)
    code
      .get(to)
      .v128(bytes.subarray(at, at + VECTOR))
      .store128(at);
  code.get(to).i32(bytes.length).add().set(to);
}

/** Reads a number in groups of seven bits from `at`, which moves behind it: `largest` at most. Changes `last`. */
export function readVarint(code: Code, at: Local, value: Local, largest: number, last: Local): void {
  if (largest < 1 << 7) {
    code.get(at).load8().set(value);
    code.get(at).i32(1).add().set(at);
    return;
  }
  // Without a branch: how many bytes a number takes cannot be foreseen. Bits up to the first byte without the highest bit.
  code.get(at).load32().tee(value);
  code.i32(-1).xor().i32(0x80808080).and().trailingZeros().set(last);
  code.get(value).i32(2).get(last).shiftLeft().i32(1).sub().and().set(value);
  code.get(at).get(last).i32(3).shiftRight().add().i32(1).add().set(at);
  code.get(value).i32(0x7f).and();
  code.get(value).i32(1).shiftRight().i32(0x3f80).and().or();
  if (largest >= 1 << 14) code.get(value).i32(2).shiftRight().i32(0x1fc000).and().or();
  if (largest >= 1 << 21) code.get(value).i32(3).shiftRight().i32(0xfe00000).and().or();
  code.set(value);
}
