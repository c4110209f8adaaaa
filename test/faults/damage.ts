/** Damage to the bytes of a file, as disks, copies and cut-off transfers do it. */
import type {Random} from '../corpus/prng.ts';

type Change = (bytes: Buffer, random: Random) => Buffer;

/** Sector of a disk, and page of a database. */
const BLOCKS = [512, 4096];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A block of the bytes, at a border of blocks. */
function blockOf(bytes: Buffer, random: Random): Buffer {
  const size = random.pick(BLOCKS);
  const at = size * random.int(Math.ceil(bytes.length / size));
  return bytes.subarray(at, at + size);
}

export const CHANGES: Record<string, Change> = {
  flipped(bytes, random) {
    for (let left = random.between(1, 8); left > 0; left--) {
      const at = random.int(bytes.length);
      bytes[at] = bytes[at]! ^ (1 << random.int(8));
    }
    return bytes;
  },
  /** A letter or digit for another one: what is text may still be read. */
  altered(bytes, random) {
    for (let tries = 0; tries < 1000; tries++) {
      const at = random.int(bytes.length);
      if (!/[a-z0-9]/i.test(String.fromCharCode(bytes[at]!))) continue;
      bytes[at] = LETTERS.charCodeAt(random.int(LETTERS.length));
      break;
    }
    return bytes;
  },
  truncated: (bytes, random) => bytes.subarray(0, random.int(bytes.length)),
  zeroed(bytes, random) {
    blockOf(bytes, random).fill(0);
    return bytes;
  },
  overwritten(bytes, random) {
    const block = blockOf(bytes, random);
    for (let at = 0; at < block.length; at++) block[at] = random.int(256);
    return bytes;
  },
  swapped(bytes, random) {
    const size = random.pick(BLOCKS);
    const blocks = Array.from({length: Math.ceil(bytes.length / size)}, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const [a, b] = [random.int(blocks.length), random.int(blocks.length)];
    [blocks[a], blocks[b]] = [blocks[b]!, blocks[a]!];
    return Buffer.concat(blocks);
  },
  appended: (bytes, random) =>
    Buffer.concat([bytes, Buffer.from(Array.from({length: random.between(1, 600)}, () => random.int(256)))]),
};

/** Changes of whole blocks, or of the length, and not of single bytes. */
export const OF_BLOCKS = Object.keys(CHANGES).filter((name) => !['flipped', 'altered'].includes(name));

/** The bytes with one kind of damage, always other ones than before. */
export function damaged(
  bytes: Buffer,
  random: Random,
  kinds = Object.keys(CHANGES),
): {how: string; bytes: Buffer} {
  for (;;) {
    const how = random.pick(kinds);
    const changed = CHANGES[how]!(Buffer.from(bytes), random);
    if (!changed.equals(bytes)) return {how, bytes: changed};
  }
}
