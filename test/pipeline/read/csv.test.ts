/** CSV and JSON Lines as rows: cells, locations in the file, refused rows and fatal errors. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {describe, expect, test} from 'vitest';
import {headerNames, oddRows, refuseUnclosed} from '../../../pipeline/read/csv.ts';
import {scanCsv} from '../../../pipeline/read/csv_scan.ts';
import {readJson} from '../../../pipeline/read/json_table.ts';
import type {RawRow} from '../../../pipeline/read/types.ts';
import {folder} from '../../helpers/pipeline.ts';

interface Row {
  line: number;
  /** Cells, or why the row is refused. */
  row: (string | null)[] | string;
  /** The bytes at the row's location. */
  raw: string;
}

const piecesOf = (bytes: Buffer, piece: number): Buffer[] =>
  Array.from({length: Math.ceil(bytes.length / piece)}, (_, at) =>
    bytes.subarray(at * piece, (at + 1) * piece),
  );

async function shown(bytes: Buffer, from: AsyncIterable<RawRow> | Iterable<RawRow>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const {line, from: start, to, cells, refused} of from)
    rows.push({line, row: cells ?? refused, raw: bytes.subarray(start, to).toString()});
  return rows;
}

/** Rows of a file that is scanned in pieces of `piece` bytes, and parsed. */
async function csv(content: string | Buffer, piece = 16): Promise<{header: string[]; rows: Row[]}> {
  const bytes = Buffer.from(content);
  const path = join(await folder(), 'f');
  await writeFile(path, bytes);
  const file = {source: 'example', name: 'f', path, delimiter: ','} as const;
  const scan = scanCsv(piecesOf(bytes, piece), ',', false);
  const header = headerNames(file, scan, bytes.subarray(scan.header?.from, scan.header?.to));
  refuseUnclosed(file, scan);
  return {header, rows: await shown(bytes, oddRows(file, scan, header, 0))};
}

async function jsonl(content: string): Promise<{header: string[]; rows: Row[]}> {
  const bytes = Buffer.from(content);
  const again = () => Readable.from(piecesOf(bytes, 7));
  const table = await readJson('example', {name: 'f', again}, 'jsonl');
  return {header: table.header, rows: await shown(bytes, table.rows)};
}

const refusals = async (made: ReturnType<typeof csv>) =>
  (await made).rows.filter(({row}) => typeof row === 'string').map(({line, row}) => `${line}: ${row}`);

describe('CSV', () => {
  test.each(['\r\n', '\n'])('cells, line numbers and bytes, record end %j', async (eol) => {
    const content = ['\ufeffa,b,c', '1,"x\ny ""z""",3', '', 'é,,9', '4,"x\r\n\r\ny",6', '7,8,9', ''].join(
      eol,
    );
    const {header, rows} = await csv(content);
    expect(header).toEqual(['a', 'b', 'c']);
    expect(rows.map(({line, row}) => [line, row])).toEqual([
      [2, ['1', 'x\ny "z"', '3']],
      [5, ['é', null, '9']],
      [6, ['4', 'x\r\n\r\ny', '6']],
      [9, ['7', '8', '9']],
    ]);
    expect(rows.map(({raw}) => raw.trim())).toEqual([
      '1,"x\ny ""z""",3',
      'é,,9',
      '4,"x\r\n\r\ny",6',
      '7,8,9',
    ]);
  });

  test('a header name and a header cell of two lines are read', async () => {
    const {header, rows} = await csv('"a\nb", c \n1,2\n');
    expect(header).toEqual(['a\nb', 'c']);
    expect(rows.map(({line}) => line)).toEqual([3]);
  });

  test('empty names at the end of a header are cells that rows may lack', async () => {
    const {header, rows} = await csv('a,b,, \n1,2\n3,4,\n5,6,x,y\n7,8,,,\n9\n1,2,3,4,5\n');
    expect(header).toEqual(['a', 'b', '', '']);
    expect(rows.map(({row}) => row)).toEqual([
      ['1', '2'],
      ['3', '4', null],
      ['5', '6', 'x', 'y'],
      ['7', '8', null, null],
      'too few cells: 1 of 2',
      'too many cells: 5 of 4',
    ]);
  });

  test.each(['sep=,\r\n', '\ufeffsep=,\n', '\ufeffSEP=;\n'])(
    'a line %j before the header is none',
    async (line) => {
      const {header, rows} = await csv(`${line}a,b\n1,2\n`);
      expect(header).toEqual(['a', 'b']);
      expect(rows).toEqual([{line: 3, row: ['1', '2'], raw: '1,2\n'}]);
    },
  );

  test('rows with too few, too many or broken cells are refused with their line', async () => {
    const content = 'a,b\n1\n1,2,3\n1,2,,\n1,2, \n1,\0\n5,6\n';
    expect(await refusals(csv(content))).toEqual([
      '2: too few cells: 1 of 2',
      '3: too many cells: 3 of 2',
      '6: NUL byte in a cell',
    ]);
    expect((await csv(content)).rows).toHaveLength(6);
  });

  test('quotes inside a cell are text', async () => {
    const {rows} = await csv('a,b\n5" pipe,x "y" z\n"q" r,2\n');
    expect(rows.map(({row}) => row)).toEqual([
      ['5" pipe', 'x "y" z'],
      ['"q" r', '2'],
    ]);
  });

  test('a short last row with a line end is refused, without it the file is truncated', async () => {
    expect(await refusals(csv('a,b\r\n1,2\r\n3\r\n'))).toEqual(['3: too few cells: 1 of 2']);
    await expect(csv('a,b\r\n1,2\r\n3')).rejects.toThrow(
      'example: f: the file ends inside the record of line 3 (too few cells: 1 of 2); it was cut: fetch it again',
    );
    expect((await csv('a,b\n1,2\n3,4')).rows).toHaveLength(2);
  });

  test.each([
    '"a","b"\r\n"1","2"\r\n"3","',
    '"a","b"\r\n"1","2"\r\n"3","4 and',
    '"a","b"\r\n"1","2"\r\n"3,4"',
  ])('a file cut inside a quoted cell stops the source: %j', async (content) => {
    await expect(csv(content)).rejects.toThrow(/^example: f: .*(not closed|ends inside).*fetch it again$/);
  });

  test('an empty file and a page are refused', async () => {
    await expect(csv('')).rejects.toThrow('example: f: the file is empty; fetch it again');
    await expect(csv('\r\n\n')).rejects.toThrow('the file is empty');
    await expect(csv('<!DOCTYPE html>\n<p>Later</p>\n')).rejects.toThrow(
      'an HTML or XML page instead of CSV',
    );
  });

  test('chunks of any size have the same rows', async () => {
    const content = 'a,b\r\n"é\n😀",2\r\n\r\n3,"4\r\n5"\r\n6,7\r\n';
    const whole = await csv(content, 1000);
    for (const piece of [1, 2, 3, 5]) expect(await csv(content, piece)).toEqual(whole);
  });
});

