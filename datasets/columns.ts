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

/** A list of rows in the detail, with one row as its example. */
export const rowsColumn = (help: string, fields: Columns): Column =>
  detailColumn(
    'rows',
    help,
    [Object.fromEntries(Object.entries(fields).map(([name, {example}]) => [name, example]))],
    {fields},
  );
