/** The compact form of cases: rows as cells by column, over cells that all rows of a file share. */
import {utils, write} from '@e965/xlsx';
import type {Json, Source} from '../../datasets/types.ts';
import {tableLayouts} from '../../pipeline/read/header.ts';
import {CaseError} from './case.ts';

export type Cells = Readonly<Record<string, Json>>;

/** Documents of a crawl, one JSON object a line: written as given. */
const isDocuments = (file: string): boolean => file.endsWith('.documents.ndjson');

/** The columns of the first layout that has all of these, in file order. */
function headerOf(source: Source, file: string, rows: readonly Cells[], path: string): readonly string[] {
  const named = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const layouts = tableLayouts(source, file);
  const layout = layouts.find(({header}) => named.every((name) => header.includes(name)));
  if (layout) return layout.header;
  const strange = named.filter((name) => !layouts.some(({header}) => header.includes(name)));
  throw new CaseError(
    path,
    `no layout of ${source.slug} for ${file} has the columns ${(strange.length ? strange : named).join(', ')}`,
    'name them as the layout declares them',
  );
}

function csvCell(value: Json | undefined, path: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string')
    throw new CaseError(path, `a cell is ${JSON.stringify(value)}`, 'write the text that the file holds');
  return /["\r\n,;]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The text of a publisher's file: CSV with a byte order mark, or JSON Lines. */
export function fileText(source: Source, file: string, rows: readonly Cells[], path: string): string {
  const lines = (of: readonly Cells[]) => of.map((row) => `${JSON.stringify(row)}\n`).join('');
  if (isDocuments(file)) return lines(rows);
  const header = headerOf(source, file, rows, path);
  if (/\.(jsonl|ndjson)$/.test(file))
    return lines(rows.map((row) => Object.fromEntries(header.map((name) => [name, row[name] ?? null]))));
  if (!file.endsWith('.csv'))
    throw new CaseError(
      path,
      `${file} is no CSV, no JSON Lines and no sheet of a workbook`,
      'give the case a folder with its files',
    );
  const table = [header, ...rows.map((row) => header.map((name) => row[name]))];
  const text = table.map((cells) => cells.map((cell) => csvCell(cell, path)).join(source.delimiter ?? ','));
  return `\uFEFF${text.join('\n')}\n`;
}

/** The publisher's files of a case: sheets are named `<workbook>/<sheet>`, and put into it in their order. */
export function filesOf(
  source: Source,
  tables: readonly (readonly [string, readonly Cells[]])[],
  path: string,
): Record<string, string | Buffer> {
  const files: Record<string, string | Buffer> = {};
  for (const [file, of] of Map.groupBy(tables, ([name]) => name.split('/')[0]!)) {
    if (/\.xlsx?$/.test(file)) {
      const book = utils.book_new();
      for (const [name, rows] of of) {
        const header = headerOf(source, file, rows, path);
        const cells = rows.map((row) => header.map((column) => row[column] ?? null));
        utils.book_append_sheet(
          book,
          utils.aoa_to_sheet([[...header], ...cells]),
          name.slice(file.length + 1),
        );
      }
      files[file] = write(book, {type: 'buffer', bookType: file.endsWith('.xls') ? 'biff8' : 'xlsx'});
    } else for (const [name, rows] of of) files[name] = fileText(source, name, rows, path);
  }
  return files;
}
