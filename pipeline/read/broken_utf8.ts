/** Distinguishes damaged UTF-8 from Windows-1252: decoding it as that would corrupt every accent. */
import type {Readable} from 'node:stream';

/** Length of the UTF-8 sequence that a byte starts; 0 for none. */
const lengthFrom = (byte: number): number => {
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
};

const MARK = Buffer.from('\ufeff');

/**
 * Whether invalid UTF-8 was meant to be UTF-8: it has a byte order mark, or more complete sequences than stray bytes
 * above 0x7f. Windows-1252 text has hardly any such sequences.
 */
export async function isBrokenUtf8(stream: Readable): Promise<boolean> {
  let start = Buffer.alloc(0);
  let [whole, others] = [0, 0];
  /** Length of the current sequence, and how many of its bytes are missing. */
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
