/**
 * Constructors of columns by visibility. Lists are never null, others are nullable, amounts are in CAD:
 * unless `more` says otherwise.
 */
import type {Column, Columns} from './types.ts';

type More = Partial<Column>;

const column =
  (visibility: Column['visibility']) =>
  (type: Column['type'], help: string, example: Column['example'], more: More = {}): Column => ({
    type,
    nullable: type !== 'text[]' && type !== 'rows',
    visibility,
    help,
    example,
    ...(type === 'money' ? {unit: 'CAD'} : {}),
    ...more,
  });

export const listColumn = column('list');
export const detailColumn = column('detail');
export const internalColumn = column('internal');

/** A column that is never null in a kept row. */
export const NOT_NULL = {nullable: false} as const;

const exampleOf = (fields: Columns) =>
  Object.fromEntries(Object.entries(fields).map(([name, {example}]) => [name, example]));

/** A list of rows in the detail; its example is one row of the examples of its fields. */
export const rowsColumn = (help: string, fields: Columns, more: More = {}): Column =>
  detailColumn('rows', help, [exampleOf(fields)], {fields, ...more});

/** An object in the detail, never null, with the examples of its fields. */
export const objectColumn = (help: string, fields: Columns, more: More = {}): Column =>
  detailColumn('object', help, exampleOf(fields), {...NOT_NULL, fields, ...more});
