/** The byte scan: regular and irregular records, their locations, and agreement of the two readers. */
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseRecord, readCsv} from '../../../pipeline/read/csv.ts';
import {type CsvScan, scanCsv} from '../../../pipeline/read/csv_scan.ts';
import {isMostlyPlain, loadPlain} from '../../../pipeline/read/fast_csv.ts';
import {numberRows} from '../../../pipeline/read/row_numbers.ts';
import type {Delimiter, RawRow, RecordLocation} from '../../../pipeline/read/types.ts';
import {folder, memoryDatabase} from '../../helpers/pipeline.ts';
import {seed as SEED} from '../../helpers/seed.ts';

const RUNS = 150;

/** The shape of a text, with the number of its regular records, and their locations. */
async function scanned(
  text: string,
): Promise<{shape: Omit<CsvScan, 'plain'> & {plain: number}; locations: RecordLocation[]}> {
  const path = join(await folder(), 'f.csv');
  await writeFile(path, text);
  const shape = scanCsv(path);
  return {shape: {...shape, plain: shape.plain.length}, locations: locationsOf(shape)};
}

const locationsOf = ({plain}: CsvScan): RecordLocation[] =>
  Array.from({length: plain.length}, (_, at) => plain.at(at));

test.each([
  ['plain', 'a,b\r\n1,"x ""y"", z"\r\n2,"l\r\nm"\r\n', {plain: 2, odd: 0, malformed: 0, width: 2}],
  ['no line end at the end', 'a,b\n1,2\n3,4', {plain: 2, odd: 0, open: false}],
  ['blank lines are no records', 'a,b\r\n\r\n1,2\r\n\r\n\r\n3,4\r\n\r\n', {plain: 2, odd: 0}],
  ['empty cells behind the last one', 'a,b\r\n1,2,,,\r\n3,4\r\n', {plain: 2, odd: 0}],
  ['a text behind the last cell', 'a,b\r\n1,2,x\r\n3,4,"y"\r\n5,6\r\n', {plain: 1, odd: 2, malformed: 0}],
  ['too few cells', 'a,b,c\r\n1,2\r\n3,4,5\r\n', {plain: 1, odd: 1, malformed: 0}],
  ['blanks alone on a line', 'a,b\r\n  \r\n1,2\r\n', {plain: 1, odd: 1, malformed: 0}],
  ['a quote inside an open cell', 'a,b\r\n1,5" pipe\r\n3,4\r\n', {plain: 1, odd: 1, malformed: 1}],
  ['a blank before a quote', 'a,b\r\n1, "x"\r\n3,4\r\n', {plain: 1, odd: 1, malformed: 1}],
  ['a text behind a closed quote', 'a,b\r\n1,"x"y\r\n3,4\r\n', {plain: 1, odd: 1, malformed: 1}],
  ['a CR that ends no line', 'a,b\r\n1,x\ry\r\n3,4\r\n', {plain: 1, odd: 1, malformed: 1}],
  ['another line end', 'a,b\r\n1,2\n3,4\r\n', {plain: 1, odd: 1, malformed: 1}],
  ['a NUL', 'a,b\r\n1,x\0y\r\n3,"\0"\r\n5,6\r\n', {plain: 1, odd: 2, malformed: 2}],
  ['an open quote to the end', 'a,b\r\n1,2\r\n3,"x\r\n', {plain: 1, open: true}],
  ['cut inside the last record', 'a,b,c\r\n1,2,3\r\n4,5', {plain: 1, open: true}],
  ['cut behind a CR', 'a,b\r\n1,2\r\n3,4\r', {plain: 1, open: true}],
  ['blank lines in front', '\r\na,b\r\n1,2\r\n', {plain: 1, odd: 0, header_from: 2, header_end: 7}],
  ['a mark in front', '\ufeffa,b\r\n1,2\r\n', {plain: 1, odd: 0, width: 2, header_end: 8}],
  ['a mark before a quote', '\ufeff"a","b"\r\n1,2\r\n', {plain: 1, odd: 0, width: 2}],
  ['empty names at the end', 'a,b,,""\r\n1,2\r\n3,4,,x\r\n5\r\n', {plain: 2, odd: 1, width: 4, least: 2}],
  ['a line that names the delimiter', 'sep=,\r\na,b\r\n1,2\r\n', {plain: 1, header_from: 7, header_end: 12}],
  ['the same behind a mark', '\ufeffsep=,\na,b\n1,2\n', {plain: 1, header_from: 9, header_end: 13}],
  ['nothing', '', {plain: 0, width: 0}],
])('%s', async (_, text, expected) => {
  expect((await scanned(text)).shape).toMatchObject(expected);
});

test('lines are counted from the first one, also where that names the delimiter', async () => {
  expect((await scanned('sep=,\na,b\n1,2\n')).locations).toEqual([{line: 3, from: 10, to: 14}]);
});

test('locations of wanted and of irregular records', async () => {
  const text = 'a,b\r\n\r\n1,"x\r\ny"\r\n2\r\n3,4\r\n';
  const {shape, locations} = await scanned(text);
  const cut = ({from, to}: RecordLocation) => text.slice(from, to);
  expect(locations.map((one) => [one.line, cut(one)])).toEqual([
    [3, '1,"x\r\ny"\r\n'],
    [6, '3,4\r\n'],
  ]);
  expect(shape.oddLocations.map((one) => [one.line, cut(one)])).toEqual([[5, '2\r\n']]);
});

