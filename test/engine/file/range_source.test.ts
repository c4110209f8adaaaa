/** Sources: what is fetched in which rounds and ranges, and nothing twice. */
import {expect, test} from 'vitest';
import {MEMORY_SOURCE, requestAll} from '../../../engine/file/byte_source.ts';
import type {ByteFile} from '../../../engine/file/checked_file.ts';
import {CountingSource} from '../../helpers/counting_source.ts';
import fc from '../../helpers/fast_check.ts';

const BYTES = 100_000;
const GAP = 1 << 10;
const content = Uint8Array.from({length: BYTES}, (_, i) => (i * 7) % 251);
const file: ByteFile = {
  read: (into, at, length, position) => into.set(content.subarray(position, position + length), at),
};

/** A source with one file, in memory from an offset on. */
function made(): {source: CountingSource; bytes: Uint8Array} {
  const source = new CountingSource(true, GAP);
  const bytes = new Uint8Array(new ArrayBuffer(BYTES + 128), 128, BYTES);
  source.add(file, bytes);
  return {source, bytes};
}

test('ranges requested together are one round, near ones one range', () => {
  const {source, bytes} = made();
  for (const from of [0, 1000, 5000, 90_000]) source.request(bytes, from, from + 10);
  source.request(bytes, 20, 20);
  expect(source.has(bytes, 1000, 1010)).toBe(false);
  source.fetch();
  expect(source.take()).toEqual({rounds: 1, ranges: 3, bytes: 1024 + 64 + 64});
  expect(bytes.subarray(1000, 1010)).toEqual(content.subarray(1000, 1010));
  expect([source.has(bytes, 1000, 1010), source.has(bytes, 1000, 1100)]).toEqual([true, false]);
  source.fetch();
  source.read(bytes, 5000, 5010);
  expect(source.take()).toEqual({rounds: 0, ranges: 0, bytes: 0});
});

test('the end of a file is read to its last byte', () => {
  const {source, bytes} = made();
  expect(source.read(bytes, BYTES - 3, BYTES)).toEqual(content.subarray(BYTES - 3));
  expect(source.take().bytes).toBe(BYTES % 64);
});

test('what is read is what the file holds, and nothing else is there', () => {
  const range = fc.tuple(fc.nat(BYTES), fc.nat(3000)).map(([from, length]) => [from, from + length] as const);
  const property = fc.property(fc.array(fc.array(range, {maxLength: 5}), {maxLength: 5}), (rounds) => {
    const {source, bytes} = made();
    for (const ranges of rounds) {
      for (const [from, to] of ranges) source.request(bytes, from, Math.min(to, BYTES));
      source.fetch();
      for (const [from, to] of ranges) {
        expect(source.has(bytes, from, Math.min(to, BYTES))).toBe(true);
        expect(bytes.subarray(from, to)).toEqual(content.subarray(from, to));
      }
    }
    const {bytes: read} = source.take();
    const there = bytes.reduce((sum, byte, i) => sum + Number(byte === content[i]), 0);
    const distinct = rounds.flat().reduce((sum, [from, to]) => sum + Math.min(to, BYTES) - from, 0);
    expect(read).toBeLessThanOrEqual(distinct + rounds.flat().length * (GAP + 128));
    // One of 251 bytes is the poison itself.
    expect(there).toBeLessThanOrEqual(read + BYTES / 200);
  });
  fc.assert(property);
});

test('what was kept stays, the rest is forgotten', () => {
  const {source, bytes} = made();
  source.read(bytes, 0, 64);
  source.keep();
  source.read(bytes, 4096, 4160);
  source.forget();
  expect([source.has(bytes, 0, 64), source.has(bytes, 4096, 4160)]).toEqual([true, false]);
});

test('sections of several types lie in one file; others are refused', () => {
  const {source, bytes} = made();
  const words = new Uint32Array(bytes.buffer, 128 + 640, 100);
  expect(source.read(words, 10, 12)).toEqual(
    new Uint32Array(content.slice(640, 1040).buffer).subarray(10, 12),
  );
  expect(() => source.request(new Uint8Array(10), 0, 1)).toThrow('of no file of the source');
  const other = new Uint8Array(new ArrayBuffer(256), 0, 128);
  source.add(file, other);
  expect(() => source.request(new Uint8Array(other.buffer, 128, 8), 0, 1)).toThrow(
    'of no file of the source',
  );
});

test('in memory a read is a view', () => {
  expect(MEMORY_SOURCE.complete).toBe(true);
  const words = Uint32Array.of(1, 2, 3, 4);
  expect(MEMORY_SOURCE.read(words, 1, 3).buffer).toBe(words.buffer);
  requestAll(MEMORY_SOURCE, [words, null]);
  MEMORY_SOURCE.fetch();
  expect(MEMORY_SOURCE.has(words, 0, 4)).toBe(true);
  expect(MEMORY_SOURCE.file(file)).toBe(file);
});
