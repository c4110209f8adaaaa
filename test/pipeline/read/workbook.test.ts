/** Workbooks: which sheets and rows are read, how cells become texts, and what stops the source. */
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type CellObject, utils, type WorkSheet, write} from '@e965/xlsx';
import {describe, expect, test} from 'vitest';
import {constant, money, text} from '../../../datasets/fields.ts';
import type {Source} from '../../../datasets/types.ts';
import type {Event} from '../../../pipeline/runtime/events.ts';
import {folder} from '../../helpers/pipeline.ts';
import {ZONES, zonesOf} from '../../helpers/synthetic_zoning.ts';
import {type Cell, workbookOf} from '../../helpers/workbooks.ts';
import {zipOf} from '../../helpers/zips.ts';

const SHAPE = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [-75, 45],
      [-74, 45],
      [-74, 46],
    ],
  ],
});

/** The invented zones, their shapes in the cells of a workbook. */
const [layout] = ZONES.layouts;
if (!layout) throw new Error('no layout');
const SOURCE: Source = {
  ...ZONES,
  layouts: [
    {
      ...layout,
      sheet: {header: /^zone code$/i},
      header: ['ZONE CODE', 'NAME', 'SHAPE'],
      aliases: {CODE: 'ZONE CODE'},
      optional: ['SHAPE', 'NAME'],
      fields: {
        municipality: constant('ottawa'),
        province: constant('ON'),
        zone_code: text('ZONE CODE'),
        zone_description: text('NAME'),
        geometry: constant(SHAPE),
        source_url: constant('https://example.org/zones'),
      },
    },
  ],
  key: ['zone_code'],
};

type Sheets = Parameters<typeof workbookOf>[0];

async function read(path: string, source = SOURCE) {
  const notes: string[] = [];
  const emit = (event: Event) => {
    if (event.kind === 'warning') notes.push(event.text);
  };
  const {entry, records, rejects} = await zonesOf([path], emit, source);
  const rows = records.map((one) => [one['zone_code'], one['zone_description']]);
  return {entry, rows: rows.sort(), rejects, notes};
}

const readSheets = async (sheets: Sheets, name?: string) => read(await workbookOf(sheets, name));

const SHEETS: Sheets = {
  Notes: [['Prepared by the board'], ['zone codes of the city']],
  January: [
    ['Zones of the city', null, null],
    [],
    ['Zone Code', 'Name', null],
    ['R1', 'Low', null],
    [null, null, null],
    [null, 'without a code', null],
    ['C2', 1234, null],
  ],
  'February (2)': [
    ['Name', 'Remark', 'ZONE CODE'],
    ['Park', 'x', 'P'],
  ],
};

describe.each(['zones.xlsx', 'zones.xls'])('%s', (name) => {
  test('every sheet with the header is read from the row after it, others are reported', async () => {
    const {entry, rows, rejects, notes} = await readSheets(SHEETS, name);
    expect(entry).toMatchObject({read: 4, kept: 3, merged: 0, rejected: 1});
    expect(rows).toEqual([
      ['C2', '1234'],
      ['P', 'Park'],
      ['R1', 'Low'],
    ]);
    expect(rejects).toMatchObject([
      {
        file: name,
        line: 6,
        reason: 'no zone code',
        raw: '{"place":"January!6","row":{"Name":"without a code"}}',
      },
    ]);
    expect(notes).toEqual(['sheets without a header cell /^zone code$/i are passed over: Notes']);
    expect(entry.files).toMatchObject([
      {name, layout: 'zones', encoding: 'binary', unknown_columns: ['Remark']},
    ]);
  });

  test('days are ISO dates, numbers have their shortest form without exponent', async () => {
    const cells: [Cell, string | null][] = [
      [{day: '2026-02-28'}, '2026-02-28'],
      [{day: '1999-12-31'}, '1999-12-31'],
      [1234, '1234'],
      [0.1, '0.1'],
      [-2.5, '-2.5'],
      [1e21, '1000000000000000000000'],
      [0.00000015, '0.00000015'],
      [43.6425662, '43.6425662'],
      ['1234.0', '1234.0'],
      ['2026-01-05', '2026-01-05'],
      [' a\n b ', 'a b'],
      [null, null],
    ];
    const {rows} = await readSheets(
      {
        Sheet1: [['zone code', 'NAME'], ...cells.map(([cell], at) => [`Z${String(at + 10)}`, cell])],
      },
      name,
    );
    expect(rows.map(([, value]) => value)).toEqual(cells.map(([, value]) => value));
  });
});

