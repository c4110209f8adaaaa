/** The table of a list: its columns and their order, what all rows say, the choice of order, its pages. */

import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Column, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {isBundle} from '../../labels/bundles.ts';
import {displayOf} from '../../labels/display_of.ts';
import {datasetLabels} from '../../labels/index.ts';
import {formatDollars} from '../format.ts';
import {linkOf} from '../links.ts';
import type {ListData, ListPage} from '../load/list.ts';
import {replaced} from '../load/statistics.ts';
import {inLanguage, type Pairs, recordPath, withoutPlace, withQuery} from '../paths.ts';
import {hidden, link, options, type Shown, Table} from './kit.tsx';
import {readable} from './readable.ts';
import {titleOf} from './record_title.ts';
import type {Child, Markup, View} from './types.ts';
import {isFigure, isMissing, linkedValue, localLabelOf, localValue, missing, plainValue} from './value.tsx';

/** Address of the list with some parameters replaced. */
export const listAddress = ({language}: View, {route}: ListData, pairs: Pairs): string =>
  inLanguage(withQuery(route.path, pairs), language);

/** Characters of a cell that is cut off after a few lines: the whole text is on the page of the record. */
const LONG = 140;

const short = (value: Json | undefined, shown: Child): Child =>
  (typeof value === 'string' || Array.isArray(value)) && String(value).length > LONG ? (
    <span class="cut">{shown}</span>
  ) : (
    shown
  );

/** The sort key of a column, or null. */
function sortKeyOf({route}: ListData, column: string): string | null {
  const {keys} = datasetOrEntity(route.dataset).sort;
  return Object.keys(keys).find((key) => keys[key] === column) ?? null;
}

/** What the head of a column shows; where the list can be sorted by it, a link that does. */
const headOf = (view: View, data: ListData, name: string, label: string): Pick<Shown<Row>, 'head' | 'th'> => {
  const {columns, page, pairs} = data;
  const key = sortKeyOf(data, name);
  if (key === null || !page) return {head: label};
  const isSorted = page.call.values['sort_by'] === key;
  const order = page.call.values['sort_order'] === 'asc' ? 'asc' : 'desc';
  const first = columns[name]!.type === 'text' && key !== 'date' ? 'asc' : 'desc';
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : first;
  const to = replaced(withoutPlace(pairs), [
    ['sort_by', key],
    ['sort_order', next],
  ]);
  return {
    th: isSorted ? {'aria-sort': order === 'asc' ? 'ascending' : 'descending'} : {},
    head: (
      <a href={listAddress(view, data, to)} rel="nofollow" title={view.t('list.sort', {what: label})}>
        {label}
        <span class="arrow" aria-hidden="true">
          {isSorted ? (order === 'asc' ? '▲' : '▼') : '↕'}
        </span>
      </a>
    ),
  };
};

/** What a record without a value in the first column is called there: by what its title is made of, else its id. */
function titleText(view: View, {route}: ListData, name: string, row: Row): Child {
  const isTitle = displayOf(route.dataset).columns[0] === name;
  const title = isTitle ? titleOf(view, route.dataset, row) : null;
  return title ? title.text : String(row['record_id'] ?? '') || missing(view);
}

/** The first cell leads to the record, whatever it shows; where records have no page, as the value does. */
const firstCell = (view: View, data: ListData, name: string, row: Row): Child => {
  const {route, columns} = data;
  const value = localValue(view, row, name);
  const {number, title} = displayOf(route.dataset);
  const isNumbered = number !== undefined && title.includes(name);
  const text: Child =
    isMissing(value) || isNumbered
      ? titleText(view, data, name, row)
      : short(value, plainValue(view, name, columns[name]!, value));
  const path = recordPath(route.dataset, row) ?? linkOf(route.dataset, name, value, row);
  const linked = link(view, path, text);
  return typeof value === 'string' && isBundle(value)
    ? [linked, ' ', <span class="badge">{view.t('list.bundle')}</span>]
    : linked;
};

/** A value of a row. Amounts have whole dollars: a list compares records, each of which has its cents. */
const cellOf = (view: View, dataset: string, name: string, column: Column, row: Row): Child => {
  const value = row[name];
  return column.type === 'money' && column.unit === 'CAD' && typeof value === 'number'
    ? formatDollars(value, view.language)
    : linkedValue(view, dataset, name, column, row);
};

/** Columns that say the same of every row, with what they say: it stands above the table once. */
function sameInAll(
  view: View,
  data: ListData,
  rows: readonly Row[],
): {name: string; value: Child; isTold: boolean}[] {
  const {shown, columns, page, route} = data;
  const [first] = rows;
  if (!first || rows.length < LEAST_FOLDED || page?.call.fields) return [];
  const isSame = (name: string) => {
    const text = JSON.stringify(first[name] ?? null);
    return text !== 'null' && rows.every((row) => JSON.stringify(row[name] ?? null) === text);
  };
  const filtered = new Set(data.filters.map(([filter]) => route.parameters[filter]?.columns?.[0]));
  return shown
    .slice(1)
    .filter((name) => columns[name]!.type !== 'date' && isSame(name))
    .map((name) => ({
      name,
      value: cellOf(view, route.dataset, name, columns[name]!, first),
      isTold: filtered.has(name) && linkOf(route.dataset, name, first[name] ?? null, first) === null,
    }));
}

