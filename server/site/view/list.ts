/** The page of a list: total, filters, chart, table, downloads. */

import {displayOf} from '../../../datasets/display.ts';
import {DATASETS, datasetOrEntity} from '../../../datasets/index.ts';
import {datasetLabels, parameterLabel, valueLabel} from '../../../datasets/labels/index.ts';
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import type {Column, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {formatCompactMoney, formatDay, formatMoney, formatNumber} from '../format.ts';
import {h, type Markup} from '../html.ts';
import type {ListData, ListPage} from '../load/list.ts';
import {isMunicipality} from '../load/municipality.ts';
import {partsOf} from '../load/stacked.ts';
import {groupingsOf, groupLabel, replaced} from '../load/statistics.ts';
import {inLanguage, type Pairs, recordPath, withQuery} from '../paths.ts';
import {COVERAGE} from '../texts/coverage.ts';
import {HINTS} from '../texts/hints.ts';
import {CHART, LIST} from '../texts/list.ts';
import {chart} from './chart.ts';
import {blankFields, newestText} from './coverage.ts';
import {facetList} from './facets.ts';
import {chips, columnForm, filterForm, withoutPlace} from './filters.ts';
import {type HintedPage, hintList} from './hints.ts';
import {takeAway} from './take_away.ts';
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
} from './value.ts';

const totalText = ({t, language}: View, total: number): string => {
  if (total === 0) return t(LIST.total_none);
  return total === 1 ? t(LIST.total_one) : t(LIST.total, {count: formatNumber(total, language)});
};

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
  if (key === null || !page) return h('th', {scope: 'col', class: figure}, label);
  const isSorted = page.call.values['sort_by'] === key;
  const order = page.call.values['sort_order'] === 'asc' ? 'asc' : 'desc';
  const first = column.type === 'text' && key !== 'date' ? 'asc' : 'desc';
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : first;
  const to = replaced(withoutPlace(pairs), [
    ['sort_by', key],
    ['sort_order', next],
  ]);
  return h(
    'th',
    {
      scope: 'col',
      class: figure,
      ...(isSorted ? {'aria-sort': order === 'asc' ? 'ascending' : 'descending'} : {}),
    },
    h(
      'a',
      {href: href(view, data, to), rel: 'nofollow', title: view.t(LIST.sort, {what: label})},
      label,
      h('span', {class: 'arrow', 'aria-hidden': 'true'}, isSorted ? (order === 'asc' ? '▲' : '▼') : '↕'),
    ),
  );
};

/** The first cell leads to the record, whatever it shows. */
const firstCell = (view: View, {route, columns}: ListData, name: string, row: Row): Markup => {
  const path = recordPath(route.dataset, row);
  const value = localValue(view, row, name);
  const text: Child = isMissing(value)
    ? String(row['record_id'] ?? '') || missing(view)
    : plainValue(view, name, columns[name]!, value);
  return h(
    'th',
    {scope: 'row'},
    path === null ? text : h('a', {href: inLanguage(path, view.language)}, text),
  );
};

/** Characters of a cell that is cut off after a few lines: the whole text is on the page of the record. */
const LONG = 140;

