/** Reads many strings of an array at once, in memory or on disk. */
import type {SectionReader} from '../file/section_reader.ts';
import type {Scratch} from '../rowset/scratch.ts';

/** Strings one after the other: each begins where the one before ends. */
export interface Strings {
  bytes: Buffer;
  ends: Uint32Array;
}

/** The strings of some ascending ordinals. Valid until the scratch is released. */
export function readStrings(
  offsets: SectionReader,
  strings: SectionReader,
  ordinals: Uint32Array,
  scratch: Scratch,
): Strings {
  const count = ordinals.length;
  const [to, pairs] = [scratch.u32(count), scratch.u32(count * 2)];
  for (let i = 0; i < count; i++) to[i] = ordinals[i]! + 2;
  offsets.readRanges(ordinals, to, count, pairs);
  const [begins, ends] = [scratch.u32(count), scratch.u32(count)];
  let length = 0;
  for (let i = 0; i < count; i++) {
    begins[i] = pairs[i * 2]!;
    to[i] = pairs[i * 2 + 1]!;
    length += to[i]! - begins[i]!;
    ends[i] = length;
  }
  const words = scratch.u32((length + 3) >>> 2);
  const bytes = Buffer.from(words.buffer, words.byteOffset, length);
  strings.readRanges(begins, to, count, bytes);
  return {bytes, ends};
}
