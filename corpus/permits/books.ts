/** Workbooks of a source, one after the other: rows come by time, and a workbook is written when the next one begins. */
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type BookType, type CellObject, utils, write} from '@e965/xlsx';
import {NOTICE} from '../texts.ts';
import type {Tables, Written} from './tables.ts';

/** A cell that is no plain text or number: a day, or a number that is shown as one. */
type Cell = string | number | null | CellObject;

/** Where the rows of a table stand. */
export interface Sheet {
  file: string;
  sheet: string;
  header: readonly string[];
  /** Of sheets of one workbook, those with lower numbers stand before the others. */
  order: number;
}

interface Book {
  file: string;
  sheets: Map<string, {of: Sheet; rows: Cell[][]}>;
}

/** The number of a day in a workbook, and its form. */
const FIRST = 25_569;
export const dayCell = (day: number) => ({t: 'n', v: FIRST + day, z: 'yyyy-mm-dd'}) as const;

/** Summary without the header by which sheets of permits are known. */
const SUMMARY = 'Summary';

function bytesOf({file, sheets}: Book): Buffer {
  const book = utils.book_new();
  const inOrder = [...sheets.values()].toSorted((a, b) => a.of.order - b.of.order);
  let count = 0;
  for (const {of, rows} of inOrder) {
    const banner: Cell[][] = [[NOTICE.en], []];
    const grid = [...banner, [...of.header], ...rows];
    utils.book_append_sheet(book, utils.aoa_to_sheet(grid, {dense: true}), of.sheet);
    count += rows.length;
  }
  const summary = [['Count of permits'], [count]];
  utils.book_append_sheet(book, utils.aoa_to_sheet(summary, {dense: true}), SUMMARY);
  const bookType: BookType = file.endsWith('.xls') ? 'biff8' : 'xlsx';
  return write(book, {type: 'buffer', bookType, compression: true, bookSST: true});
}

/** `sheetOf`: where the rows of a table stand; tables are named in the order of time. */
export async function createBooks(folder: string, sheetOf: (table: string) => Sheet): Promise<Tables> {
  await mkdir(folder, {recursive: true});
  const counts: Record<string, number> = {};
  const done: Book[] = [];
  const known = new Map<string, Sheet>();
  let book: Book | null = null;

  const place = (name: string): Sheet => {
    const found = known.get(name) ?? sheetOf(name);
    known.set(name, found);
    return found;
  };
  const put = ({table, columns}: Written) => {
    const of = place(table);
    if (book && book.file !== of.file) done.push(book);
    if (book?.file !== of.file) book = {file: of.file, sheets: new Map()};
    const {sheets} = book;
    const sheet = sheets.get(of.sheet) ?? {of, rows: []};
    sheets.set(of.sheet, sheet);
    sheet.rows.push(of.header.map((name) => (columns[name] ?? null) as Cell));
    counts[of.file] = (counts[of.file] ?? 0) + 1;
  };
  const settle = async () => {
    for (const one of done.splice(0)) await writeFile(join(folder, one.file), bytesOf(one));
  };
  return {
    add: (rows) => rows.forEach(put),
    settle,
    close: async () => {
      if (book) done.push(book);
      await settle();
      return counts;
    },
  };
}
