/** Constructors of columns by where they are shown. Lists are never null; other columns may be, unless `more` says no. */
import type {Column, Columns} from './types.ts';

type More = Partial<Column>;

const column =
  (shown: Column['shown']) =>
  (type: Column['type'], help: string, example: Column['example'], more: More = {}): Column => ({
    type,
    nullable: type !== 'text[]' && type !== 'rows',
    shown,
    help,
    example,
    ...more,
  });

export const listed = column('list');
export const detail = column('detail');
export const internal = column('internal');

/** A column that no kept row lacks. */
export const NEVER_NULL = {nullable: false} as const;

/** A list of rows in the detail whose example is one row. */
export const rows = (help: string, fields: Columns): Column =>
  detail(
    'rows',
    help,
    [Object.fromEntries(Object.entries(fields).map(([name, {example}]) => [name, example]))],
    {fields},
  );
