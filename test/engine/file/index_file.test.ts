/** The index file: sections are read back as written, and damaged or foreign files are refused. */

import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {INDEX_VERSION} from '../../../builds/artefacts.ts';
import {IndexWriter, readFooter} from '../../../engine/file/index_file.ts';
import {ELEMENTS} from '../../../engine/file/sections.ts';
import {readSection} from '../../../engine/file/typed_sections.ts';
import fc from '../../helpers/fast_check.ts';
import {readIndex} from '../../helpers/read_index.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'format-'));
  path = join(dir, 'made.idx');
});
afterEach(() => rmSync(dir, {recursive: true}));

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const SECTIONS = {
  bytes: Uint8Array.of(1, 2, 255),
  short: Uint16Array.of(1, 65_535),
  rows: Uint32Array.of(0, 7, 2 ** 32 - 1),
  days: Int32Array.of(-5, 0, 2 ** 31 - 1),
  sums: Float64Array.of(0.5, Number.NaN, -0, Number.MAX_SAFE_INTEGER),
  nothing: new Uint32Array(0),
};
const FACTS = {rows: 3, note: 'é "quoted"'};

/** The bytes of the file from its footer on, as the trailer says where it begins. */
const footerOf = (bytes: Buffer): Uint8Array => bytes.subarray(bytes.readDoubleLE(bytes.length - 40));

/** Writes the sections above; returns the hash of the footer. */
function write(): string | undefined {
  const index = new IndexWriter(path);
  for (const [name, elements] of Object.entries(SECTIONS)) index.write(name, elements);
  const {bytes, sha256, footer} = index.finish('made', FACTS);
  const actual = readFileSync(path);
  const expected = {bytes: actual.length, sha256: hashOf(actual), footer: hashOf(footerOf(actual))};
  expect({bytes, sha256, footer}).toEqual(expected);
  return footer;
}

