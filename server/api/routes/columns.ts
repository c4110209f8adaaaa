/** Constructors of fields of answers that are no columns of datasets: never null, unless `more` says so. */
import {listColumn, NOT_NULL} from '../../../datasets/columns.ts';
import type {Column, Columns, Json} from '../../../datasets/types.ts';

type More = Partial<Column>;

export const column = (
  type: Column['type'],
  help: string,
  example: Column['example'],
  more: More = {},
): Column => listColumn(type, help, example, {...NOT_NULL, ...more});

export const textColumn = (help: string, example: string | null, more: More = {}): Column =>
  column('text', help, example, more);

export const integerColumn = (help: string, example: number, more: More = {}): Column =>
  column('integer', help, example, more);

/** May be null. */
export const NULLABLE = {nullable: true} as const;

/** The examples of columns, as a row. */
export const examplesOf = (columns: Columns): Record<string, Json> =>
  Object.fromEntries(Object.entries(columns).map(([name, {example}]) => [name, example]));

export const objectColumn = (help: string, fields: Columns, more: More = {}): Column =>
  column('object', help, examplesOf(fields), {fields, ...more});

/** A list of rows, with one row as its example. */
export const rowsColumn = (help: string, fields: Columns, more: More = {}): Column =>
  column('rows', help, [examplesOf(fields)], {fields, ...more});
