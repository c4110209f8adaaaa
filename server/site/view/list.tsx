/** The page of a list: total, filters, chart, table, downloads. */

import {DATASETS, datasetOrEntity} from '../../../datasets/index.ts';
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {displayOf} from '../../labels/display.ts';
import {datasetLabels, parameterLabel, valueLabel} from '../../labels/index.ts';
import {feedPath} from '../downloads.ts';
import {formatCompactMoney, formatDay, formatMoney} from '../format.ts';
import type {ListData, ListPage} from '../load/list.ts';
import {isMunicipality} from '../load/municipality.ts';
import {partsOf} from '../load/stacked.ts';
import {groupingsOf, groupLabel, replaced} from '../load/statistics.ts';
import type {MessageKey} from '../messages.ts';
import {given, inLanguage, type Pairs, recordPath, withoutPlace, withQuery} from '../paths.ts';
import {Chart} from './chart.tsx';
import {chips, columnForm, filterForm} from './filters.tsx';
import {type HintedPage, hintList} from './hints.tsx';
import {hidden, link, options, type Shown, Table} from './kit.tsx';
import {blankFields, newestText} from './sources.tsx';
import {takeAway} from './take_away.tsx';
import type {Child, Markup, View} from './types.ts';
import {
  cellValue,
  columnsWithCents,
  isFigure,
  isMissing,
  localLabelOf,
  localValue,
  missing,
  plainValue,
  readable,
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
      <a href={href(view, data, to)} rel="nofollow" title={view.t('list.sort', {what: label})}>
        {label}
        <span class="arrow" aria-hidden="true">
          {isSorted ? (order === 'asc' ? '▲' : '▼') : '↕'}
        </span>
      </a>
    ),
  };
};

/** The first cell leads to the record, whatever it shows. */
const firstCell = (view: View, {route, columns}: ListData, name: string, row: Row): Child => {
  const value = localValue(view, row, name);
  const text: Child = isMissing(value)
    ? String(row['record_id'] ?? '') || missing(view)
    : plainValue(view, name, columns[name]!, value);
  return link(view, recordPath(route.dataset, row), text);
};

/** Columns that say the same of every row, with what they say: it stands above the table once. */
function sameInAll(view: View, data: ListData, rows: readonly Row[]): {name: string; value: Child}[] {
  const {shown, columns, page, route} = data;
  const withCents = columnsWithCents(shown, rows);
  const [first] = rows;
  if (!first || rows.length < LEAST_FOLDED || page?.call.fields) return [];
  const isSame = (name: string) => {
    const text = JSON.stringify(first[name] ?? null);
    return text !== 'null' && rows.every((row) => JSON.stringify(row[name] ?? null) === text);
  };
  return shown
    .slice(1)
    .filter((name) => columns[name]!.type !== 'date' && isSame(name))
    .map((name) => ({name, value: cellValue(view, route.dataset, name, columns[name]!, first, withCents)}));
}

/** Fewer rows show what they have in common without help. */
const LEAST_FOLDED = 5;

/** Characters of a cell that is cut off after a few lines: the whole text is on the page of the record. */
const LONG = 140;

const short = (value: Json | undefined, shown: Child): Child =>
  (typeof value === 'string' || Array.isArray(value)) && String(value).length > LONG ? (
    <div class="cut">{shown}</div>
  ) : (
    shown
  );

/** A short word of each row behind its text, as how the supplier was chosen; none where all rows say the same. */
const badges = (view: View, {dataset}: ListData['route'], rows: readonly Row[]): ((row: Row) => Child) => {
  const field = displayOf(dataset).badge;
  if (field === undefined || new Set(rows.map((row) => row[field])).size < 2) return () => null;
  return (row) => {
    const value = row[field] ?? null;
    return typeof value === 'string' ? <span class="badge">{readable(view, field, value)}</span> : null;
  };
};

