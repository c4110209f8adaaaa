/** The rows of a record's section as a table, the first column of which heads its row. */

import type {Column, Columns} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {IN_FRENCH} from '../../labels/display.ts';
import {linkOf} from '../links.ts';
import {link, type Shown, Table} from './kit.tsx';
import type {Markup, View} from './types.ts';
import {
  cellValue,
  columnsWithCents,
  isFigure,
  isMissing,
  linkedValue,
  localLabelOf,
  plainValue,
} from './value.tsx';

/** Numbers of records, which nobody reads: what is first in the row leads to the record instead. */
const RECORD_IDS = ['record_id', 'com_id'];

/** Keys that are there for the links. */
const isKey = (name: string): boolean =>
  /(_key|^slug|_slug|_id|^url)$/.test(name) && name !== 'session_id' && !RECORD_IDS.includes(name);

interface Shape {
  /** The column that leads to the record of a row; null: none does. */
  id: string | null;
  columns: readonly (readonly [name: string, column: Column])[];
}

/** Without numbers of records the day comes first, which every row with one has. */
function shapeOf(columns: Columns): Shape {
  const all = Object.entries(columns).filter(([name, {fields}]) => !fields && !isKey(name));
  const id = RECORD_IDS.find((name) => columns[name]) ?? null;
  if (id === null || !columns['date']) return {id: null, columns: all};
  const rest = all.filter(([name]) => name !== id && name !== 'date');
  return {id, columns: [['date', columns['date']], ...rest]};
}

function firstCell(view: View, owner: string, id: string | null, name: string, column: Column, row: Row) {
  const path = id === null ? null : linkOf(owner, id, row[id] ?? null, row);
  if (path === null) return linkedValue(view, owner, name, column, row);
  const value = row[name] ?? null;
  const text = isMissing(value) ? String(row[id!]) : plainValue(view, name, column, value);
  return link(view, path, text);
}

/** More columns have no room side by side on a phone: rows are cards there, as in lists. */
const CARDS_FROM = 3;

/** Path of the list that a figure of a row counts, by field and place of the row; null: it has none. */
export type Leads = (field: string, row: number) => string | null;

/** Whether a column counts nothing in any row, as contracts of a name that has grants alone. */
const isIdle = (name: string, rows: readonly Row[]): boolean =>
  /_count$/.test(name) && rows.length > 0 && rows.every((row) => row[name] === 0);

/** Rows whose amounts are whole dollars: each record has them to the cent. */
export const inDollars = (fields: Columns, rows: readonly Row[]): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' && fields[name]?.type === 'money' ? Math.round(value) : value,
      ]),
    ),
  );

/** `owner` is the column that holds the rows. */
export function rowsTable(
  view: View,
  owner: string,
  fields: Columns,
  rows: readonly Row[],
  caption: string,
  leadsTo: Leads = () => null,
): Markup {
  const shape = shapeOf(fields);
  const {id} = shape;
  const columns = shape.columns.filter(([name], at) => at === 0 || !isIdle(name, rows));
  const withCents = columnsWithCents(
    columns.map(([name]) => name),
    rows,
  );
  return (
    <Table
      class={columns.length > CARDS_FROM ? 'records' : undefined}
      caption={caption}
      rows={rows}
      columns={columns.map(([name, column], i): Shown<Row> => {
        const french = IN_FRENCH[name];
        const hasFrench = french !== undefined && rows.some((row) => !isMissing(row[french]));
        const label = localLabelOf(view, owner, name, hasFrench ? {...fields, [french]: column} : fields);
        return {
          head: label,
          label,
          kind: isFigure(column, name) ? 'figure' : i === 0 && column.type === 'date' ? 'day' : undefined,
          cell: (row, at) =>
            i === 0
              ? firstCell(view, owner, id, name, column, row)
              : link(view, leadsTo(name, at), cellValue(view, owner, name, column, row, withCents)),
        };
      })}
    />
  );
}
