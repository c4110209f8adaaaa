/** Rows of a table: written, located beyond 4 GiB, and read page by page. */
import {createHash} from 'node:crypto';
import {closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {CheckedFile, shareFile, uncheckedFile} from '../../../engine/file/checked_file.ts';
import {SECTIONS} from '../../../engine/file/section_names.ts';
import {RowFile, RowReader} from '../../../engine/rows/reader.ts';
import {RowWriter} from '../../../engine/rows/writer.ts';
import fc from '../../helpers/fast_check.ts';
import {sectionsFrom} from '../../helpers/section_file.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lines-'));
});
afterAll(() => rmSync(dir, {recursive: true}));

const path = () => join(dir, 'made.items');

/** Writes the lines and opens them; `use` gets the file. */
function withLines(lines: readonly Buffer[], wrap: number, use: (file: RowFile) => void): void {
  const sections = sectionsFrom((index) => {
    const writer = new RowWriter('items', path(), lines.length, wrap);
    for (const line of lines) writer.write(line);
    const whole = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
    const sha256 = createHash('sha256').update(whole).digest('hex');
    expect(writer.finish(index)).toEqual({bytes: whole.length, sha256});
    expect(readFileSync(path()).equals(whole)).toBe(true);
  });
  const fd = openSync(path(), 'r');
  try {
    const {size} = fstatSync(fd);
    const file = new CheckedFile(shareFile(path(), fd, size), sections.u32(SECTIONS.row_checksums('items')));
    use(new RowFile(sections, 'items', file, wrap));
  } finally {
    closeSync(fd);
  }
}

/** Lines shorter than the wrap, so that each passes at most one. */
const lines = fc.array(
  fc
    .string({maxLength: 40, unit: 'grapheme'})
    .map((text) => Buffer.from(text.slice(0, 12).replace(/\n/g, ''))),
  {maxLength: 60},
);

test('every row is located across any number of 32-bit wraps', () => {
  const property = fc.property(lines, fc.constantFrom(64, 100, 2 ** 32), (all, wrap) => {
    withLines(all, wrap, (file) => {
      let at = 0;
      all.forEach((line, row) => {
        expect(file.offset(row)).toBe(at);
        expect(file.byteLength(row, row + 1)).toBe(line.length + 1);
        const into = Buffer.alloc(line.length + 1);
        file.read(row, row + 1, into, 0);
        expect(into.toString()).toBe(`${line}\n`);
        at += line.length + 1;
      });
      expect(file.offset(all.length)).toBe(at);
    });
  });
  fc.assert(property, {numRuns: 60});
});

test('a page has any rows in the requested order', () => {
  const reader = new RowReader();
  const property = fc.property(lines, fc.array(fc.nat(), {maxLength: 80}), (all, chosen) => {
    const rows = all.length > 0 ? chosen.map((n) => n % all.length) : [];
    withLines(all, 64, (file) => {
      const {bytes, count, ends} = reader.rows(file, Uint32Array.from(rows));
      expect(bytes.toString()).toBe(rows.map((row) => `${all[row]}\n`).join(''));
      expect(count).toBe(rows.length);
      for (let i = 0; i < count; i++) expect(bytes[ends[i]!]).toBe(10);
    });
  });
  fc.assert(property, {numRuns: 60});
});

test('rows are read in any order with added fields, also from the finished file', () => {
  const reader = new RowReader();
  const property = fc.property(lines, fc.array(fc.nat(), {maxLength: 80}), (all, chosen) => {
    const rows = Uint32Array.from(all.length > 0 ? chosen.map((n) => n % all.length) : []);
    const lines = all.map((line) => Buffer.concat([line, Buffer.from('}')]));
    const expected = [...rows].map((row) => `${lines[row]}\n`).join('');
    withLines(lines, 64, (file) => {
      const {bytes, count, ends} = reader.rowsWithFields(file, rows, (i) => ',"x":1'.repeat(i % 3));
      const extended = [...rows].map((row, i) => `${all[row]}${',"x":1'.repeat(i % 3)}}\n`);
      expect(bytes.toString()).toBe(extended.join(''));
      expect(count).toBe(rows.length);
      for (let i = 0; i < count; i++) expect(bytes[ends[i]!]).toBe(10);
    });
    const again: string[] = [];
    sectionsFrom((index) => {
      const writer = new RowWriter('items', path(), lines.length, 64);
      for (const line of lines) writer.write(line);
      writer.finish(index);
      writer.each(rows, (line) => again.push(`${Buffer.from(line)}\n`));
    });
    expect(again.join('')).toBe(expected);
  });
  fc.assert(property, {numRuns: 60});
});

test('offsets beyond 4 and 8 GiB', () => {
  const sections = sectionsFrom((index) => {
    index.write(SECTIONS.row_offsets('details'), Uint32Array.of(0, 4_294_967_290, 4, 5, 3));
    index.write(SECTIONS.row_offset_wraps('details'), Uint32Array.of(2, 4));
  });
  const file = new RowFile(sections, 'details', uncheckedFile(-1, 'none'));
  const offsets = [0, 1, 2, 3, 4].map((row) => file.offset(row));
  expect(offsets).toEqual([0, 2 ** 32 - 6, 2 ** 32 + 4, 2 ** 32 + 5, 2 * 2 ** 32 + 3]);
  expect(file.byteLength(1, 2)).toBe(10);
});

test('rows longer than the buffer are written directly', () => {
  const long = Buffer.alloc((1 << 22) + 3, 'x');
  withLines([Buffer.from('a'), long, Buffer.from('b')], 2 ** 32, (file) => {
    expect([0, 1, 2].map((row) => file.byteLength(row, row + 1))).toEqual([2, long.length + 1, 2]);
  });
});

test('a wrong number of rows and a truncated file are refused', () => {
  sectionsFrom((index) => {
    const writer = new RowWriter('items', path(), 2);
    writer.write(Buffer.from('one'));
    expect(() => writer.finish(index)).toThrow('1 rows were written where 2 were announced');
  });
  withLines([Buffer.from('first'), Buffer.from('second')], 64, (file) => {
    truncateSync(path(), 8);
    expect(() => file.read(1, 2, Buffer.alloc(7), 0)).toThrow(
      /made\.items is damaged between bytes 0 and 13 .*`make compile`/,
    );
  });
});
