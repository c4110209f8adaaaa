/** Sections that stay in their file: stretches in any order against the elements themselves. */
import {closeSync, mkdtempSync, openSync, rmSync, truncateSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {FileSection} from '../../../engine/file/file_section.ts';
import {IndexWriter, readFooter} from '../../../engine/file/index_file.ts';
import {uncheckedFile} from '../../../engine/file/open_file.ts';
import {MemorySection, type SectionReader} from '../../../engine/file/section_reader.ts';
import fc from '../../helpers/fast_check.ts';

/** Longer than what is read at once. */
const LENGTH = 300_000;
const numbers = Uint32Array.from({length: LENGTH}, (_, i) => Math.imul(i, 2_654_435_761) >>> 0);
const bytes = Uint8Array.from(numbers);

let dir: string;
let path: string;
let fd: number;
function stored(name: string, inMemory = false): SectionReader {
  if (inMemory) return new MemorySection(name === 'numbers' ? numbers : bytes);
  const section = readFooter(path).sections.find((one) => one.name === name)!;
  return new FileSection(uncheckedFile(fd, path), section);
}
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'stored-'));
  path = join(dir, 'made.found');
  const writer = new IndexWriter(path);
  writer.write('bytes', bytes);
  writer.write('numbers', numbers);
  writer.finish('made', {});
  fd = openSync(path, 'r');
});
afterAll(() => {
  closeSync(fd);
  rmSync(dir, {recursive: true});
});

/** Stretches close together, far apart, one in another, and none at all. */
const stretches = fc.oneof(
  fc.array(fc.tuple(fc.nat({max: 4000}), fc.nat({max: 60})), {maxLength: 60}),
  fc.array(fc.tuple(fc.nat({max: LENGTH - 1}), fc.nat({max: 3000})), {maxLength: 30}),
  fc.constant([[0, LENGTH] as [number, number]]),
);

test.each([
  [true, false],
  [false, false],
  [true, true],
])('ranges are read one after the other (ascending: %s, in memory: %s)', (ascending, inMemory) => {
  const [ofNumbers, ofBytes] = [stored('numbers', inMemory), stored('bytes', inMemory)];
  const property = fc.property(stretches, (all) => {
    const from = all.map(([at]) => at);
    if (ascending) from.sort((a, b) => a - b);
    const to = from.map((at, i) => Math.min(LENGTH, at + all[i]![1]));
    const buffer = new Uint32Array(to.reduce((sum, end, i) => sum + end - from[i]!, 0));
    expect(ofNumbers.readRanges(from, to, from.length, buffer)).toBe(buffer.length);
    expect(Buffer.from(buffer.buffer).equals(expected(numbers, from, to))).toBe(true);
    const small = new Uint8Array(buffer.length);
    ofBytes.readRanges(from, to, from.length, small);
    expect(Buffer.from(small).equals(expected(bytes, from, to))).toBe(true);
  });
  fc.assert(property, {numRuns: 200});
});

function expected(all: Uint8Array | Uint32Array, from: number[], to: number[]): Buffer {
  return Buffer.concat(
    from.map((at, i) => {
      const part = all.slice(at, to[i]);
      return Buffer.from(part.buffer);
    }),
  );
}

test('one range is read to the beginning of the buffer', () => {
  const buffer = new Uint32Array(6);
  stored('numbers').read(7, 12, buffer);
  expect([...buffer]).toEqual([...numbers.subarray(7, 12), 0]);
  stored('numbers', true).read(8, 11, buffer);
  expect([...buffer]).toEqual([...numbers.subarray(8, 11), ...numbers.subarray(10, 12), 0]);
});

test('a truncated file is reported', () => {
  const section = readFooter(path).sections.find(({name}) => name === 'numbers')!;
  truncateSync(path, section.offset + 40);
  const cut = new FileSection(uncheckedFile(fd, path), section);
  expect(() => cut.read(8, 12, new Uint32Array(4))).toThrow(/made\.found ends too early: .*`make compile`/);
  expect(() => cut.readRanges([0, 8], [2, 12], 2, new Uint32Array(6))).toThrow('ends too early');
});
