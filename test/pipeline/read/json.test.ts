/**
 * Tables in JSON as rows: the faults that are read over, what is refused and where, and files that were cut.
 */
import {Readable} from 'node:stream';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readJson} from '../../../pipeline/read/json_table.ts';

type Cells = (string | null)[];
type Read = {header: string[]; rows: {line: number; row: Cells | string; raw: string}[]};

/** Rows of a file that arrives in chunks of `piece` bytes, with the bytes at their locations. */
async function rowsOf(content: string, piece = 7): Promise<Read> {
  const bytes = Buffer.from(content);
  const pieces = Array.from({length: Math.ceil(bytes.length / piece)}, (_, at) =>
    bytes.subarray(at * piece, (at + 1) * piece),
  );
  const again = () => Readable.from(pieces);
  const table = await readJson('example', {name: 'f.json', again}, 'json');
  const rows: Read['rows'] = [];
  for await (const {line, from, to, cells, refused} of table.rows) {
    rows.push({line, row: cells ?? refused, raw: bytes.subarray(from, to).toString()});
  }
  return {header: table.header, rows};
}

const file = (...rows: string[]) => `{"indexTitles":["a","b"],\n"data":[\n${rows.join(',\n')}\n]}\n`;
const cellsOf = async (row: string) => (await rowsOf(file(row, '["x","y"]'))).rows[0]?.row;

describe('rows', () => {
  test('titles, cells, lines and bytes', async () => {
    const {header, rows} = await rowsOf(
      `\ufeff { "indexTitles" : [ "a" , " b " ] , "data" : [ ["é", 2.50] ,\n["l\n1","x"],["z",null]\n] }`,
    );
    expect(header).toEqual(['a', 'b']);
    expect(rows).toEqual([
      {line: 1, row: ['é', '2.50'], raw: '["é", 2.50]'},
      {line: 2, row: ['l\n1', 'x'], raw: '["l\n1","x"]'},
      {line: 3, row: ['z', null], raw: '["z",null]'},
    ]);
  });

  test.each<[string, Cells]>([
    ['["say ""yes"" now","b"]', ['say "yes" now', 'b']],
    ['["""yes""","b"]', ['"yes"', 'b']],
    ['["","b"]', [null, 'b']],
    ['["""",""]', ['"', null]],
    ['[,"b"]', [null, 'b']],
    ['["a",]', ['a', null]],
    ['["a","b",]', ['a', 'b']],
    ['["a","b",,"", ]', ['a', 'b']],
    ['[,]', [null, null]],
    ['["5" pipe","b"]', ['5" pipe', 'b']],
    ['["a\\"b\\\\","\\u00e9\\n\\/"]', ['a"b\\', 'é\n/']],
    ['["C:\\dir","b"]', ['C:\\dir', 'b']],
    ['[true,-1.5e3]', ['true', '-1500']],
    ['["see [1], or ]","b"]', ['see [1], or ]', 'b']],
  ])('%s', async (row, cells) => {
    expect(await cellsOf(row)).toEqual(cells);
  });

  test.each([
    ['["a"]', 'too few cells: 1 of 2'],
    ['[]', 'too few cells: 0 of 2'],
    ['["a","b","c"]', 'too many cells: 3 of 2'],
    ['["a",nothing]', 'not a JSON value: nothing'],
    ['["a",["b"]]', 'a value is no text or number'],
    ['["a", ["b"]]', 'a value is no text or number'],
    ['["a",{"x":"b"}]', 'a value is no text or number'],
    ['"4","5"]', 'text between rows'],
    ['["a","b]', 'a string is not closed'],
    ['["a",b"]', 'not a JSON value: b"'],
    ['["a","b\0"]', 'NUL byte in a cell'],
    ['["a","b"] and more', 'text behind the row'],
    ['{"a":1}]', 'text between rows'],
  ])('%s is refused alone', async (row, reason) => {
    const {rows} = await rowsOf(file('["1","2"]', row, '["3","4"]'));
    expect(rows.map((one) => one.row)).toEqual([['1', '2'], reason, ['3', '4']]);
    expect(rows.map((one) => one.line)).toEqual([3, 4, 5]);
    expect(rows[1]?.raw).toContain(row.slice(0, 3));
  });

  test('extra commas between and after the rows', async () => {
    const {rows} = await rowsOf('{"indexTitles":["a",],"data":[["1"],,["2"]["3"],],}');
    expect(rows.map((one) => one.row)).toEqual([['1'], ['2'], ['3']]);
  });

  test('no rows', async () => {
    expect((await rowsOf('{"indexTitles":["a"],"data":[]}')).rows).toEqual([]);
  });

  test('the output of JSON.stringify is read back, in chunks of any size', async () => {
    const text = fc.string({unit: 'binary', maxLength: 12}).map((one) => one.replaceAll('\0', ''));
    const table = fc.array(fc.tuple(text, text), {maxLength: 6});
    await fc.assert(
      fc.asyncProperty(table, fc.integer({min: 1, max: 40}), async (rows, piece) => {
        // A string that holds the border between two rows is indistinguishable from an unclosed one.
        fc.pre(!/\]\s*,\s*\[/.test(rows.flat().join('\n')));
        const {rows: read} = await rowsOf(JSON.stringify({indexTitles: ['a', 'b'], data: rows}), piece);
        expect(read.map((one) => one.row)).toEqual(
          rows.map((row) => row.map((cell) => Buffer.from(cell).toString() || null)),
        );
      }),
      {numRuns: 200},
    );
  });
});

describe('files that cannot be read', () => {
  const whole = file('["1","2"]', '["3","""4"""]');

  test('cut at any byte', async () => {
    const end = whole.lastIndexOf('}');
    for (let length = 0; length <= end; length += 1) {
      await expect(rowsOf(whole.slice(0, length), 5), whole.slice(0, length)).rejects.toThrow(
        /^example: f\.json: .*; .*fetch it again/,
      );
    }
  });

  test.each([
    ['<!doctype html><a href="[x]">', 'the titles cannot be read'],
    ['[{"a":1}]', 'the titles cannot be read'],
    ['{"indexTitles":["a"],"rows":[["1"]]}', 'no "data": [...] behind the titles'],
    ['{"indexTitles":["a"],"data":[["1"]],"data":[["2"]]}', 'not followed by the end of the file'],
    ['{"indexTitles":["a"],"data":[["1"]]}}', 'not followed by the end of the file'],
  ])('%s', async (content, problem) => {
    await expect(rowsOf(content)).rejects.toThrow(problem);
  });
});