/** A workbook of one sheet whose cells are given as the format has them. */
async function written(sheet: WorkSheet, book: object = {}): Promise<string> {
  const path = join(await folder(), 'zones.xlsx');
  const all = {SheetNames: ['S'], Sheets: {S: sheet}, ...book};
  await writeFile(path, write(all, {type: 'buffer', bookType: 'xlsx'}));
  return path;
}

test('a row of one merged cell is a heading; a merged cell in a row of several is its first cell', async () => {
  const sheet = utils.aoa_to_sheet([['zone code', 'NAME', 'SHAPE'], ['January'], ['R1', 'Low'], ['C2']]);
  sheet['!merges'] = [
    {s: {r: 1, c: 0}, e: {r: 1, c: 2}},
    {s: {r: 2, c: 1}, e: {r: 2, c: 2}},
  ];
  const {rows, notes} = await read(await written(sheet));
  expect(rows).toEqual([
    ['C2', null],
    ['R1', 'Low'],
  ]);
  expect(notes).toEqual(['sheet S: 1 rows of one merged cell are headings, no records']);
});

test('values of a column without a name are reported under its letter', async () => {
  const {entry, rejects} = await readSheets({
    S: [
      ['zone code', null, 'NAME', null],
      ['R1', 'x', null, null],
      [null, 'y', null, null],
    ],
  });
  expect(entry.files[0]?.unknown_columns).toEqual(['column B']);
  expect(rejects).toMatchObject([{raw: '{"place":"S!3","row":{"column B":"y"}}'}]);
});

/** A workbook with these cells as names of zones, and a source that reads the names as amounts, too. */
async function ofCells(cells: readonly CellObject[], book: object = {}) {
  const sheet = utils.aoa_to_sheet([['zone code', 'NAME'], ...cells.map((_, at) => [`Z${10 + at}`])]);
  for (const [at, cell] of cells.entries()) sheet[utils.encode_cell({r: at + 1, c: 1})] = cell;
  sheet['!ref'] = `A1:B${cells.length + 1}`;
  const source = {
    ...SOURCE,
    layouts: SOURCE.layouts.map((one) => ({...one, fields: {...one.fields, amount: money('NAME')}})),
  };
  return read(await written(sheet, book), source);
}

test('booleans and results of formulas are texts, the epoch may be 1904', async () => {
  const cells: CellObject[] = [
    {t: 'b', v: true},
    {t: 'n', v: 3, f: '1+2'},
    {t: 's', v: '', f: 'IF(A1="","",A1)'},
    {t: 'n', v: 0, z: 'm/d/yy'},
    {t: 'n', v: 42_000.75, z: 'yyyy-mm-dd hh:mm'},
    {t: 'n', v: 0.5, z: '0%'},
  ];
  const {rows, rejects} = await ofCells(cells, {Workbook: {WBProps: {date1904: true}}});
  expect(rows.map(([, value]) => value)).toEqual(['true', '3', null, '1904-01-01', '2018-12-28', '0.5']);
  expect(rejects.filter(({field}) => field === 'zone_description')).toEqual([]);
});

const NO_VALUES: CellObject[] = [
  {t: 'e', v: 0x17, w: '#REF!'},
  {t: 'z', f: 'B2*2'},
];

test('errors and formulas without a value are unreadable cells of every field', async () => {
  const {rows, rejects} = await ofCells([...NO_VALUES, {t: 'n', v: 7}]);
  expect(rows.map(([, value]) => value)).toEqual([null, null, '7']);
  const cells = rejects.map(({line, kind, field, raw, reason}) => [line, kind, field, raw, reason]);
  const reason = 'cell could not be read, null instead';
  expect(cells).toEqual([
    [2, 'cell', 'amount', '#REF!', reason],
    [2, 'cell', 'zone_description', '#REF!', reason],
    [3, 'cell', 'amount', '=B2*2', reason],
    [3, 'cell', 'zone_description', '=B2*2', reason],
  ]);
});

test('a column of errors refuses the file, as other unreadable cells do', async () => {
  const cells = Array.from({length: 1000}, (_, at): CellObject => {
    return at < 21 ? (NO_VALUES[at % 2] ?? {t: 'z'}) : {t: 'n', v: at};
  });
  await expect(ofCells(cells)).rejects.toThrow(
    /zones\.xlsx: 21 of 1000 cells of amount \(2\.1%\) cannot be read, e\.g\. "#REF!", "=B2\*2"/,
  );
});

