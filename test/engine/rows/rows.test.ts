/** Stored rows: any JSON is encoded, located beyond 4 GiB, and rendered as it was, page by page. */
import {closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type SharedFile, shareFile} from '../../../engine/file/checked_file.ts';
import type {WrittenFile} from '../../../engine/file/index_file.ts';
import {lengthOf} from '../../../engine/rows/json_lines.ts';
import {LineConverter} from '../../../engine/rows/line_converter.ts';
import {ROWS_PER_BLOCK, RowOffsetsBuilder, rowOffset, WRAP} from '../../../engine/rows/offsets.ts';
import {RowReader} from '../../../engine/rows/reader.ts';
import {RowEncoder, type RowFields} from '../../../engine/rows/row_encoder.ts';
import {SAMPLE_ROWS} from '../../../engine/rows/row_sample.ts';
import {loadRows} from '../../../engine/rows/shared_rows.ts';
import {StoredRows} from '../../../engine/rows/stored_rows.ts';
import {writeValuesFile} from '../../../engine/rows/values_file.ts';
import {RowWriter} from '../../../engine/rows/writer.ts';
import {DamagedFile, type Lines} from '../../../engine/types.ts';
import fc from '../../helpers/fast_check.ts';
import {sectionsFrom} from '../../helpers/section_file.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'rows-'));
});
afterAll(() => rmSync(dir, {recursive: true}));

const path = (kind: string) => join(dir, `made.${kind}`);

type Values = readonly string[];

/** The fields `0` to `head` of a row belong to its item. */
const fieldsOf = (count: number, head: number, hex: string | null): RowFields => {
  const all = Array.from({length: count}, (_, i) => ({name: `f${i}`, hexPrefix: i === 0 ? hex : null}));
  return {head: all.slice(0, head), rest: all.slice(head)};
};

const textOf = (values: Values, from: number, to: number): string =>
  values
    .slice(from, to)
    .map((value, i) => `"f${from + i}":${value}`)
    .join(',');

/** Nothing is collected beside the rows. */
const NOTHING = {fields: [], id: null, extra: []};

interface Made {
  fields: RowFields;
  rows: readonly Values[];
  wrap?: number;
  headsInMemory?: boolean;
  /** Rows by which the encoding is chosen. */
  sample?: number;
}

/** Writes the rows and opens them; `use` gets both forms. */
async function withRows(
  {fields, rows, wrap = 2 ** 32, headsInMemory = true, sample = SAMPLE_ROWS}: Made,
  use: (stored: StoredRows) => void,
): Promise<void> {
  const head = fields.head.length;
  const count = head + fields.rest.length;
  let values: WrittenFile = {bytes: 0, sha256: ''};
  const sections = sectionsFrom((index) => {
    const [heads, rests] = [
      new RowWriter('items', path('items'), rows.length, wrap),
      new RowWriter('details', path('details'), rows.length, wrap),
    ];
    const texts = rows.map((row) => Buffer.from(row.slice(0, count).join(',')));
    const encoder = new RowEncoder('made', fields, texts.slice(0, sample), NOTHING);
    for (const text of texts) {
      const {head, rest} = encoder.encode(text);
      heads.write(head);
      rests.write(rest);
    }
    values = writeValuesFile(path('values'), encoder);
    heads.finish(index);
    rests.finish(index);
  });
  const opened: number[] = [];
  const share = (kind: string): SharedFile => {
    const fd = openSync(path(kind), 'r');
    opened.push(fd);
    return shareFile(path(kind), fd, fstatSync(fd).size);
  };
  try {
    const files = {
      values: {...share('values'), checksums: values.checksums ?? ''},
      heads: share('items'),
      rests: share('details'),
    };
    use(new StoredRows(sections, await loadRows(files, headsInMemory), wrap));
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}

const linesIn = (lines: Lines): string[] =>
  lines.bytes.toString('utf8', 0, lengthOf(lines)).split('\n').slice(0, -1);

/** JSON values of every kind, many of them often. */
const value = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '""',
    '"Ottawa"',
    '"a, \\"b\\": {[}]"',
    '12.5',
    '"\\\\"',
    '[]',
    '"2024-05-06"',
  ),
  fc.string({maxLength: 30, unit: 'grapheme'}).map((text) => JSON.stringify(text)),
  fc.double({noNaN: true, noDefaultInfinity: true}).map((number) => JSON.stringify(number)),
  fc.array(fc.string({maxLength: 8}), {maxLength: 3}).map((list) => JSON.stringify(list)),
  fc
    .record({name: fc.string({maxLength: 8, unit: 'grapheme'}), of: fc.array(fc.nat(9))})
    .map((one) => JSON.stringify(one)),
);

