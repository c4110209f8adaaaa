/** Pieces of a body that are written while it arrives. */
import {expect, test} from 'vitest';
import type {OpenFile} from '../../builds/files.ts';
import {writeAll} from '../../storage/write_all.ts';

/** A file in memory that takes at most so many bytes at a time, and fails once it has so many. */
function fileOf(most: number, full = Number.POSITIVE_INFINITY) {
  let written = Buffer.alloc(0);
  const file = {
    async writev(chunks: readonly Uint8Array[]) {
      if (written.length >= full) throw new Error('ENOSPC');
      const some = Buffer.concat(chunks).subarray(0, Math.min(most, full - written.length));
      written = Buffer.concat([written, some]);
      return {bytesWritten: some.length};
    },
  } as unknown as OpenFile;
  return {file, written: () => written};
}

const PIECES = [1, 70_000, 0, 65_536, 3, 900_000, 5].map((size, number) => Buffer.alloc(size, number + 1));

test('all bytes are there in their order, however few a call takes', async () => {
  for (const most of [7_001, 65_536, 1 << 30]) {
    const {file, written} = fileOf(most);
    for (const piece of PIECES) await writeAll(file, piece);
    expect(written().equals(Buffer.concat(PIECES))).toBe(true);
  }
});

test('a piece of which only a part can be written is an error', async () => {
  const {file, written} = fileOf(1 << 30, 500_000);
  await expect(writeAll(file, Buffer.alloc(1 << 20, 1))).rejects.toThrow('ENOSPC');
  expect(written().equals(Buffer.alloc(500_000, 1))).toBe(true);
});
