/** The page of a list: total, filters, chart, table, downloads. */

import {displayOf} from '../../../datasets/display.ts';
import {DATASETS, datasetOrEntity} from '../../../datasets/index.ts';
import {datasetLabels, parameterLabel, valueLabel} from '../../../datasets/labels/index.ts';
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import type {Column, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {formatCompactMoney, formatDay, formatMoney} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {ListData, ListPage} from '../load/list.ts';
import {isMunicipality} from '../load/municipality.ts';
import {partsOf} from '../load/stacked.ts';
import {groupingsOf, groupLabel, replaced} from '../load/statistics.ts';
import {inLanguage, type Pairs, recordPath, withQuery} from '../paths.ts';
import {chart} from './chart.tsx';
import {blankFields, newestText} from './coverage.tsx';
import {facetList} from './facets.tsx';
import {chips, columnForm, filterForm, withoutPlace} from './filters.tsx';
import {type HintedPage, hintList} from './hints.tsx';
import {takeAway} from './take_away.tsx';
import type {Child, View} from './types.ts';
import {
  cellValue,
  columnsWithCents,
  isFigure,
  isMissing,
  localLabelOf,
  localValue,
  missing,
  plainValue,
} from './value.tsx';

const totalText = ({t}: View, total: number): string =>
  total === 0 ? t('list.total_none') : t('list.total', {n: total});

/** Address of the list with some parameters replaced. */
const href = ({language}: View, {route}: ListData, pairs: Pairs): string =>
  inLanguage(withQuery(route.path, pairs), language);

/** The sort key of a column, or null. */
function sortKeyOf({route}: ListData, column: string): string | null {
  const {keys} = datasetOrEntity(route.dataset).sort;
  return Object.keys(keys).find((key) => keys[key] === column) ?? null;
}

const headCell = (view: View, data: ListData, name: string): Markup => {
  const {columns, answered, page, pairs, route} = data;
  const label = localLabelOf(view, route.dataset, name, answered);
  const column = columns[name]!;
  const key = sortKeyOf(data, name);
  const figure = isFigure(column, name) ? 'figure' : undefined;
  if (key === null || !page)
    return (
      <th scope="col" class={figure}>
        {label}
      </th>
    );
  const isSorted = page.call.values['sort_by'] === key;
  const order = page.call.values['sort_order'] === 'asc' ? 'asc' : 'desc';
  const first = column.type === 'text' && key !== 'date' ? 'asc' : 'desc';
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : first;
  const to = replaced(withoutPlace(pairs), [
    ['sort_by', key],
    ['sort_order', next],
  ]);
  return (
    <th
      scope="col"
      class={figure}
      {...(isSorted ? {'aria-sort': order === 'asc' ? 'ascending' : 'descending'} : {})}
    >
      <a href={href(view, data, to)} rel="nofollow" title={view.t('list.sort', {what: label})}>
        {label}
        <span class="arrow" aria-hidden="true">
          {isSorted ? (order === 'asc' ? '▲' : '▼') : '↕'}
        </span>
      </a>
    </th>
  );
};

/** The first cell leads to the record, whatever it shows. */
const firstCell = (view: View, {route, columns}: ListData, name: string, row: Row): Markup => {
  const path = recordPath(route.dataset, row);
  const value = localValue(view, row, name);
  const text: Child = isMissing(value)
    ? String(row['record_id'] ?? '') || missing(view)
    : plainValue(view, name, columns[name]!, value);
  return <th scope="row">{path === null ? text : <a href={inLanguage(path, view.language)}>{text}</a>}</th>;
};

/** Characters of a cell that is cut off after a few lines: the whole text is on the page of the record. */
const LONG = 140;

const short = (value: Json | undefined, shown: Child): Child =>
  (typeof value === 'string' || Array.isArray(value)) && String(value).length > LONG ? (
    <div class="cut">{shown}</div>
  ) : (
    shown
  );

/** A column of the table, but the first: what is the same in all its rows. */
interface Cells {
  name: string;
  column: Column;
  kind: string | undefined;
  label: string;
}

const cellsOf = (view: View, {shown, columns, answered, route}: ListData): Cells[] =>
  shown.slice(1).map((name) => {
    const column = columns[name]!;
    const kind = isFigure(column, name) ? 'figure' : column.type === 'date' ? 'day' : undefined;
    return {name, column, kind, label: localLabelOf(view, route.dataset, name, answered)};
  });

const table = (view: View, data: ListData, rows: readonly Row[]): Markup => {
  const {shown, route} = data;
  const cells = cellsOf(view, data);
  const withCents = columnsWithCents(shown, rows);
  const title = view.t(datasetLabels(route.dataset).title);
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={title}>
      <table class="records">
        <caption class="sr">{title}</caption>
        <thead>
          <tr>{shown.map((name) => headCell(view, data, name))}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {firstCell(view, data, shown[0] ?? '', row)}
              {cells.map(({name, column, kind, label}) => (
                <td class={kind} data-label={label}>
                  {short(row[name], cellValue(view, route.dataset, name, column, row, withCents))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const pager = (
  view: View,
  data: ListData,
  {offset, rows, total, limit, nextCursor}: ListPage,
): Markup | null => {
  if (total === 0 || (offset === 0 && nextCursor === null)) return null;
  const {t} = view;
  const rest = withoutPlace(data.pairs);
  const back: Pairs = offset > limit ? [['offset', String(Math.max(0, offset - limit))]] : [];
  return (
    <nav class="pager" aria-label={t('list.pages')}>
      {offset > 0 ? (
        <a rel="prev" href={href(view, data, [...rest, ...back])}>{`← ${t('list.previous')}`}</a>
      ) : null}
      <span>{t('list.position', {from: offset + 1, to: offset + rows.length, total})}</span>
      {nextCursor === null ? null : (
        <a rel="next" href={href(view, data, [...rest, ['cursor', nextCursor]])}>{`${t('list.next')} →`}</a>
      )}
    </nav>
  );
};

/** A line of links that choose the parameter of the chart. */
const choiceLine = (
  view: View,
  data: ListData,
  title: string,
  choices: readonly {chart: string; text: string; isChosen: boolean}[],
): Markup => (
  <p class="choice">
    <span>{title}</span>
    {choices.map(({chart: value, text, isChosen}) => (
      <a
        href={href(view, data, replaced(data.pairs, [['chart', value]]))}
        rel="nofollow"
        {...(isChosen ? {'aria-current': 'true'} : {})}
      >
        {text}
      </a>
    ))}
  </p>
);

const chartChoice = (view: View, data: ListData): Child => {
  const {route, grouping, parted} = data;
  const groupings = groupingsOf(route.dataset);
  const groups = Object.keys(groupings);
  const text = (group: string) => view.t(groupLabel(route.dataset, group));
  if (groups.length < 2 || grouping === null) return null;
  const parts = groupings[grouping]?.chronological ? partsOf(route.dataset) : [];
  const tail = parted === null ? '' : `,${parted}`;
  const by = groups.map((group) => ({
    chart: groupings[group]?.chronological ? group + tail : group,
    text: text(group),
    isChosen: group === grouping,
  }));
  const split = [
    {chart: grouping, text: view.t('chart.whole'), isChosen: parted === null},
    ...parts.map((part) => ({chart: `${grouping},${part}`, text: text(part), isChosen: part === parted})),
  ];
  return [
    choiceLine(view, data, view.t('chart.by'), by),
    parts.length > 0 ? choiceLine(view, data, view.t('chart.split'), split) : null,
  ];
};

/** What the hints on an empty list are about. */
function hinted(view: View, data: ListData): HintedPage {
  const {dataset, parameters} = data.route;
  const isPoint = (name: string) => parameters[name]?.op === 'geo';
  const kept = (...names: (string | undefined)[]) =>
    // A point goes as a whole.
    withoutPlace(data.pairs).filter(
      ([name]) => !names.some((one) => one === name || (isPoint(one!) && isPoint(name))),
    );
  const shown = (filter: string, value: string) => {
    const known = valueLabel(parameters[filter]?.columns?.[0] ?? '', value);
    return known ? view.t(known) : value;
  };
  return {
    label: (filter) => view.t(parameterLabel(dataset, filter)),
    nothing: ({filter, value}) =>
      view.t('hints.no_match', {what: view.t(parameterLabel(dataset, filter)), value: shown(filter, value)}),
    shown,
    without: ({filter, and}) => href(view, data, kept(filter, and)),
    instead: ({filter}, value) => href(view, data, [...kept(filter), [filter, value]]),
    bound: (filter) =>
      (({gte: 'lower', lte: 'upper'}) as const)[parameters[filter]?.op as 'gte' | 'lte'] ?? null,
  };
}

const empty = (view: View, data: ListData): Markup => (
  <div class="empty">
    <p>{view.t('list.empty')}</p>
    {hintList(view, hinted(view, data), data.page?.hints ?? [])}
  </div>
);

/** Messages of the API begin with the name of the parameter; the form names it by its label. */
function namedAsHere({t}: View, {dataset, parameters}: ListData['route'], message: string): string {
  const name = /^\w+/.exec(message)?.[0] ?? '';
  if (!Object.hasOwn(parameters, name)) return message;
  return `${t('list.quoted', {what: t(parameterLabel(dataset, name))})}${message.slice(name.length)}`;
}

/** What stands where the results would: a refusal, or what is still to be filled in. */
const notice = (view: View, {refused, required, route}: ListData): Markup | null => {
  const {t} = view;
  if (refused)
    return (
      <div class="refused" role="alert">
        <p>
          <strong>{t('list.refused')}</strong>
        </p>
        <p>{namedAsHere(view, route, t(refused))}</p>
      </div>
    );
  if (required === null) return null;
  return <p class="empty">{t('list.required', {what: t(parameterLabel(route.dataset, required))})}</p>;
};

/** The sum of what is listed, or that none of it has an amount; null where the dataset has no amounts. */
const sumOf = ({t, language}: View, {route, page, sum, grouping}: ListData): Markup | null => {
  const hasAmounts = DATASETS[route.dataset]?.stats?.sum != null;
  if (!hasAmounts || grouping === null || !page || page.total === 0) return null;
  return sum === null ? (
    <span>{t('chart.no_amounts')}</span>
  ) : (
    <span title={formatMoney(sum, language)}>{t('list.sum', {sum: formatCompactMoney(sum, language)})}</span>
  );
};

const figures = (view: View, data: ListData): Markup => {
  const {t, language, build} = view;
  const {page} = data;
  return (
    <p class="total" role="status">
      {page ? <strong>{totalText(view, page.total)}</strong> : null}
      {sumOf(view, data)}
      {build ? (
        <span class="soft">
          {[
            t('list.updated', {day: formatDay(build.data_as_of, language)}),
            newestText(view, data.route.dataset),
          ]
            .filter((text) => text !== null)
            .join(' · ')}
        </span>
      ) : null}
    </p>
  );
};

/**
 * What the municipality that is filtered by publishes nothing of; null for none, and without one
 * municipality.
 */
const notPublished = (view: View, {route, filters}: ListData): Markup | null => {
  const [, slug = ''] = filters.find(([name]) => name === 'municipality') ?? [];
  if (route.dataset !== 'permits' || !isMunicipality(slug)) return null;
  const fields = blankFields(view, `${slug}_permits`);
  if (fields.length === 0) return null;
  return (
    <p class="note">
      {view.t('coverage.not_published', {name: MUNICIPALITIES[slug].name, fields: fields.join(', ')})}
    </p>
  );
};

/** The part of the page that a change of filters replaces. */
const results = (view: View, data: ListData): Markup => {
  const {page} = data;
  return (
    <div id="results" class="results">
      {figures(view, data)}
      {/* On narrow windows the form is a sheet that this link opens. */}
      <p class="open">
        <a href="#filters">{view.t('list.filters')}</a>
      </p>
      {chips(view, data)}
      {notice(view, data)}
      {notPublished(view, data)}
      {page && page.total > 0 && data.chart ? chart(view, data.chart, chartChoice(view, data)) : null}
      {page && page.total > 0
        ? [columnForm(view, data), table(view, data, page.rows), pager(view, data, page)]
        : null}
      {page && page.total === 0 ? empty(view, data) : null}
      {page && page.total > 0 ? takeAway(view, data, page) : null}
    </div>
  );
};

/** The content of the page. */
export const listPage = (view: View, data: ListData): Markup => {
  const {title, sentence} = datasetLabels(data.route.dataset);
  const form = filterForm(view, data);
  return (
    <div class="list">
      <h1>{view.t(title)}</h1>
      <p class="lead">{view.t(sentence)}</p>
      <div class={form ? 'split' : undefined}>
        {form ? (
          <div class="side" id="filters">
            {form}
            {facetList(view, data)}
          </div>
        ) : null}
        {results(view, data)}
      </div>
    </div>
  );
};

/** Whether search engines may keep the records of a dataset. */
export const isIndexed = (dataset: string): boolean => !displayOf(dataset).private;