const table = (view: View, data: ListData, rows: readonly Row[]): Child => {
  const {columns, answered, route} = data;
  const same = sameInAll(view, data, rows);
  const shown = data.shown.filter((name) => !same.some((one) => one.name === name));
  const withCents = columnsWithCents(shown, rows);
  const badgeOf = badges(view, route, rows);
  const labelOf = (name: string) => localLabelOf(view, route.dataset, name, answered);
  return [
    same.length === 0 ? null : (
      <p class="same">
        {view.t('list.same')}{' '}
        {same.map(({name, value}) => (
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
          kind: isFigure(column, name) ? 'figure' : i > 0 && column.type === 'date' ? 'day' : undefined,
          cell: (row) =>
            i === 0
              ? firstCell(view, data, name, row)
              : [
                  short(row[name], cellValue(view, route.dataset, name, column, row, withCents)),
                  i === 1 ? badgeOf(row) : null,
                ],
        };
      })}
    />,
  ];
};

/** What the heads of a table do where rows are cards: a choice of what the list is sorted by. */
const sortForm = (view: View, data: ListData): Markup | null => {
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

/** Names in the address that the list does not know: whoever wrote them believes the list to be shorter. */
const ignoredNames = (view: View, {page}: ListData): Markup | null =>
  page && page.call.ignored.length > 0 ? (
    <p class="warning" role="alert">
      {view.t('list.unknown', {
        n: page.call.ignored.length,
        names: page.call.ignored.map((name) => view.t('list.quoted', {what: name})).join(', '),
      })}
    </p>
  ) : null;

/** What is done with the list as a whole, beside its number of records. */
const tools = (view: View, {route, pairs, page}: ListData): Markup | null => {
  if (!page || page.total === 0) return null;
  const feed = feedPath(view, route, pairs);
  return (
    <nav class="tools" aria-label={view.t('list.tools')}>
      <a href="#take">{view.t('list.download')}</a>
      {feed === null ? null : (
        <a href={feed} rel="nofollow" title={view.t('list.feed_why')}>
          {view.t('list.follow')}
        </a>
      )}
    </nav>
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

/** A line of links that choose a parameter of the chart. */
const choiceLine = (
  view: View,
  data: ListData,
  title: string,
  choices: readonly {name?: string; chart: string; text: string; isChosen: boolean}[],
): Markup => (
  <p class="choice">
    <span>{title}</span>
    {choices.map(({name = 'chart', chart: value, text, isChosen}) => (
      <a
        href={href(view, data, replaced(data.pairs, [[name, value]]))}
        rel="nofollow"
        aria-current={isChosen ? 'true' : undefined}
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
  const measures = data.measures.map((name) => ({
    name: 'measure',
    chart: name,
    text: view.t(`measures.${name}` as MessageKey),
    isChosen: name === data.measure,
  }));
  const shares = [false, true].map((share) => ({
    name: 'share',
    chart: String(share),
    text: view.t(share ? 'chart.as_share' : 'chart.as_amount'),
    isChosen: share === data.share,
  }));
  return [
    measures.length > 1 ? choiceLine(view, data, view.t('chart.show'), measures) : null,
    choiceLine(view, data, view.t('chart.by'), by),
    parts.length > 0 ? choiceLine(view, data, view.t('chart.split'), split) : null,
    parted === null ? null : choiceLine(view, data, view.t('chart.scale'), shares),
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
  const slug = given(filters, 'municipality');
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
    <div id="results" class="results" tabindex={-1}>
      {figures(view, data)}
      {tools(view, data)}
      {/* On narrow windows the form is a sheet that this link opens. */}
      <p class="open">
        <a href="#filters">{view.t('list.filters')}</a>
      </p>
      {chips(view, data)}
      {ignoredNames(view, data)}
      {notice(view, data)}
      {notPublished(view, data)}
      {page?.total === 0 ? empty(view, data) : null}
      {page && page.total > 0
        ? [
            data.chart ? (
              <Chart view={view} data={data.chart}>
                {chartChoice(view, data)}
              </Chart>
            ) : null,
            columnForm(view, data),
            sortForm(view, data),
            table(view, data, page.rows),
            pager(view, data, page),
            takeAway(view, data, page),
          ]
        : null}
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
            <a class="skip" href="#results">
              {view.t('list.skip')}
            </a>
            {form}
          </div>
        ) : null}
        {results(view, data)}
      </div>
    </div>
  );
};

/** Whether search engines may keep the records of a dataset. */
export const isIndexed = (dataset: string): boolean => !displayOf(dataset).private;
