/** The files of a source as tables that take rows: JSON Lines as portals page them, and CSV. */
import type {Json} from '../../datasets/types.ts';
import {createCsv, type FileForm} from '../csv.ts';
import {createPieces} from '../pieces.ts';
import {NOTICE} from '../texts.ts';

/** A column that is undefined is left out of JSON. */
export type Columns = Record<string, Json | undefined>;

/** A row for one of the tables of a source; `change` bends its cells, where it is a row of CSV. */
export interface Written {
  table: string;
  columns: Columns;
  change?: (cells: string[]) => string[];
}

export interface Table {
  name: string;
  readonly rows: number;
  /** Rows that stay together in this order. */
  add(rows: readonly Written[]): void;
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface Tables {
  add(rows: readonly Written[]): void;
  settle(): Promise<void>;
  /** Rows by file name. */
  close(): Promise<Record<string, number>>;
}

/** An object a line, in the order in which they come. `notice`: column of the first row, and of its repeats in the same unit, that says what the file is. */
export async function createLines(folder: string, name: string, notice?: string): Promise<Table> {
  const {put, settle, close} = await createPieces(folder, name);
  let rows = 0;
  return {
    name,
    get rows() {
      return rows;
    },
    add: (unit) => {
      const told = rows === 0 ? unit[0]?.columns : undefined;
      for (const {columns} of unit) {
        const row = notice !== undefined && columns === told ? {...columns, [notice]: NOTICE.en} : columns;
        put(`${JSON.stringify(row)}\n`);
        rows++;
      }
    },
    settle,
    close,
  };
}

const cell = (value: Json | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** CSV, its rows mixed. `notice`: as of lines. */
export async function createCsvTable(
  folder: string,
  form: FileForm,
  seed: string,
  notice?: string,
): Promise<Table> {
  const file = await createCsv(folder, form, seed);
  let first = true;
  return {
    name: form.name,
    get rows() {
      return file.rows;
    },
    add: (unit) => {
      const rows = unit.map(({columns, change}) => {
        const cells: Record<string, string> = {};
        for (const name in columns) cells[name] = cell(columns[name]);
        return {cells, ...(change ? {change} : {})};
      });
      if (first) {
        for (const [at, {columns}] of unit.entries())
          if (notice !== undefined && columns === unit[0]?.columns) rows[at]!.cells[notice] = NOTICE.en;
        for (const row of rows) file.first(row);
      } else file.add(...rows);
      first = false;
    },
    settle: file.settle,
    close: file.close,
  };
}

/** Tables by the names that rows give. */
export function tablesOf(tables: Record<string, Table>): Tables {
  return {
    add: (rows) => {
      const names = new Set(rows.map(({table}) => table));
      for (const name of names) {
        const of = tables[name];
        if (!of) throw new Error(`no table is named ${name}`);
        of.add(names.size > 1 ? rows.filter(({table}) => table === name) : rows);
      }
    },
    settle: async () => {
      for (const name in tables) await tables[name]?.settle();
    },
    close: async () => {
      for (const name in tables) await tables[name]?.close();
      return Object.fromEntries(Object.values(tables).map(({name, rows}) => [name, rows]));
    },
  };
}
