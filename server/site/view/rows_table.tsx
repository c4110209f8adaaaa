/** The rows of a record's section as a table, the first column of which heads its row. */

import type {Column, Columns} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import type {Markup} from '../html.tsx';
import {linkOf} from '../links.ts';
import {inLanguage} from '../paths.ts';
import type {Child, View} from './types.ts';
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

/** A figure that leads to the records that it counts. */
export const counting = ({language}: View, path: string | null, shown: Child): Child =>
  path === null ? shown : <a href={inLanguage(path, language)}>{shown}</a>;

const figureClass = (column: Column, name: string) => (isFigure(column, name) ? 'figure' : undefined);

function firstCell(view: View, owner: string, id: string | null, name: string, column: Column, row: Row) {
  const path = id === null ? null : linkOf(owner, id, row[id] ?? null, row);
  if (path === null) return linkedValue(view, owner, name, column, row);
  const value = row[name] ?? null;
  const text = isMissing(value) ? String(row[id!]) : plainValue(view, name, column, value);
  return <a href={inLanguage(path, view.language)}>{text}</a>;
}

/** More columns have no room side by side on a phone. */
const CARDS_FROM = 3;

/** Path of the list that a figure of a row counts, by field and place of the row; null: it has none. */
export type Leads = (field: string, row: number) => string | null;

/** `owner` is the column that holds the rows. */
export function rowsTable(
  view: View,
  owner: string,
  fields: Columns,
  rows: readonly Row[],
  caption: string,
  leadsTo: Leads = () => null,
): Markup {
  const {id, columns} = shapeOf(fields);
  const names = columns.map(([name]) => name);
  const withCents = columnsWithCents(names, rows);
  const [[firstName, firstColumn] = ['', undefined], ...rest] = columns;
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={caption}>
      <table {...(columns.length > CARDS_FROM ? {class: 'records'} : null)}>
        {/* On phones rows of many columns are cards, as in lists. */}
        <caption class="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([name, column]) => (
              <th scope="col" class={figureClass(column, name)}>
                {localLabelOf(view, owner, name, fields)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr>
              <th scope="row" class={firstColumn?.type === 'date' ? 'day' : undefined}>
                {firstCell(view, owner, id, firstName, firstColumn!, row)}
              </th>
              {rest.map(([name, column]) => (
                <td class={figureClass(column, name)} data-label={localLabelOf(view, owner, name, fields)}>
                  {counting(view, leadsTo(name, at), cellValue(view, owner, name, column, row, withCents))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