const table = fc
  .record({
    count: fc.integer({min: 1, max: 12}),
    head: fc.integer({min: 1, max: 12}),
    hex: fc.constantFrom(null, 'ab-'),
  })
  .chain(({count, head, hex}) => {
    const id = fc
      .array(fc.constantFrom(...'0123456789abcdef'), {minLength: 16, maxLength: 16})
      .map((digits) => `"${hex}${digits.join('')}"`);
    // Some ids are others.
    const anyId = fc.oneof(
      {weight: 9, arbitrary: id},
      fc.constantFrom('"ab-0123456789abcdeG"', '"xy-0123456789abcdef"', 'null'),
    );
    const row = fc.tuple(...Array.from({length: count}, (_, i) => (i === 0 && hex !== null ? anyId : value)));
    return fc.record({
      fields: fc.constant(fieldsOf(count, Math.min(head, count), hex)),
      rows: fc.array(row, {maxLength: 40}),
      wrap: fc.constantFrom(1 << 14, 2 ** 32),
      headsInMemory: fc.boolean(),
      sample: fc.nat(40),
      chosen: fc.array(fc.nat(), {maxLength: 60}),
    });
  });

test('any rows are rendered as they were, in any order, as items and whole, with and without added fields', async () => {
  const reader = new RowReader();
  const property = fc.asyncProperty(table, async ({chosen, ...made}) => {
    const {rows, fields} = made;
    const [head, count] = [fields.head.length, fields.head.length + fields.rest.length];
    const numbers = rows.length > 0 ? chosen.map((n) => n % rows.length) : [];
    await withRows(made, (stored) => {
      for (const whole of [false, true]) {
        const expected = numbers.map((n) => textOf(rows[n]!, 0, whole ? count : head));
        const form = {rows: stored, whole};
        const plain = reader.rows(form, Uint32Array.from(numbers));
        expect(plain.count).toBe(numbers.length);
        expect(linesIn(plain)).toEqual(expected.map((text) => `{${text}}`));
        // The converter finds the values by the places that rows are rendered to, or reads the rows again.
        const csv = new LineConverter({names: null, format: 'csv', excel: false, cut: null});
        const unplaced = csv.convert({...plain, starts: null}).bytes.toString();
        expect(csv.convert(plain).bytes.toString()).toBe(unplaced);
        const more = (i: number) => ',"x":1'.repeat(i % 3);
        const added = linesIn(reader.rows(form, Uint32Array.from(numbers), more));
        expect(added).toEqual(expected.map((text, i) => `{${text}${more(i)}}`));
        for (const [i, n] of numbers.slice(0, 5).entries())
          expect(reader.row(form, n).toString()).toBe(`{${expected[i]}}`);
      }
    });
  });
  await fc.assert(property, {numRuns: 120});
});

/** Rows whose fields follow from others, repeat, or never do. */
const manyRows = (count: number): Values[] =>
  Array.from({length: count}, (_, i) => [
    JSON.stringify(`V-${(i * 2_654_435_761) % 97}`),
    JSON.stringify(`Vendor number ${(i * 2_654_435_761) % 97} of all`),
    JSON.stringify(i % 11 === 0 ? null : `https://example.org/contracts/${i}?lang=en`),
    String(i * 37.25),
    JSON.stringify(`Office of row ${i % 40_000}, floor ${i % 3}`),
    'null',
  ]);

