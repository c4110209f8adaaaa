/** Bodies that are written in large pieces while they arrive. */
import {expect, test} from 'vitest';
import type {OpenFile} from '../../datasets/files.ts';
import {bodyWriter} from '../../storage/body_writer.ts';

/** A file in memory that takes at most so many bytes at a time, and fails once it has so many. */
function fileOf(most: number, full = Number.POSITIVE_INFINITY) {
  const calls: number[] = [];
  let written = Buffer.alloc(0);
  const file = {
    async writev(chunks: readonly Uint8Array[]) {
      calls.push(chunks.length);
      await new Promise(setImmediate);
      if (written.length >= full) throw new Error('ENOSPC');
      const some = Buffer.concat(chunks).subarray(0, Math.min(most, full - written.length));
      written = Buffer.concat([written, some]);
      return {bytesWritten: some.length};
    },
  } as unknown as OpenFile;
  return {file, calls, written: () => written};
}

const chunksOf = (sizes: readonly number[]): Buffer[] =>
  sizes.map((size, number) => Buffer.alloc(size, number + 1));

const SIZES = [1, 70_000, 0, 65_536, 3, 900_000, 200_000, 5];

test('all bytes are there in their order, however few a call takes', async () => {
  for (const most of [7_001, 65_536, 1 << 30]) {
    const {file, written} = fileOf(most);
    const writer = bodyWriter(file);
    const chunks = chunksOf(SIZES);
    for (const chunk of chunks) await writer.add(chunk);
    await writer.end();
    expect(written().equals(Buffer.concat(chunks))).toBe(true);
  }
});

test('small chunks are written together, a thousand at most', async () => {
  const {file, calls} = fileOf(1 << 30);
  const writer = bodyWriter(file);
  for (const chunk of chunksOf(Array.from({length: 2500}, () => 1))) await writer.add(chunk);
  await writer.end();
  expect(calls).toEqual([1000, 1000, 500]);
});

test('a piece that cannot be written fails what comes next, and nothing is written after it', async () => {
  const {file, written} = fileOf(1 << 30, 500_000);
  const writer = bodyWriter(file);
  await writer.add(Buffer.alloc(1 << 20, 1));
  await writer.add(Buffer.alloc(10, 2));
  await expect(writer.end()).rejects.toThrow('ENOSPC');
  await expect(writer.end()).rejects.toThrow('ENOSPC');
  expect(written().equals(Buffer.alloc(500_000, 1))).toBe(true);
});
