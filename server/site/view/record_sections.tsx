/** Sections of a record's page: values under labels, objects, tables. */

import type {Column, Columns} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {displayOf} from '../../labels/display_of.ts';
import {readerHelp} from '../../labels/index.ts';
import {countedPath} from '../counted.ts';
import type {RecordData} from '../load/record.ts';
import {link, Section, Terms} from './kit.tsx';
import {inDollars, type Leads, rowsTable} from './rows_table.tsx';
import {rowsOf} from './steps.tsx';
import type {Child, Markup, View} from './types.ts';
import {isMissing, labelOf, linkedValue} from './value.tsx';

/** Whether a column holds rows. */
export const isRows = ({type}: Column): boolean => type === 'rows';

/** A label; where it leaves a reader in doubt, what explains it unfolds. */
const term = (view: View, owner: string, name: string): Child => {
  const label = labelOf(view, owner, name);
  const help = readerHelp(owner, name);
  if (!help) return label;
  return (
    <details class="help">
      <summary>
        {label}
        <span class="i" aria-hidden="true">
          i
        </span>
      </summary>
      <p>{view.t(help)}</p>
    </details>
  );
};

/** Values under their labels; `leadsTo` gives the list that one counts. */
export const facts = (
  view: View,
  owner: string,
  columns: Columns,
  names: readonly string[],
  row: Row,
  leadsTo: (field: string) => string | null = () => null,
): Markup | null =>
  names.length === 0 ? null : (
    <Terms
      class="facts"
      of={names.map((name) => ({
        term: term(view, owner, name),
        value: link(view, leadsTo(name), linkedValue(view, owner, name, columns[name]!, row)),
      }))}
    />
  );

/** Columns of a table that need the width of the page. */
const MANY = 5;

/** An object of a record, its rows included. */
const objectSection = (view: View, data: RecordData, name: string): Markup => {
  const owner = data.owner!;
  const value = data.row[name] as Row;
  const columns = data.columns[name]!.fields ?? {};
  const leadsTo = (field: string) =>
    countedPath(`${owner}.${name}.${field}`, data.whole[name] as Row, data.whole);
  const scalars = Object.keys(columns).filter(
    (field) => !isRows(columns[field]!) && !isMissing(value[field]),
  );
  return (
    <Section id={name} title={labelOf(view, owner, name)} class="wide">
      {name === 'ai_analysis' ? (
        <p class="warning" role="note">
          {view.t('record.generated')}
        </p>
      ) : null}
      {facts(view, name, columns, scalars, value, leadsTo)}
      {Object.keys(columns)
        .filter((field) => isRows(columns[field]!) && !isMissing(value[field]))
        .map((field) =>
          rowsTable(
            view,
            field,
            columns[field]!.fields ?? {},
            rowsOf(value[field]),
            labelOf(view, name, field),
          ),
        )}
    </Section>
  );
};

const tableSection = (view: View, data: RecordData, name: string): Markup => {
  const {columns, row, whole} = data;
  const owner = data.owner!;
  const column = columns[name]!;
  const wholeRows = rowsOf(whole[name]);
  const listOf = ({list}: Row) => (typeof list === 'string' ? list : null);
  const leadsTo: Leads = (field, i) =>
    name === 'names' && field === 'record_count'
      ? listOf(rows[i]!)
      : countedPath(`${owner}.${name}.${field}`, wholeRows[i]!, whole);
  const title = labelOf(view, owner, name);
  const rows = rowsOf(row[name]);
  const fields = column.fields ?? {};
  // What leads to a list has its sum to the cent.
  const shown = name.startsWith('recent_') ? inDollars(fields, rows) : rows;
  const table = rowsTable(view, name, fields, shown, title, leadsTo);
  const {folded, order} = displayOf(owner);
  const isWide = order?.includes(name) || Object.keys(fields).length > MANY;
  return (
    <section aria-labelledby={name} class={isWide ? 'wide' : undefined}>
      <h2 id={name}>{title}</h2>
      {folded?.includes(name) ? (
        <details>
          <summary>{view.t('profile.rows', {n: rows.length})}</summary>
          {table}
        </details>
      ) : (
        table
      )}
    </section>
  );
};

/**
 * Objects and tables of a record. Those that have an order follow it; else objects come first. What `own` has
 * stands among the tables, the last of them.
 */
export const sections = (
  view: View,
  data: RecordData,
  objects: readonly string[],
  tables: readonly string[],
  own: Child,
): Child => {
  const {order = []} = displayOf(data.owner!);
  const at = (name: string) => order.indexOf(name);
  const [before, within] = [objects.filter((one) => at(one) < 0), objects.filter((one) => at(one) >= 0)];
  const all = [...tables, ...within].toSorted((a, b) => at(a) - at(b));
  return [
    before.map((name) => objectSection(view, data, name)),
    <div class={data.route.kind === 'profile' ? 'pairs' : undefined}>
      {all.map((name) => (within.includes(name) ? objectSection : tableSection)(view, data, name))}
      {own}
    </div>,
  ];
};