test.each([true, false])('pages of more rows than one batch, heads in memory: %s', async (headsInMemory) => {
  const rows = manyRows(50_000);
  const reader = new RowReader();
  const fields = fieldsOf(6, 3, null);
  // Offsets pass another multiple of the wrap every few hundred rows.
  await withRows({fields, rows, headsInMemory, wrap: 10_000}, (stored) => {
    for (const whole of [false, true]) {
      const form = {rows: stored, whole};
      const all = linesIn(reader.rows(form, Uint32Array.from(rows.keys())));
      expect(all.length).toBe(rows.length);
      expect(all.every((line, i) => line === `{${textOf(rows[i]!, 0, whole ? 6 : 3)}}`)).toBe(true);
      const scattered = Uint32Array.from({length: 2000}, (_, i) => (i * 7919) % rows.length);
      const some = linesIn(reader.rows(form, scattered, (i) => `,"d":${i}`));
      expect(some.every((line, i) => line === `${all[scattered[i]!]!.slice(0, -1)},"d":${i}}`)).toBe(true);
    }
  });
  const bytes = ['values', 'items', 'details'].map((kind) => readFileSync(path(kind)).length);
  const json = rows.reduce((sum, row) => sum + textOf(row, 0, 6).length, 0);
  expect(bytes.reduce((a, b) => a + b)).toBeLessThan(json / 5);
});

test('many fields: constant values, long ones, ids and values that others predict', async () => {
  const reader = new RowReader();
  const [count, head] = [75, 36];
  const rows = Array.from({length: 400}, (_, i) =>
    Array.from({length: count}, (_, field) => {
      if (field === 0) return `"ab-${(i * 2_654_435_761).toString(16).padStart(16, '0')}"`;
      // Most fields are the same in all rows but a few, and not in the same ones.
      if (field % 7 !== 0) return i % 50 === field ? JSON.stringify(`odd ${i}`) : 'null';
      if (field % 14 === 0) return JSON.stringify('long '.repeat(field + (i % 3)));
      return JSON.stringify(`${field} of ${(i * field) % 150}`);
    }),
  );
  await withRows({fields: fieldsOf(count, head, 'ab-'), rows}, (stored) => {
    for (const whole of [false, true]) {
      const lines = linesIn(reader.rows({rows: stored, whole}, Uint32Array.from(rows.keys())));
      expect(lines).toEqual(rows.map((row) => `{${textOf(row, 0, whole ? count : head)}}`));
    }
  });
});

test('escapes get digits in lower case, whether their row is in the sample or not', async () => {
  const reader = new RowReader();
  const odd = '"\\\\u000B \\u000B\\u001F \\\\\\u001a\\"\\u00AB"';
  const rows = Array.from({length: 8}, (_, i) => [String(i), `[${odd},{"${i}":${odd}}]`]);
  for (const sample of [0, 4, 8]) {
    await withRows({fields: fieldsOf(2, 1, null), rows, sample}, (stored) => {
      const lines = linesIn(reader.rows({rows: stored, whole: true}, Uint32Array.from(rows.keys())));
      const lower = '"\\\\u000B \\u000b\\u001f \\\\\\u001a\\"\\u00ab"';
      expect(lines).toEqual(rows.map((_, i) => `{"f0":${i},"f1":[${lower},{"${i}":${lower}}]}`));
    });
  }
});

