/** The first rows of a file that was just declared. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import Papa from 'papaparse';
import type {Source, SourceFile} from '../../datasets/types.ts';
import type {FetchContext} from '../fetch/download.ts';
import {FetchError, type Target} from '../fetch/errors.ts';
import {refusePage} from '../fetch/inspect.ts';
import {exportOf, stateOf} from '../fetch/opendatasoft.ts';
import {listedFiles, openTable} from '../fetch/portal_files.ts';
import type {Table} from '../fetch/table.ts';
import {remoteHead, remoteWhole} from '../probe/byte_range.ts';
import {dialectOf, otherDialect} from '../read/dialect.ts';
import {type FileHead, headRows} from '../read/head_columns.ts';
import {sheetsOf} from '../read/workbook_sheets.ts';
import {parseObject} from '../runtime/unknown_json.ts';

/** Rows that are looked at. */
const ROWS = 200;

export interface Head {
  /** The rows as a file. */
  file: FileHead;
  columns: string[];
  /** Cells that are not blank, by column. */
  rows: Record<string, string>[];
  /** Of CSV files with semicolons. */
  delimiter?: ';' | undefined;
}

/** The head of a file of a source without layouts. Throws FetchError or ReadError. */
export async function headOf(source: Source, file: SourceFile, context: FetchContext): Promise<Head> {
  const target = {source: source.slug, file: file.name, url: source.page};
  const head = await headBy(source, file, target, context);
  if (head.rows.length) return head;
  throw new FetchError(target, 'it has no rows', 'give the address of a table that has some');
}

async function headBy(
  source: Source,
  file: SourceFile,
  target: Target,
  context: FetchContext,
): Promise<Head> {
  const {via} = file;
  switch (via.portal) {
    case 'socrata':
    case 'arcgis':
    case 'ckan-datastore':
      return tableHead(await openTable(source, file, via, context));
    case 'plain':
    case 'ckan-file': {
      const [found] = await listedFiles(source, file, via, context);
      return fileHead(source, file, {...target, ...found?.addresses[0]}, context);
    }
    case 'opendatasoft': {
      const url = exportOf(source, file.name, via, await stateOf(target, via, context));
      return fileHead(source, file, {...target, url}, context);
    }
    default:
      return fileHead(source, file, target, context);
  }
}

async function tableHead({target, size, columns, page}: Table): Promise<Head> {
  const {rows} = await page(null, Math.min(ROWS, size), undefined);
  const bytes = Buffer.from(rows.map(({line}) => line).join(''));
  return jsonHead(target.file, bytes, (await columns?.()) ?? []);
}

async function fileHead(
  source: Source,
  {name, format}: SourceFile,
  target: Target,
  context: FetchContext,
): Promise<Head> {
  const {bytes, whole, type} = await remoteHead(target, context);
  refusePage(target, format, type, bytes[0] ?? null);
  if (format === 'workbook') {
    const path = join(context.dataDir, name);
    await writeFile(path, whole ? bytes : await remoteWhole(target, context));
    const {header = [], rows = []} = (await sheetsOf(path, [/./])).tables[0] ?? {};
    const lines = rows
      .slice(0, ROWS)
      .map(({cells}) => JSON.stringify(Object.fromEntries(header.map((column, at) => [column, cells[at]]))));
    return jsonHead(name, Buffer.from(lines.join('\n')));
  }
  const declared = format === 'csv' && dialectOf(bytes).delimiter === ';' ? {delimiter: ';' as const} : {};
  const strange = format === 'csv' ? otherDialect(declared, bytes) : null;
  if (strange) throw new FetchError(target, strange, 'look for another format of it');
  const [file] = bytes.length ? await headRows({...source, ...declared}, {name, format, bytes, whole}) : [];
  if (format !== 'csv' || !file) return jsonHead(name, file?.bytes ?? Buffer.of());
  const {data, meta} = Papa.parse<Record<string, string>>(file.bytes.toString(), {
    ...{delimiter: ',', ...declared, header: true, preview: ROWS, skipEmptyLines: true},
    transformHeader: (column) => column.trim(),
  });
  return {file, columns: meta.fields ?? [], rows: data.map(withoutBlanks), ...declared};
}

/** Of lines of JSON; `listed`: columns that rows may leave out. */
function jsonHead(name: string, bytes: Buffer, listed: readonly string[] = []): Head {
  const lines = bytes.toString().split('\n').filter(Boolean).slice(0, ROWS);
  const rows = lines.map((line) => withoutBlanks(parseObject(line) ?? {}));
  const columns = [...new Set([...rows.flatMap(Object.keys), ...listed])];
  return {file: {name, format: 'jsonl', bytes, whole: true}, columns, rows};
}

/** Cells as staging has them: objects and arrays as JSON. */
const withoutBlanks = (row: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      const cell = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
      return value === null || cell.trim() === '' ? [] : [[column, cell]];
    }),
  );
