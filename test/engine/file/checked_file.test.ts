/**
 * Files with checksums: what was written is read, any other byte is refused, and each block is checked once.
 */
import {closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {BlockChecksums} from '../../../engine/file/block_checksums.ts';
import {Missing} from '../../../engine/file/byte_source.ts';
import {CheckedFile, type SharedFile, shareFile} from '../../../engine/file/checked_file.ts';
import {openFile} from '../../../engine/file/open_file.ts';
import {DamagedFile} from '../../../engine/types.ts';
import fc from '../../helpers/fast_check.ts';

const BLOCK = 65_536;
const bytes = Buffer.from(
  Uint8Array.from({length: 3 * BLOCK + 1234}, (_, i) => Math.imul(i, 2_654_435_761) >>> 24),
);

let dir: string;
let path: string;
let fd: number;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'checked-'));
  path = join(dir, 'made.items');
  writeFileSync(path, bytes);
  fd = openSync(path, 'r+');
});
afterAll(() => {
  closeSync(fd);
  rmSync(dir, {recursive: true});
});

function checksumsOf(pieces: Iterable<Uint8Array>): Uint32Array {
  const checksums = new BlockChecksums();
  for (const piece of pieces) checksums.add(piece);
  return checksums.soFar();
}

const opened = (file: SharedFile = shareFile(path, fd, bytes.length)) =>
  new CheckedFile(file, checksumsOf([bytes]), openFile(file));

const read = (file: CheckedFile, from: number, to: number): Buffer => {
  const into = Buffer.alloc(to - from + 2);
  file.read(into, 1, to - from, from);
  return into.subarray(1, -1);
};

test('checksums are those of the blocks, in whatever pieces the bytes come', () => {
  const blocks = [0, 1, 2, 3].map((i) => crc32(bytes.subarray(i * BLOCK, (i + 1) * BLOCK)));
  const property = fc.property(fc.array(fc.nat({max: bytes.length}), {maxLength: 20}), (cuts) => {
    const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
    const pieces = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
    expect([...checksumsOf(pieces)]).toEqual(blocks);
  });
  fc.assert(property, {numRuns: 50});
  expect([...checksumsOf([])]).toEqual([]);
});

test('any range is read; a changed byte is refused by every range of its block and by no other', () => {
  const position = fc.nat({max: bytes.length - 1});
  const property = fc.property(
    position,
    position,
    position,
    fc.integer({min: 1, max: 255}),
    (a, b, at, xor) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      expect(read(opened(), from, to).equals(bytes.subarray(from, to))).toBe(true);
      writeSync(fd, Uint8Array.of(bytes[at]! ^ xor), 0, 1, at);
      const shared = shareFile(path, fd, bytes.length);
      const block = Math.floor(at / BLOCK);
      const touched = from < to && Math.floor(from / BLOCK) <= block && block <= Math.floor((to - 1) / BLOCK);
      if (touched) expect(() => read(opened(shared), from, to)).toThrow(DamagedFile);
      else expect(read(opened(shared), from, to).equals(bytes.subarray(from, to))).toBe(true);
      expect(new Uint8Array(shared.damaged)[0]).toBe(touched ? 1 : 0);
      writeSync(fd, bytes, at, 1, at);
    },
  );
  fc.assert(property, {numRuns: 200});
});

test('a block is checked once a build, whichever thread reads it', () => {
  const shared = shareFile(path, fd, bytes.length);
  read(opened(shared), BLOCK, BLOCK + 1);
  expect([...new Uint8Array(shared.checked)]).toEqual([0, 1, 0, 0]);
  const another = opened({...shared});
  writeSync(fd, Uint8Array.of(bytes[BLOCK]! ^ 1), 0, 1, BLOCK);
  // Checked before the damage: not compared again.
  expect(() => read(another, BLOCK, BLOCK + 1)).not.toThrow();
  writeSync(fd, bytes, BLOCK, 1, BLOCK);
});

test('a truncated file, and one with too few checksums, is refused by name with the remedy', () => {
  const cut = join(dir, 'cut.items');
  writeFileSync(cut, bytes);
  const descriptor = openSync(cut, 'r');
  const shared = shareFile(cut, descriptor, bytes.length);
  const file = new CheckedFile(shared, checksumsOf([bytes]), openFile(shared));
  truncateSync(cut, BLOCK + 10);
  expect(read(file, 0, 5)).toHaveLength(5);
  expect(() => read(file, BLOCK, BLOCK + 5)).toThrow(
    /cut\.items is damaged between bytes 65536 and 131072 .*`make compile`.*restart/,
  );
  expect(() => new CheckedFile(shared, Uint32Array.of(1), openFile(shared))).toThrow(
    /cut\.items has 1 checksums for 197842 bytes: run `make compile`/,
  );
  closeSync(descriptor);
});

test('a source is told of a whole range before the first of its blocks is checked', () => {
  const told: number[][] = [];
  const file = new CheckedFile(shareFile(path, fd, bytes.length), checksumsOf([bytes]), {
    ...openFile(shareFile(path, fd, bytes.length)),
    bytes: () => {
      throw new Error('a block is asked for before the range');
    },
    expect: (begins, lengths, count) => {
      told.push([begins[0]!, lengths[0]!, count]);
      throw new Missing([]);
    },
  });
  expect(() => read(file, 10, 2 * BLOCK + 10)).toThrow(Missing);
  expect(told).toEqual([[10, 2 * BLOCK, 1]]);
});
