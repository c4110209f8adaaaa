/** The byte scan: plain and odd records and their locations; it parts a file as the parser does. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Source} from '../../../datasets/types.ts';
import {type CsvScan, scanCsv} from '../../../pipeline/read/csv_scan.ts';
import {stageCsv} from '../../../pipeline/read/stage_csv.ts';
import {CREATE_REFUSED, CREATE_UNREAD, makeRelation, type Staged} from '../../../pipeline/read/staging.ts';
import {type Delimiter, ReadError, type RecordLocation} from '../../../pipeline/read/types.ts';
import {folder, memoryDatabase} from '../../helpers/pipeline.ts';
import {seed as SEED} from '../../helpers/seed.ts';

const RUNS = 60;

const scanned = (text: string, delimiter: Delimiter = ','): CsvScan =>
  scanCsv([Buffer.from(text)], delimiter);

test.each([
  ['plain', 'a,b\r\n1,"x ""y"", z"\r\n2,"l\r\nm"\r\n', {plain: 2, odd: 0, width: 2}],
  ['no line end at the end', 'a,b\n1,2\n3,4', {plain: 2, odd: 0, endsLine: false, last: 8}],
  ['blank lines are no records', 'a,b\r\n\r\n1,2\r\n\r\n\r\n3,4\r\n\r\n', {plain: 2, odd: 0}],
  ['empty cells behind the last one', 'a,b\r\n1,2,,,\r\n3,4\r\n', {plain: 2, odd: 0}],
  ['a text behind the last cell', 'a,b\r\n1,2,x\r\n3,4,"y"\r\n5,6\r\n', {plain: 1, odd: 2, longestRun: 2}],
  ['too few cells', 'a,b,c\r\n1,2\r\n3,4,5\r\n', {plain: 1, odd: 1, plainBefore: [0], oddBefore: [0]}],
  ['blanks alone on a line', 'a,b\r\n  \r\n1,2\r\n', {plain: 1, odd: 1}],
  ['one column, whose blank lines are cells or none', 'a\r\n1\r\n""\r\n', {plain: 0, odd: 2, width: 0}],
  ['a quote inside an open cell', 'a,b\r\n1,5" pipe\r\n3,4\r\n', {plain: 1, odd: 1}],
  ['a blank before a quote', 'a,b\r\n1, "x"\r\n3,4\r\n', {plain: 1, odd: 1}],
  ['a text behind a closed quote', 'a,b\r\n1,"x"y\r\n3,4\r\n', {plain: 1, odd: 1}],
  ['a CR that ends no line', 'a,b\r\n1,x\ry\r\n3,4\r\n', {plain: 1, odd: 1}],
  ['a quote behind such a CR', 'a,b\r\n1,\r"x\r\n"3"\r",4\r\n', {plain: 0, odd: 2, unclosed: null}],
  ['another line end', 'a,b\r\n1,2\n3,4\r\n', {plain: 1, odd: 1}],
  ['a NUL', 'a,b\r\n1,x\0y\r\n3,"\0"\r\n5,6\r\n', {plain: 1, odd: 2}],
  ['an odd header', 'a,b"\r\n1,2\r\n', {plain: 0, odd: 1, width: 0}],
  ['an open quote to the end', 'a,b\r\n1,2\r\n3,"x\r\n', {plain: 1, unclosed: 3, last: 10}],
  ['cut inside the last record', 'a,b,c\r\n1,2,3\r\n4,5', {plain: 1, odd: 1, endsLine: false}],
  ['cut behind a CR', 'a,b\r\n1,2\r\n3,4\r', {plain: 1, odd: 1, endsLine: false}],
  ['blank lines in front', '\r\na,b\r\n1,2\r\n', {plain: 1, header: {line: 2, from: 2, to: 7}}],
  ['a mark in front', '\ufeffa,b\r\n1,2\r\n', {plain: 1, width: 2, header: {line: 1, from: 3, to: 8}}],
  ['a mark before a quote', '\ufeff"a","b"\r\n1,2\r\n', {plain: 1, odd: 0, width: 2}],
  ['empty names at the end', 'a,b,,""\r\n1,2\r\n3,4,,x\r\n5\r\n', {plain: 1, odd: 2, width: 4}],
  ['a line that names the delimiter', 'sep=,\r\na,b\r\n1,2\r\n', {header: {line: 2, from: 7, to: 12}}],
  ['the same behind a mark', '\ufeffsep=,\na,b\n1,2\n', {header: {line: 2, from: 9, to: 13}}],
  ['nothing', '', {header: null, plain: 0, width: 0}],
])('%s', (_, text, expected) => {
  const scan = scanned(text);
  expect({...scan, plain: scan.plain.length, odd: scan.odd.length}).toMatchObject(expected);
});

test('lines are counted from the first one, also where that names the delimiter', () => {
  expect([...scanned('sep=,\na,b\n1,2\n').plain]).toEqual([{line: 3, from: 10, to: 14}]);
});

test('locations of plain and of odd records', () => {
  const text = 'a,b\r\n\r\n1,"x\r\ny"\r\n2\r\n3,4\r\n';
  const {plain, odd} = scanned(text);
  const cut = ({line, from, to}: RecordLocation) => [line, text.slice(from, to)];
  expect([...plain].map(cut)).toEqual([
    [3, '1,"x\r\ny"\r\n'],
    [6, '3,4\r\n'],
  ]);
  expect([...odd].map(cut)).toEqual([[5, '2\r\n']]);
  expect(() => plain.at(2)).toThrow('no record 2 among 2');
});

test('a record longer than a mebibyte is odd, one that has no end is not closed', () => {
  const long = 'x'.repeat((1 << 20) - 20);
  const {plain, odd} = scanned(`a,b\r\n1,${long}\r\n2,"${long}\r\n${long}"\r\n3,4\r\n`);
  expect([...plain].map(({line}) => line)).toEqual([2, 5]);
  expect(odd.length).toBe(1);
  const endless = function* () {
    yield Buffer.from('a,b\r\n1,2\r\n3,"');
    for (;;) yield Buffer.alloc(1 << 20, 'x');
  };
  expect(scanCsv(endless(), ',')).toMatchObject({unclosed: 3});
});

const DIALECT = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n'],
};

/** Records by the parser alone; null for a quote that is not closed. */
function parsed(text: string, delimiter: Delimiter): string[][] | null {
  try {
    return parse(text.replace(/^\ufeff?(sep=.\r?\n)?/, ''), {...DIALECT, delimiter});
  } catch (error) {
    expect((error as {code: string}).code).toBe('CSV_QUOTE_NOT_CLOSED');
    return null;
  }
}