test('hidden sheets are left out by name', async () => {
  const sheet = (code: string) =>
    utils.aoa_to_sheet([
      ['zone code', 'NAME'],
      [code, 'x'],
    ]);
  const path = join(await folder(), 'zones.xlsx');
  const book = {
    SheetNames: ['A', 'B', 'C'],
    Sheets: {A: sheet('R1'), B: sheet('R2'), C: sheet('R3')},
    Workbook: {Sheets: [{name: 'A'}, {name: 'B', Hidden: 1 as const}, {name: 'C', Hidden: 2 as const}]},
  };
  for (const bookType of ['xlsx', 'biff8'] as const) {
    await writeFile(path, write(book, {type: 'buffer', bookType}));
    const {rows, notes} = await read(path);
    expect(rows).toEqual([['R1', 'x']]);
    expect(notes).toEqual(['hidden sheets are left out: B, C']);
  }
});

test('cells merged over several rows are told', async () => {
  const sheet = utils.aoa_to_sheet([['zone code', 'NAME'], ['R1', 'Low'], ['C2']]);
  sheet['!merges'] = [{s: {r: 1, c: 1}, e: {r: 2, c: 1}}];
  const {rows, notes} = await read(await written(sheet));
  expect(rows).toEqual([
    ['C2', null],
    ['R1', 'Low'],
  ]);
  expect(notes).toEqual([
    'sheet S: 1 cells are merged over several rows, of which only the first has the value',
  ]);
});

describe('a file that is no workbook of the source', () => {
  const put = async (content: Buffer | string, name = 'zones.xlsx'): Promise<string> => {
    const path = join(await folder(), name);
    await writeFile(path, content);
    return path;
  };

  test('an empty file, a page, a text, a zip of other files and truncated workbooks are refused', async () => {
    const [xlsx, xls] = await Promise.all([
      workbookOf(SHEETS).then((path) => readFile(path)),
      workbookOf(SHEETS, 'zones.xls').then((path) => readFile(path)),
    ]);
    const cases: [string, RegExp][] = [
      [await put(''), /^invented_zoning: zones\.xlsx: the file is empty; fetch it again$/],
      [await put('<html>Later'), /an HTML or XML page instead of a workbook; open it by hand/],
      [await put('zone code,NAME\nR1,Low\n'), /the bytes are no workbook, neither XLSX nor XLS/],
      [await zipOf({'a.csv': Buffer.from('a')}, 'zones.xlsx'), /zones\.xlsx: broken workbook/],
      [await put(xlsx.subarray(0, xlsx.length / 2)), /zones\.xlsx: broken workbook .*it was cut or damaged/],
      [await put(xls.subarray(0, 700), 'zones.xls'), /zones\.xls: broken workbook|no sheet has a header/],
    ];
    for (const [path, says] of cases) await expect(read(path)).rejects.toThrow(says);
  });

  test('one that unpacks to more than its directory says is refused before it is unpacked', async () => {
    const path = await zipOf({'xl/workbook.xml': Buffer.alloc(40_000_000)}, 'zones.xlsx');
    const bytes = await readFile(path);
    // The size in the directory, and in the header before the member.
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    for (const at of [directory + 24, 22]) bytes.writeUInt32LE(1000, at);
    await writeFile(path, bytes);
    await expect(read(path)).rejects.toThrow(
      /zones\.xlsx: broken workbook \(.*too many bytes in the stream\. expected 1000/,
    );
  });

  test('the error of a workbook without the header names its sheets', async () => {
    await expect(readSheets({A: [['x']], B: []})).rejects.toThrow(
      'permits.xlsx: no sheet has a header cell /^zone code$/i: there are A, B; compare it with the layout',
    );
  });

  test('the error of a header without a column names the sheet', async () => {
    const source = {...SOURCE, layouts: SOURCE.layouts.map((one) => ({...one, optional: ['SHAPE']}))};
    const path = await workbookOf({A: [['zone code'], ['R1']]});
    await expect(zonesOf([path], undefined, source)).rejects.toThrow(
      'permits.xlsx!A: the header changed: it lacks NAME',
    );
  });
});

test('a workbook in a zip is read as well', async () => {
  const bytes = await readFile(await workbookOf(SHEETS));
  const {entry, rows} = await read(await zipOf({'zones.xlsx': bytes}));
  expect(entry.files[0]?.name).toBe('all.zip!zones.xlsx');
  expect(rows).toHaveLength(3);
});