test('a record across chunk boundaries', async () => {
  const long = 'x'.repeat((1 << 20) - 20);
  const text = `a,b\r\n1,${long}\r\n2,"${long}\r\n${long}"\r\n3,4\r\n`;
  const {shape, locations} = await scanned(text);
  // A record longer than a mebibyte is left to the patient reader.
  expect(shape).toMatchObject({plain: 2, odd: 1, malformed: 1});
  expect(locations.map(({line}) => line)).toEqual([2, 5]);
  for (const size of [1 << 20, (1 << 20) - 1, (1 << 20) + 1]) {
    const head = 'a,b\r\n';
    const first = `1,${'y'.repeat(size - head.length - 4)}\r\n`;
    expect((await scanned(`${head}${first}2,3\r\n`)).shape).toMatchObject({plain: 2, odd: 0});
  }
});

/** Cells with everything that quoting is for, and with what it does not foresee. */
const cell = fc.oneof(
  fc.stringMatching(/^[a-zé ,.-]{0,12}$/).map((text) => (text.includes(',') ? `"${text}"` : text)),
  fc.stringMatching(/^[a-z "\r\n,é]{0,12}$/).map((text) => `"${text.replaceAll('"', '""')}"`),
  fc.constantFrom('', '""', ' ', '5" pipe', ' "x"', '"x" ', '"x"y', 'x\ry', '\t', "'", '\\', '#1'),
);
const record = fc.oneof(
  {arbitrary: fc.array(cell, {minLength: 3, maxLength: 3}), weight: 9},
  {arbitrary: fc.array(cell, {minLength: 1, maxLength: 5}), weight: 1},
);
const file = fc.record({
  mark: fc.constantFrom('', '\ufeff'),
  head: fc.constantFrom('a,b,c', '"a","b","c"', 'sep=,\na,b,c'),
  records: fc.array(record, {minLength: 1, maxLength: 30}),
  end: fc.constantFrom('\r\n', '\n'),
  closed: fc.boolean(),
  delimiter: fc.constantFrom<Delimiter>(',', ';'),
});

/** Rows that the patient reader makes of a text, cells or reason. */
async function patiently(text: string, delimiter: Delimiter): Promise<RawRow[]> {
  const stream = Readable.from([Buffer.from(text)]);
  const bytes = Buffer.byteLength(text);
  const opened = {name: 'f', format: 'csv', encoding: 'utf-8', bytes, path: null, stream} as const;
  const table = await readCsv('x', opened, delimiter);
  const rows: RawRow[] = [];
  for await (const row of table.rows) rows.push(row);
  return rows;
}

test(`DuckDB and the tolerant reader agree on regular files (SEED=${SEED})`, async () => {
  const {db, close} = await memoryDatabase();
  const directory = await folder();
  let [taken, runs] = [0, 0];
  const positions = new Map(['a', 'b', 'c'].map((name, at) => [name, at]));
  try {
    await fc.assert(
      fc.asyncProperty(file, async ({mark, head, records, end, closed, delimiter}) => {
        runs += 1;
        const body = records.map((cells) => cells.join(',')).join(end);
        const text = `${mark}${head}${end}${body}${closed ? end : ''}`.replaceAll(',', delimiter);
        const path = join(directory, 'f.csv');
        await writeFile(path, text);
        const shape = scanCsv(path, delimiter);
        if (!isMostlyPlain(shape)) return;
        const to = join(directory, 'f.parquet');
        const whole = await loadPlain(db, path, shape, positions, ['a', 'b', 'c'], {
          numbers: {base: 0, step: 1},
          file: 0,
          to,
          nulls: [],
          delimiter,
        });
        if (!whole) return;
        taken += 1;
        const rows = (await db.runAndReadAll(`SELECT a, b, c FROM read_parquet('${to}')`)).getRows();
        const numbers = numberRows(shape, 7);
        const numbered = [
          ...Array.from({length: shape.plain.length}, (_, at) => ({
            from: shape.plain.at(at).from,
            row: numbers.base + at * numbers.step,
          })),
          ...numbers.odd.map(({from, row}) => ({from, row})),
        ].sort((a, b) => a.from - b.from);
        const inOrder = [6, ...numbered.map(({row}) => row), numbers.end];
        expect(inOrder.every((row, at) => at === 0 || row > inOrder[at - 1]!)).toBe(true);
        const odd = new Set(shape.oddLocations.map(({from}) => from));
        const patient = await patiently(text, delimiter);
        const plain = patient.filter((row) => !odd.has(row.from)).map((row) => row.cells ?? row.refused);
        // The tolerant reader may run on after a stray quote; only then the records differ.
        if (shape.malformed === 0) expect(rows).toEqual(plain);
        const bytes = await readFile(path);
        const locations = locationsOf(shape);
        expect(() => shape.plain.at(locations.length)).toThrow('no record');
        // Each record read alone, at its scanned location.
        const expected = locations.map(({from, to: until}) =>
          parseRecord(bytes.subarray(from, until), shape.width, delimiter),
        );
        expect(expected.map((one) => one.cells ?? one.refused)).toEqual(rows);
      }),
      {seed: SEED, numRuns: RUNS},
    );
  } finally {
    close();
  }
  expect(taken / runs).toBeGreaterThan(0.3);
});