test(`the scan parts any text as the parser does (SEED=${SEED})`, () => {
  const signs = fc.constantFrom(
    ...['a', 'é', ' ', '"', '"', '""', ',', ';', '\r\n', '\n', '\n', '\r', '\0', '"x"', '","'],
  );
  const texts = fc.array(signs, {maxLength: 30}).map((all) => all.join(''));
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom('', '\ufeff', 'sep=;\n'),
      fc.integer({min: 1, max: 40}),
      (rest, start, size) => {
        const bytes = Buffer.from(start + rest);
        const chunks = Array.from({length: Math.ceil(bytes.length / size)}, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        // What precedes the header stands in the first chunk.
        const scan = scanCsv(size < 9 && start ? [bytes] : chunks, ',', false);
        const records = parsed(start + rest, ',');
        expect(scan.unclosed === null).toBe(records !== null);
        const locations = scan.header ? [scan.header, ...scan.odd] : [];
        const alone = locations.flatMap(({from, to}) =>
          parse(bytes.subarray(from, to), {...DIALECT, delimiter: ','}),
        );
        expect(alone).toHaveLength(locations.length);
        if (records) expect(alone).toEqual(records);
        const lines = locations.map(({from}) => bytes.subarray(0, from).toString().split('\n').length);
        expect(locations.map(({line}) => line)).toEqual(lines);
      },
    ),
    {seed: SEED, numRuns: 2000},
  );
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

const SOURCE = {
  slug: 'x',
  key: ['a'],
  layouts: [
    {
      name: 'l',
      header: ['a', 'b', 'c'],
      aliases: {},
      optional: [],
      fields: Object.fromEntries(['a', 'b', 'c'].map((from) => [from, {op: 'text', from: [from]}])),
    },
  ],
} as unknown as Source;

/** What a row must become. */
function outcome(cells: readonly string[]): (string | null)[] | string {
  if (cells.length < 3) return `too few cells: ${cells.length} of 3`;
  if (cells.slice(3).some((one) => one.trim())) return `too many cells: ${cells.length} of 3`;
  return cells.slice(0, 3).map((one) => one || null);
}

test(`every row has one outcome, by whichever way it came (SEED=${SEED})`, async () => {
  const directory = await folder();
  const path = join(directory, 'f.csv');
  let [plain, runs] = [0, 0];
  const check = async (text: string, delimiter: Delimiter, db: DuckDBConnection) => {
    await writeFile(path, text);
    await db.run(CREATE_REFUSED);
    await db.run(CREATE_UNREAD);
    const staged: Staged = {
      tables: [],
      read: 0,
      next: 7,
      files: [],
      texts: [],
      plain: [],
      forms: [],
      columns: new Map(),
    };
    const source = {...SOURCE, delimiter} as Source;
    const work = {db, source, folder: directory, staged, emit: () => undefined};
    const expected = parsed(text, delimiter)?.slice(1).map(outcome);
    try {
      await stageCsv(work, {name: 'f.csv', bytes: text.length}, path, 0);
    } catch (error) {
      expect(error).toBeInstanceOf(ReadError);
      if (expected) expect((error as Error).message).toMatch(/ends inside the record.*too few/);
      else expect((error as Error).message).toContain('a quoted cell is not closed');
      return;
    }
    const [relation] = staged.tables;
    await makeRelation(db, {key: []}, {...relation!, labels: []});
    const rows = await db.runAndReadAll(`SELECT _row, a, b, c, NULL FROM stage_0_all
      UNION ALL SELECT _row, NULL, NULL, NULL, reason FROM refused WHERE _line IS NOT NULL ORDER BY _row`);
    const made = rows.getRows().map(([, a, b, c, reason]) => reason ?? [a, b, c]);
    const strays = /^a stray quote/;
    expect(made.map((one, at) => (strays.test(String(one)) ? expected?.[at] : one))).toEqual(expected);
    expect(staged.read).toBe(made.length);
    expect(staged.next).toBeGreaterThan(Number(rows.getRows().at(-1)?.[0]));
    if (relation?.files.length) plain += 1;
  };
  await fc.assert(
    fc.asyncProperty(file, async ({mark, head, records, end, closed, delimiter}) => {
      const body = records.map((cells) => cells.join(',')).join(end);
      const text = `${mark}${head}${end}${body}${closed ? end : ''}`.replaceAll(',', delimiter);
      runs += 1;
      const {db, close} = await memoryDatabase();
      await check(text, delimiter, db).finally(close);
    }),
    {seed: SEED, numRuns: RUNS},
  );
  expect(plain / runs).toBeGreaterThan(0.3);
});
