/** Constructors of columns by where they are shown. Lists are never null; other columns may be, unless `more` says no. */
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
    ...more,
  });

export const listColumn = column('list');
export const detailColumn = column('detail');
export const internalColumn = column('internal');

/** A column that no kept row lacks. */
export const NOT_NULL = {nullable: false} as const;

/** A list of rows in the detail whose example is one row. */
export const rowsColumn = (help: string, fields: Columns): Column =>
  detailColumn(
    'rows',
    help,
    [Object.fromEntries(Object.entries(fields).map(([name, {example}]) => [name, example]))],
    {fields},
  );
