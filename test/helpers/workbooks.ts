/** Workbooks made in a test. */
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {type CellObject, utils, type WorkSheet, write} from '@e965/xlsx';
import {folder} from './pipeline.ts';
import {zipOf} from './zips.ts';

/** A cell: a text, a number, none, or a day, stored as a number with a date format. */
export type Cell = string | number | null | {day: string};

/** Day 0 of workbooks (with the leap day of 1900 that they count) in milliseconds, and a day. */
const [EPOCH, DAY] = [Date.UTC(1899, 11, 30), 86_400_000];

function cellOf(value: Cell): CellObject | null {
  if (value === null) return null;
  if (typeof value === 'object') return {t: 'n', v: (Date.parse(value.day) - EPOCH) / DAY, z: 'yyyy-mm-dd'};
  return typeof value === 'number' ? {t: 'n', v: value} : {t: 's', v: value};
}

function sheetOf(rows: readonly (readonly Cell[])[]): WorkSheet {
  const sheet: WorkSheet = {};
  for (const [r, row] of rows.entries()) {
    for (const [c, value] of row.entries()) {
      const cell = cellOf(value);
      if (cell) sheet[utils.encode_cell({r, c})] = cell;
    }
  }
  const widest = Math.max(1, ...rows.map((row) => row.length));
  sheet['!ref'] = utils.encode_range({s: {r: 0, c: 0}, e: {r: Math.max(0, rows.length - 1), c: widest - 1}});
  return sheet;
}

/**
 * Path of a workbook with these sheets, in the form that its name ends in (`.xlsx`, `.xls`); removed after
 * the test.
 */
export async function workbookOf(
  sheets: Record<string, readonly (readonly Cell[])[]>,
  name = 'permits.xlsx',
): Promise<string> {
  const book = utils.book_new();
  for (const [title, rows] of Object.entries(sheets)) utils.book_append_sheet(book, sheetOf(rows), title);
  const path = join(await folder(), name);
  await writeFile(path, write(book, {type: 'buffer', bookType: name.endsWith('.xls') ? 'biff8' : 'xlsx'}));
  return path;
}

/**
 * The workbook of a folder that is named like it: a file for each sheet in the order of the names, `1
 * January.ndjson`, with a row of cells a line.
 */
export async function workbookOfFolder(path: string): Promise<string> {
  const sheets: Record<string, Cell[][]> = {};
  for (const file of (await readdir(path)).sort()) {
    const text = await readFile(join(path, file), 'utf8');
    const rows = text.split('\n').filter(Boolean);
    sheets[basename(file, '.ndjson').replace(/^\d+ /, '')] = rows.map((row) => JSON.parse(row) as Cell[]);
  }
  return workbookOf(sheets, basename(path));
}

/** Path of a workbook with one sheet `S`, the content of whose `<worksheet>` is given. */
export function workbookOfXml(sheet: string, name = 'zones.xlsx'): Promise<string> {
  const [main, office] = [
    'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  ];
  const relations = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const part = (path: string, type: string) =>
    `<Override PartName="${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const members = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}" xmlns:r="${office}">${sheet}</worksheet>`,
  };
  return zipOf(
    Object.fromEntries(Object.entries(members).map(([path, xml]) => [path, Buffer.from(xml)])),
    name,
  );
}
