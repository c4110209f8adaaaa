/** Runs a field function over cells, for tables of examples. */
import {expect} from 'vitest';
import type {Field, Json} from '../../datasets/types.ts';
import {memoryDatabase, typeCells, typedValues} from './pipeline.ts';

/** Cell of column `a`, or cells by column -> value; `warning` if the cell is unreadable. */
export type Case = [cells: string | Record<string, string>, value: Json, warned?: 'warning'];

/** Fails unless every case has its value and exactly the marked ones have a warning, with their location. */
export async function holds(field: Field, cases: readonly Case[]): Promise<void> {
  const {db, close} = await memoryDatabase();
  try {
    const layout = {
      name: 'x',
      help: '',
      header: ['a', 'b'],
      optional: [],
      aliases: {},
      fields: {made: field},
    };
    const rows = cases.map(([cells]) => (typeof cells === 'string' ? {a: cells} : cells));
    const typed = await typeCells(db, {}, [layout], layout, rows);
    const warned = (await db.runAndReadAll('SELECT _row + 2 FROM cell_warnings'))
      .getRows()
      .map(([line]) => Number(line));
    const seen = (await typedValues(db, typed)).map((row, at) => ({
      cells: cases[at]?.[0],
      value: row['made'],
      warned: warned.includes(at + 2),
    }));
    expect(seen).toEqual(cases.map(([cells, value, note]) => ({cells, value, warned: note !== undefined})));
    expect(Object.values(typed.notes).reduce((sum, n) => sum + n, 0)).toBe(warned.length);
  } finally {
    close();
  }
}
