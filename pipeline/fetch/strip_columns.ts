/** Rewrites whole files without columns on private persons, before they are stored. */

import {createReadStream, createWriteStream} from 'node:fs';
import {open, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {pipeline} from 'node:stream/promises';
import {read, utils, type WorkSheet, write} from '@e965/xlsx';
import {parse} from 'csv-parse';
import type {Source} from '../../datasets/types.ts';
import {delimiterOf} from '../read/dialect.ts';
import {linesOf} from '../read/json_elements.ts';
import {messageOf} from '../runtime/errors.ts';
import {readFully} from '../runtime/read_fully.ts';
import {isObject, type JsonObject, parseExact} from '../runtime/unknown_json.ts';
import {personalColumns} from './columns.ts';
import {byHand, FetchError, type Target} from './errors.ts';
import type {Format} from './inspect.ts';

/** Formats that are rewritten; the others have no columns, or none that could be taken out. */
const REWRITERS: Partial<Record<Format, Rewriter>> = {
  csv: withoutInCsv,
  jsonl: withoutInLines,
  json: withoutInJson,
  geojson: withoutInJson,
  workbook: withoutInWorkbook,
};

/** Writes `from` to `to` without the columns that `isPersonal` names; their names go to `found`. */
type Rewriter = (from: string, to: string, what: What) => Promise<void>;

interface What {
  target: Target;
  source: Pick<Source, 'delimiter'>;
  isPersonal: (name: string) => boolean;
  found: Set<string>;
}

/**
 * Takes the columns on private persons out of a file and returns their names, sorted; a file without them
 * stays as it is. Throws FetchError where they cannot be taken out.
 */
export async function stripColumns(
  target: Target,
  path: string,
  format: Format,
  source: Pick<Source, 'personal' | 'delimiter'>,
): Promise<string[]> {
  const rewrite = REWRITERS[format];
  if (!rewrite) {
    const problem = `columns on private persons cannot be taken out of a file in the format ${format}`;
    throw new FetchError(target, problem, `save it as CSV or workbook, and ${byHand(target.source)}`);
  }
  const found = new Set<string>();
  const next = `${path}.stripped`;
  try {
    await rewrite(path, next, {target, source, isPersonal: personalColumns(source), found});
    if (found.size) await rename(next, path);
  } finally {
    await rm(next, {force: true});
  }
  return [...found].sort();
}

/**
 * Reads and writes bytes as Latin-1, which keeps those of every encoding but UTF-16; cells are quoted where
 * they must be.
 */
async function withoutInCsv(
  from: string,
  to: string,
  {target, source, isPersonal, found}: What,
): Promise<void> {
  const delimiter = delimiterOf(source, from);
  const parser = parse({
    ...{delimiter, encoding: 'latin1', relax_column_count: true, relax_quotes: true},
    ...{skip_empty_lines: false, record_delimiter: ['\r\n', '\n']},
  });
  const quoted = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  let dropped: Set<number> | null = null;
  let width = 0;
  let line = 0;
  const isWhole = await endsLine(from);
  async function* lines(records: AsyncIterable<string[]>): AsyncGenerator<string> {
    for await (const record of records) {
      if (!dropped) {
        const names = record.map((name) =>
          Buffer.from(name, 'latin1').toString('utf8').replace('\ufeff', '').trim(),
        );
        dropped = new Set(names.flatMap((name, at) => (isPersonal(name) ? [at] : [])));
        for (const at of dropped) found.add(names[at] ?? '');
        width = record.length;
      }
      // Cells that stand in no column may be anybody's: such a row is refused, and says no more than how long
      // it is.
      const isOdd = record.slice(width).some((cell) => cell.trim() !== '');
      const kept = record.filter((_, at) => !dropped?.has(at)).map((cell) => (isOdd ? 'x' : quoted(cell)));
      yield line === 0 ? kept.join(delimiter) : `\n${kept.join(delimiter)}`;
      line += 1;
    }
    // A file that ends inside a line was cut: the reader sees that as well.
    if (isWhole) yield '\n';
  }
  try {
    await pipeline(createReadStream(from), parser, lines, createWriteStream(to, {encoding: 'latin1'}));
  } catch (error) {
    const problem = `cannot be read as CSV: ${messageOf(error)}`;
    throw new FetchError(target, problem, 'it was cut or damaged: run again', error);
  }
}

async function endsLine(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const {size} = await file.stat();
    return (await readFully(file, Math.max(0, size - 1), size)).toString('latin1') === '\n';
  } finally {
    await file.close();
  }
}

async function withoutInLines(from: string, to: string, what: What): Promise<void> {
  async function* rows(): AsyncGenerator<string> {
    for await (const {text} of linesOf(createReadStream(from)))
      yield `${textWithout(text.trimEnd(), what)}\n`;
  }
  await pipeline(rows, createWriteStream(to));
}

async function withoutInJson(from: string, to: string, what: What): Promise<void> {
  await writeFile(to, textWithout((await readFile(from, 'utf8')).replace(/^\ufeff/, ''), what));
}

/** JSON without the keys, at any depth; what is no JSON is refused by the reader. */
function textWithout(text: string, {isPersonal, found}: What): string {
  const value = parseExact(text);
  if (value === undefined) return text;
  const strip = (one: unknown): void => {
    if (Array.isArray(one)) for (const item of one) strip(item);
    else if (isObject(one)) stripKeys(one);
  };
  const stripKeys = (one: JsonObject): void => {
    for (const name of Object.keys(one)) {
      if (isPersonal(name)) {
        found.add(name);
        delete one[name];
      } else strip(one[name]);
    }
  };
  strip(value);
  return JSON.stringify(value);
}

/** Empties the columns below their names, in all sheets, and the names too. */
async function withoutInWorkbook(from: string, to: string, what: What): Promise<void> {
  const book = read(await readFile(from), {
    type: 'buffer',
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
  });
  for (const name of book.SheetNames) emptyColumns(book.Sheets[name] ?? {}, what);
  if (what.found.size)
    await writeFile(to, write(book, {type: 'buffer', bookType: 'xlsx', compression: true}));
}

function emptyColumns(sheet: WorkSheet, {isPersonal, found}: What): void {
  const cells = Object.keys(sheet).filter((address) => !address.startsWith('!'));
  /** Column -> row of its name. */
  const columns = new Map<number, number>();
  for (const address of cells) {
    const {v} = sheet[address] as {v?: unknown};
    if (typeof v !== 'string' || !isPersonal(v)) continue;
    const {r, c} = utils.decode_cell(address);
    columns.set(c, Math.min(r, columns.get(c) ?? r));
    found.add(v);
  }
  for (const address of cells) {
    const {r, c} = utils.decode_cell(address);
    if (r >= (columns.get(c) ?? Number.POSITIVE_INFINITY)) delete sheet[address];
  }
}