describe('JSON Lines', () => {
  test('values are text, without blanks and the row id of the portal', async () => {
    const {header, rows} = await jsonl(
      '\ufeff{"_id":1,"a":"x\u2028y","b":null}\r\n\n{"b":2.50,"_id":2,"a":""}\n{"a":true}\n',
    );
    expect(header).toEqual(['a', 'b']);
    expect(rows.map(({line, row}) => [line, row])).toEqual([
      [1, ['x\u2028y', null]],
      [3, [null, '2.5']],
      [4, ['true', null]],
    ]);
    expect(rows[1]?.raw).toBe('{"b":2.50,"_id":2,"a":""}\n');
  });

  test('a line that is not a record is refused', async () => {
    expect(await refusals(jsonl('{"a":1}\n[1]\nnothing\n{"a":1}\n{"a":"\\u0000"}\n'))).toEqual([
      '2: not a JSON record',
      '3: not a JSON record',
      '5: NUL byte in a cell',
    ]);
  });

  test('the columns are the names of all rows, and nested values are their JSON', async () => {
    const {header, rows} = await jsonl('{"a":1}\n{"c":{"x":[1.50,"y"]},"a":null}\n{"b":[],"a":2}\n');
    expect(header).toEqual(['a', 'c', 'b']);
    expect(rows.map(({row}) => row)).toEqual([
      ['1', null, null],
      [null, '{"x":[1.5,"y"]}', null],
      ['2', null, '[]'],
    ]);
  });

  test('a truncated last line, an empty file and a foreign file fail the source', async () => {
    await expect(jsonl('{"a":1}\n{"a":2')).rejects.toThrow(
      'the file ends inside the record of line 2; it was cut',
    );
    expect((await jsonl('{"a":1}\n{"a":2}')).rows).toHaveLength(2);
    await expect(jsonl('')).rejects.toThrow('the file is empty');
    await expect(jsonl('a,b\n1,2\n')).rejects.toThrow('the first line is no JSON record');
  });
});

test.each([
  ['lines that end in CR', 'a,b\r1,2\r3,4\r', /lines end in CR alone; save it with LF or CRLF/],
  ['semicolons', 'a;b\n1;2\n', /parted by ";", not by commas; save it with commas/],
  ['tabs', 'a\tb\n1\t2\n', /parted by "\\t", not by commas/],
  ['UTF-16', Buffer.from('a,b\n1,2\n', 'utf16le'), /NUL bytes in the header.*save it as UTF-8/],
])('a whole file in another form is refused by name: %s', async (_, content, says) => {
  await expect(csv(content)).rejects.toThrow(says);
});