const short = (value: Json | undefined, shown: Child): Child =>
  (typeof value === 'string' || Array.isArray(value)) && String(value).length > LONG
    ? h('div', {class: 'cut'}, shown)
    : shown;

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
  return h(
    'div',
    {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': title},
    h(
      'table',
      {class: 'records'},
      h('caption', {class: 'sr'}, title),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          shown.map((name) => headCell(view, data, name)),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((row) =>
          h(
            'tr',
            null,
            firstCell(view, data, shown[0] ?? '', row),
            cells.map(({name, column, kind, label}) =>
              h(
                'td',
                {class: kind, 'data-label': label},
                short(row[name], cellValue(view, route.dataset, name, column, row, withCents)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
};

const pager = (
  view: View,
  data: ListData,
  {offset, rows, total, limit, nextCursor}: ListPage,
): Markup | null => {
  if (total === 0 || (offset === 0 && nextCursor === null)) return null;
  const {t, language} = view;
  const rest = withoutPlace(data.pairs);
  const back: Pairs = offset > limit ? [['offset', String(Math.max(0, offset - limit))]] : [];
  const position = {
    from: formatNumber(offset + 1, language),
    to: formatNumber(offset + rows.length, language),
    total: formatNumber(total, language),
  };
  return h(
    'nav',
    {class: 'pager', 'aria-label': t(LIST.pages)},
    offset > 0
      ? h('a', {rel: 'prev', href: href(view, data, [...rest, ...back])}, `← ${t(LIST.previous)}`)
      : null,
    h('span', null, t(LIST.position, position)),
    nextCursor === null
      ? null
      : h('a', {rel: 'next', href: href(view, data, [...rest, ['cursor', nextCursor]])}, `${t(LIST.next)} →`),
  );
};

/** A line of links that choose the parameter of the chart. */
const choiceLine = (
  view: View,
  data: ListData,
  title: string,
  choices: readonly {chart: string; text: string; isChosen: boolean}[],
): Markup =>
  h(
    'p',
    {class: 'choice'},
    h('span', null, title),
    choices.map(({chart: value, text, isChosen}) =>
      h(
        'a',
        {
          href: href(view, data, replaced(data.pairs, [['chart', value]])),
          rel: 'nofollow',
          ...(isChosen ? {'aria-current': 'true'} : {}),
        },
        text,
      ),
    ),
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
    {chart: grouping, text: view.t(CHART.whole), isChosen: parted === null},
    ...parts.map((part) => ({chart: `${grouping},${part}`, text: text(part), isChosen: part === parted})),
  ];
  return [
    choiceLine(view, data, view.t(CHART.by), by),
    parts.length > 0 ? choiceLine(view, data, view.t(CHART.split), split) : null,
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
      view.t(HINTS.no_match, {what: view.t(parameterLabel(dataset, filter)), value: shown(filter, value)}),
    shown,
    without: ({filter, and}) => href(view, data, kept(filter, and)),
    instead: ({filter}, value) => href(view, data, [...kept(filter), [filter, value]]),
    bound: (filter) =>
      (({gte: 'lower', lte: 'upper'}) as const)[parameters[filter]?.op as 'gte' | 'lte'] ?? null,
  };
}

const empty = (view: View, data: ListData): Markup =>
  h(
    'div',
    {class: 'empty'},
    h('p', null, view.t(LIST.empty)),
    hintList(view, hinted(view, data), data.page?.hints ?? []),
  );

/** Messages of the API begin with the name of the parameter; the form names it by its label. */
function namedAsHere({t}: View, {dataset, parameters}: ListData['route'], message: string): string {
  const name = /^\w+/.exec(message)?.[0] ?? '';
  if (!Object.hasOwn(parameters, name)) return message;
  return `${t(LIST.quoted, {what: t(parameterLabel(dataset, name))})}${message.slice(name.length)}`;
}

/** What stands where the results would: a refusal, or what is still to be filled in. */
const notice = (view: View, {refused, required, route}: ListData): Markup | null => {
  const {t} = view;
  if (refused)
    return h(
      'div',
      {class: 'refused', role: 'alert'},
      h('p', null, h('strong', null, t(LIST.refused))),
      h('p', null, namedAsHere(view, route, t(refused))),
    );
  if (required === null) return null;
  return h('p', {class: 'empty'}, t(LIST.required, {what: t(parameterLabel(route.dataset, required))}));
};

/** The sum of what is listed, or that none of it has an amount; null where the dataset has no amounts. */
const sumOf = ({t, language}: View, {route, page, sum, grouping}: ListData): Markup | null => {
  const hasAmounts = DATASETS[route.dataset]?.stats?.sum != null;
  if (!hasAmounts || grouping === null || !page || page.total === 0) return null;
  return sum === null
    ? h('span', null, t(CHART.no_amounts))
    : h('span', {title: formatMoney(sum, language)}, t(LIST.sum, {sum: formatCompactMoney(sum, language)}));
};

const figures = (view: View, data: ListData): Markup => {
  const {t, language, build} = view;
  const {page} = data;
  return h(
    'p',
    {class: 'total', role: 'status'},
    page ? h('strong', null, totalText(view, page.total)) : null,
    sumOf(view, data),
    build
      ? h(
          'span',
          {class: 'soft'},
          [
            t(LIST.updated, {day: formatDay(build.data_as_of, language)}),
            newestText(view, data.route.dataset),
          ]
            .filter((text) => text !== null)
            .join(' · '),
        )
      : null,
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
  return h(
    'p',
    {class: 'note'},
    view.t(COVERAGE.not_published, {name: MUNICIPALITIES[slug].name, fields: fields.join(', ')}),
  );
};

/** The part of the page that a change of filters replaces. */
const results = (view: View, data: ListData): Markup => {
  const {page} = data;
  return h(
    'div',
    {id: 'results', class: 'results'},
    figures(view, data),
    // On narrow windows the form is a sheet that this link opens.
    h('p', {class: 'open'}, h('a', {href: '#filters'}, view.t(LIST.filters))),
    chips(view, data),
    notice(view, data),
    notPublished(view, data),
    page && page.total > 0 && data.chart ? chart(view, data.chart, chartChoice(view, data)) : null,
    page && page.total > 0
      ? [columnForm(view, data), table(view, data, page.rows), pager(view, data, page)]
      : null,
    page && page.total === 0 ? empty(view, data) : null,
    page && page.total > 0 ? takeAway(view, data, page) : null,
  );
};

/** The content of the page. */
export const listPage = (view: View, data: ListData): Markup => {
  const {title, sentence} = datasetLabels(data.route.dataset);
  const form = filterForm(view, data);
  return h(
    'div',
    {class: 'list'},
    h('h1', null, view.t(title)),
    h('p', {class: 'lead'}, view.t(sentence)),
    h(
      'div',
      {class: form ? 'split' : undefined},
      form ? h('div', {class: 'side', id: 'filters'}, form, facetList(view, data)) : null,
      results(view, data),
    ),
  );
};

/** Whether search engines may keep the records of a dataset. */
export const isIndexed = (dataset: string): boolean => !displayOf(dataset).private;