test('sections, facts and dataset are read back; every section begins at a cache line', () => {
  const file = readIndex<typeof FACTS>(path, write());
  expect(file.dataset).toBe('made');
  expect(file.facts).toEqual(FACTS);
  expect(file.sections.map(({name}) => name)).toEqual(Object.keys(SECTIONS));
  for (const [name, elements] of Object.entries(SECTIONS)) {
    const actual = readSection(file, name);
    expect(actual).toEqual(elements);
    expect(actual.constructor).toBe(elements.constructor);
    expect(actual.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(actual.byteOffset % 64).toBe(0);
  }
  const {size, sections} = readFooter<typeof FACTS>(path);
  expect({size, sections}).toEqual({size: readFileSync(path).length, sections: file.sections});
});

test('equal sections lie in the file once, and others of the same checksum apart', () => {
  const bytes = Uint8Array.from({length: 4096}, (_, i) => i % 251);
  const other = bytes.slice();
  // The polynomial of CRC-32: what differs by it has the same checksum.
  for (const [i, bits] of [0x41, 0x06, 0x71, 0xdb, 0x01].entries()) other[1000 + i]! ^= bits;
  expect(crc32(other)).toBe(crc32(bytes));
  const index = new IndexWriter(path);
  index.write('first', bytes);
  index.write('alike', other);
  index.write('again', bytes.slice());
  index.write('alike again', other.slice());
  index.write('words', new Uint32Array(bytes.slice().buffer));
  index.finish('made', FACTS);
  const file = readIndex<typeof FACTS>(path, undefined);
  const offsets = Object.fromEntries(file.sections.map(({name, offset}) => [name, offset]));
  expect(offsets['again']).toBe(offsets['first']);
  expect(offsets['alike again']).toBe(offsets['alike']);
  expect(new Set(Object.values(offsets)).size).toBe(3);
  expect(readSection(file, 'first')).toEqual(bytes);
  expect(readSection(file, 'alike')).toEqual(other);
});

test('what stays in the file shares its bytes with equal sections that stay, or that were in memory before', () => {
  const index = new IndexWriter(path);
  const [one, other] = [Uint32Array.of(1, 2, 3), Uint32Array.of(4)];
  for (const name of ['a', 'b']) index.write(name, one, 'file');
  for (const name of ['c', 'd']) index.write(name, one, 'memory');
  index.write('e', other, 'memory');
  index.write('f', other, 'file');
  const {sections} = readIndex(path, index.finish('made', {}).footer);
  const [a, b, c, d, e, f] = sections.map(({offset}) => offset);
  expect([a === b, b === c, c === d, e === f]).toEqual([true, false, true, true]);
  expect(sections.flatMap(({name, stays}) => (stays ? [name] : []))).toEqual(['a', 'b']);
});

test('sections of any size and type', () => {
  const section = fc.oneof(
    fc.uint8Array(),
    fc.uint16Array(),
    fc.uint32Array(),
    fc.int32Array(),
    fc.float64Array(),
  );
  const property = fc.property(fc.array(section, {maxLength: 8}), (all) => {
    const index = new IndexWriter(path);
    all.forEach((elements, i) => {
      index.write(`s${i}`, elements);
    });
    const file = readIndex(path, index.finish('made', {}).footer);
    all.forEach((elements, i) => {
      expect(readSection(file, `s${i}`)).toEqual(elements);
    });
  });
  fc.assert(property, {numRuns: 50});
});

test('an unknown section and a repeated name are refused', () => {
  const file = readIndex(path, write());
  expect(() => readSection(file, 'other')).toThrow(`${path} has no section other: run \`make compile\``);
  const index = new IndexWriter(path);
  index.write('a', new Uint8Array(1));
  expect(() => index.write('a', new Uint8Array(1))).toThrow('already has a section a');
  index.abandon();
  expect(() => readIndex(path, '')).toThrow(/is cut off|is not an index file/);
});

test('a file cut at any byte is refused with path and remedy, whatever hash is expected', () => {
  write();
  const whole = readFileSync(path);
  const refusal =
    /made\.idx (is not an index file|is cut off or was added to \(\d+ bytes\)).*: run `make compile`/;
  for (let length = 0; length < whole.length; length++) {
    const cut = whole.subarray(0, length);
    writeFileSync(path, cut);
    expect(() => readIndex(path, hashOf(cut)), `${length} bytes`).toThrow(refusal);
    expect(() => readFooter(path), `${length} bytes`).toThrow(refusal);
  }
  writeFileSync(path, Buffer.concat([whole, Buffer.alloc(1)]));
  expect(() => readIndex(path, hashOf(whole))).toThrow(/made\.idx is cut off or was added to/);
});

test('any changed byte is refused', () => {
  const footer = write();
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    writeFileSync(path, changed);
    expect(() => readIndex(path, footer), `byte ${at}`).toThrow(/made\.idx .*: .*run `make compile`/);
  }
});

test('another version is refused with both numbers', () => {
  write();
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(INDEX_VERSION - 1, 8);
  writeFileSync(path, bytes);
  const refusal = `made.idx has index version ${INDEX_VERSION - 1}, this code reads ${INDEX_VERSION}: run \`make compile\``;
  expect(() => readIndex(path, hashOf(bytes))).toThrow(refusal);
});

test('a foreign file and a damaged table are refused', () => {
  writeFileSync(path, 'PAR1 and so on, for more than a hundred bytes '.repeat(10));
  expect(() => readIndex(path, '')).toThrow('made.idx is not an index file: run `make compile`');
  write();
  const damaged = readFileSync(path);
  const table = damaged.indexOf('{"dataset"');
  damaged[table] = 'x'.charCodeAt(0);
  writeFileSync(path, damaged);
  expect(() => readIndex(path, hashOf(damaged))).toThrow('made.idx has a damaged table: run `make compile`');
});

test('every element type has a name in the file', () => {
  const forms = Object.values(ELEMENTS).map((Form) => new Form(1));
  const index = new IndexWriter(path);
  forms.forEach((elements, i) => {
    index.write(String(i), elements);
  });
  const file = readIndex(path, index.finish('made', {}).footer);
  expect(file.sections.map(({type}) => type)).toEqual(Object.keys(ELEMENTS));
});