test('a row longer than every buffer', async () => {
  const long = JSON.stringify('x'.repeat((1 << 22) + 3));
  const odd = JSON.stringify(Buffer.alloc(1 << 20, 'ab\u00e9\u{1f600}').toString());
  const rows = [
    ['1', long],
    ['2', odd],
    ['3', '"short"'],
  ];
  const reader = new RowReader();
  await withRows({fields: fieldsOf(2, 1, null), rows}, (stored) => {
    const lines = linesIn(reader.rows({rows: stored, whole: true}, Uint32Array.of(2, 0, 1)));
    expect(lines.map((line) => line.length)).toEqual([2, 0, 1].map((i) => textOf(rows[i]!, 0, 2).length + 2));
    expect(lines[2]).toBe(`{${textOf(rows[1]!, 0, 2)}}`);
  });
});

test('a page that is longer than the first buffer is rendered to the same memory again and again', async () => {
  const rows = Array.from({length: 200}, (_, i) => [`"${i} ${'long '.repeat(90 + (i % 20))}"`]);
  const fields = fieldsOf(1, 1, null);
  await withRows({fields, rows}, (stored) => {
    const reader = new RowReader();
    const page = Uint32Array.from(rows, (_, i) => i);
    const form = {rows: stored, whole: false};
    const {buffer, byteLength} = reader.rows(form, page).bytes;
    expect(byteLength).toBeGreaterThan(1 << 16);
    for (let i = 0; i < 3; i++) expect(reader.rows(form, page).bytes.buffer).toBe(buffer);
    // Room for the rows that were left, not for each of them as much as for all so far.
    expect(buffer.byteLength).toBeLessThan(3 * byteLength);
  });
});

test('offsets beyond 4, 8 and 12 GiB', () => {
  const builder = new RowOffsetsBuilder(4 * ROWS_PER_BLOCK, WRAP);
  const bytes = 2 ** 26 - 6;
  for (let row = 1; row <= 4 * ROWS_PER_BLOCK; row++) builder.add(row * bytes);
  const offsets = builder.build();
  expect(offsets.wraps).toHaveLength(3);
  for (const row of [0, 1, 63, 64, 65, 128, 200, 256]) expect(rowOffset(offsets, row)).toBe(row * bytes);
});

test('rows with another number of fields and a wrong number of rows are refused', () => {
  sectionsFrom((index) => {
    const heads = new RowWriter('items', path('items'), 2);
    heads.write(Buffer.from('one'));
    expect(() => heads.finish(index)).toThrow('1 rows were written where 2 were announced');
    heads.abandon();
  });
  const encoder = new RowEncoder('made', fieldsOf(2, 1, null), [], NOTHING);
  const encode = (text: string) => encoder.encode(Buffer.from(text));
  expect(() => encode('1')).toThrow('a row of made has fewer fields than it should');
  expect(() => encode('1,1,1')).toThrow('a row of made has more fields than it should');
  expect(() => new RowEncoder('made', fieldsOf(2, 1, null), [Buffer.from('1')], NOTHING)).toThrow(
    'a row of made has fewer fields than it should',
  );
});

test('dictionaries beyond the limit are refused with the table, the limit and a remedy', () => {
  const encoder = new RowEncoder('contracts', fieldsOf(2, 1, null), [], NOTHING);
  expect(() => writeValuesFile(path('values'), encoder, 100)).toThrow(
    /^contracts: the dictionaries of its columns have \d+ bytes, of which 100 is the limit: store fewer/,
  );
});

test.each([true, false])(
  'damaged bytes are refused before they are rendered, heads in memory: %s',
  async (headsInMemory) => {
    const rows = manyRows(20_000);
    const reader = new RowReader();
    for (const kind of ['items', 'details']) {
      await withRows({fields: fieldsOf(6, 3, null), rows, headsInMemory}, (stored) => {
        if (kind === 'items' && headsInMemory) return;
        const bytes = readFileSync(path(kind));
        bytes[70_000]! ^= 1;
        writeFileSync(path(kind), bytes);
        const form = {rows: stored, whole: true};
        expect(reader.row(form, 0).toString()).toBe(`{${textOf(rows[0]!, 0, 6)}}`);
        expect(() => reader.rows(form, Uint32Array.from(rows.keys()))).toThrow(DamagedFile);
      });
    }
  },
);
