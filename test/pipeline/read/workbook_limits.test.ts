/**
 * Workbooks that say they are larger than they are, or ask for too much: the work is that of the cells that
 * exist.
 */
import {describe, expect, test} from 'vitest';
import {readSheets} from '../../../pipeline/read/workbook.ts';
import {workbookOfXml} from '../../helpers/workbooks.ts';

const cell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;

const row = (r: number, ...cells: string[]) => `<row r="${r}">${cells.join('')}</row>`;

const ROWS = [
  row(1, cell('A1', 'zone code'), cell('B1', 'NAME')),
  ...Array.from({length: 300}, (_, at) => row(at + 2, cell(`A${at + 2}`, `R${at}`), cell(`B${at + 2}`, 'x'))),
].join('');

const fault = (problem: string, remedy: string) => new Error(`${problem}; ${remedy}`);

const sheetOf = async (xml: string, limits = {megabytes: 200, seconds: 10}) => {
  const path = await workbookOfXml(xml);
  return (await readSheets({path, headers: [/^zone code$/]}, fault, limits)).tables[0];
};

test.each([
  ['of too few rows', '<dimension ref="A1:B20"/>', ROWS],
  ['of too few columns', '<dimension ref="A1:A301"/>', ROWS],
  ['of a whole sheet', '<dimension ref="A1:XFD1048576"/>', ROWS],
  ['by a blank in its last cell', '', ROWS + row(1_048_576, cell('XFD1048576', ' '))],
  ['by the format of its last cell', '', `${ROWS}${row(1_048_576, '<c r="XFD1048576" s="0"/>')}`],
])('a range %s changes nothing', async (_, dimension, rows) => {
  const table = await sheetOf(`${dimension}<sheetData>${rows}</sheetData>`);
  expect(table?.header).toEqual(['zone code', 'NAME']);
  expect(table?.rows).toHaveLength(300);
  expect(table?.rows.at(-1)).toEqual({line: 301, cells: ['R299', 'x'], unread: []});
});

describe('a workbook ends, and nothing else, where it takes', () => {
  test('too long', async () => {
    const link = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="S!A1"/></hyperlinks>';
    const reading = sheetOf(`<sheetData>${ROWS}</sheetData>${link}`, {megabytes: 200, seconds: 1});
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1), 20);
    await expect(reading).rejects.toThrow(
      'reading it takes more than 1 s; open it by hand, and save its sheets as CSV',
    );
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(10);
  });

  test('too much memory', async () => {
    const rows = Array.from({length: 60_000}, (_, at) => row(at + 2, cell(`A${at + 2}`, `R${at}`))).join('');
    const xml = `<sheetData>${row(1, cell('A1', 'zone code'))}${rows}</sheetData>`;
    await expect(sheetOf(xml, {megabytes: 30, seconds: 30})).rejects.toThrow(
      'reading it takes more than 30 MB of memory; open it by hand, and save its sheets as CSV',
    );
  });
});