/** Fewer rows show what they have in common without help. */
const LEAST_FOLDED = 5;

/**
 * A short word of each row behind its text, as how the supplier was chosen; none where all rows say the same, or a
 * column says it.
 */
const badges = (
  view: View,
  {dataset}: ListData['route'],
  shown: readonly string[],
  rows: readonly Row[],
): ((row: Row) => Child) => {
  const field = displayOf(dataset).badge;
  if (field === undefined || shown.includes(field) || new Set(rows.map((row) => row[field])).size < 2)
    return () => null;
  return (row) => {
    const value = row[field] ?? null;
    return typeof value === 'string'
      ? [' ', <span class="badge">{readable(view, field, value)}</span>]
      : null;
  };
};

/** Short values with a hyphen, which stay in one line. */
const UNBROKEN: ReadonlySet<string> = new Set(['bill_number', 'session_id']);

const kindOf = (column: Column, name: string, at: number): Shown<Row>['kind'] => {
  if (isFigure(column, name)) return 'figure';
  return at > 0 && (column.type === 'date' || UNBROKEN.has(name)) ? 'day' : undefined;
};

/** Where a cell stands in a card: the figure and the day in its line of numbers, what is seldom needed not at all. */
function inCard({route, page}: ListData, name: string): Shown<Row>['inCard'] {
  const {figure, date, folded = []} = displayOf(route.dataset);
  if (name === figure || name === date) return 'head';
  // Who chose the columns sees them.
  return folded.includes(name) && !page?.call.fields ? 'rest' : undefined;
}

export const listTable = (view: View, data: ListData, rows: readonly Row[]): Child => {
  const {columns, answered, route} = data;
  const same = sameInAll(view, data, rows);
  // What a filter says stands among the filters, but for the way to a profile.
  const untold = same.filter(({isTold}) => !isTold);
  const shown = data.shown.filter((name) => !same.some((one) => one.name === name));
  const badgeOf = badges(view, route, shown, rows);
  const labelOf = (name: string) => localLabelOf(view, route.dataset, name, answered);
  return [
    untold.length === 0 ? null : (
      <p class="same">
        {view.t('list.same')}{' '}
        {untold.map(({name, value}) => (
          <span>
            <span class="soft">{labelOf(name)}</span> {value}
          </span>
        ))}
      </p>
    ),
    <Table
      class="records"
      caption={view.t(datasetLabels(route.dataset).title)}
      rows={rows}
      columns={shown.map((name, i): Shown<Row> => {
        const column = columns[name]!;
        const label = labelOf(name);
        return {
          ...headOf(view, data, name, label),
          label,
          kind: kindOf(column, name, i),
          inCard: inCard(data, name),
          cell: (row) =>
            i === 0
              ? firstCell(view, data, name, row)
              : [
                  short(row[name], cellOf(view, route.dataset, name, column, row)),
                  i === 1 ? badgeOf(row) : null,
                ],
        };
      })}
    />,
  ];
};

/** What the heads of a table do where rows are cards: a choice of what the list is sorted by. */
export const sortForm = (view: View, data: ListData): Markup | null => {
  const {route, page, columns, answered, pairs} = data;
  const {keys} = datasetOrEntity(route.dataset).sort;
  const named = Object.entries(keys).filter(([, column]) => columns[column]);
  if (!page || named.length === 0) return null;
  const given = page.call.values;
  const rest = withoutPlace(pairs).filter(([name]) => name !== 'sort_by' && name !== 'sort_order');
  return (
    <form class="sort" action={inLanguage(route.path, view.language)}>
      {hidden(rest)}
      <label for="sort-by">{view.t('list.sort_by')}</label>
      <select id="sort-by" name="sort_by">
        {options(
          named.map(([key, column]) => [key, localLabelOf(view, route.dataset, column, answered)]),
          String(given['sort_by']),
        )}
      </select>
      <select name="sort_order" aria-label={view.t('list.sort_order')}>
        {options(
          [
            ['desc', view.t('list.descending')],
            ['asc', view.t('list.ascending')],
          ],
          String(given['sort_order']),
        )}
      </select>
      <button type="submit">{view.t('list.sort_button')}</button>
    </form>
  );
};

export const pager = (
  view: View,
  data: ListData,
  {offset, rows, total, limit, nextCursor}: ListPage,
): Markup | null => {
  if (total === 0 || (offset === 0 && nextCursor === null)) return null;
  const {t} = view;
  const rest = withoutPlace(data.pairs);
  const at = (start: number): string =>
    listAddress(view, data, start > 0 ? [...rest, ['offset', String(start)]] : rest);
  const last = Math.floor((total - 1) / limit) * limit;
  return (
    <nav class="pager" aria-label={t('list.pages')}>
      {offset > limit ? <a href={at(0)}>{t('list.first')}</a> : null}
      {offset > 0 ? <a rel="prev" href={at(offset - limit)}>{`← ${t('list.previous')}`}</a> : null}
      <span>{t('list.position', {from: offset + 1, to: offset + rows.length, total})}</span>
      {nextCursor === null ? null : (
        <a
          rel="next"
          href={listAddress(view, data, [...rest, ['cursor', nextCursor]])}
        >{`${t('list.next')} →`}</a>
      )}
      {offset + limit < last ? <a href={at(last)}>{t('list.last')}</a> : null}
    </nav>
  );
};
