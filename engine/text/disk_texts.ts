/** Texts that stay in a file, read together. */
import type {FileSection} from '../file/file_section.ts';
import type {Scratch} from '../rowset/scratch.ts';

/** Texts one after the other: the end of each is the beginning of the next. */
export interface Strings {
  bytes: Buffer;
  ends: Uint32Array;
}

/** The texts of some codes, which ascend; `at` says where each text begins. Valid until the scratch is released. */
export function readStrings(
  at: FileSection,
  texts: FileSection,
  codes: Uint32Array,
  scratch: Scratch,
): Strings {
  const count = codes.length;
  const [to, pairs] = [scratch.u32(count), scratch.u32(count * 2)];
  for (let i = 0; i < count; i++) to[i] = codes[i]! + 2;
  at.readRanges(codes, to, count, pairs);
  const [begins, ends] = [scratch.u32(count), scratch.u32(count)];
  let length = 0;
  for (let i = 0; i < count; i++) {
    begins[i] = pairs[i * 2]!;
    to[i] = pairs[i * 2 + 1]!;
    length += to[i]! - begins[i]!;
    ends[i] = length;
  }
  const room = scratch.u32((length + 3) >>> 2);
  const bytes = Buffer.from(room.buffer, room.byteOffset, length);
  texts.readRanges(begins, to, count, bytes);
  return {bytes, ends};
}
