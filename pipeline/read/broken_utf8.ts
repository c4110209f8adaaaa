/** Tells UTF-8 with a few spoiled bytes from Windows-1252: read as that, every accent of it would be spoiled too. */
import type {Readable} from 'node:stream';

/** Length of the UTF-8 sequence that a byte begins; 0 for a byte that begins none. */
const lengthFrom = (byte: number): number => {
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
};

const MARK = Buffer.from('\ufeff');

/**
 * Whether bytes that are not valid UTF-8 were meant to be: they have its mark, or more whole sequences of it than bytes
 * above 0x7f outside of such. Text in Windows-1252 has next to no such sequences.
 */
export async function isBrokenUtf8(stream: Readable): Promise<boolean> {
  let start = Buffer.alloc(0);
  let [whole, others] = [0, 0];
  /** Bytes of the sequence at hand, and how many of them are still to come. */
  let [length, due] = [0, 0];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (start.length < MARK.length) start = Buffer.concat([start, chunk]).subarray(0, MARK.length);
    for (const byte of chunk) {
      if (byte < 0x80 && due === 0) continue;
      if (due > 0 && byte >= 0x80 && byte < 0xc0) {
        due -= 1;
        if (due === 0) whole += 1;
        continue;
      }
      if (due > 0) others += length - due;
      [length, due] = [0, 0];
      if (byte < 0x80) continue;
      length = lengthFrom(byte);
      if (length) due = length - 1;
      else others += 1;
    }
  }
  if (due > 0) others += length - due;
  return start.equals(MARK) || whole > others;
}
