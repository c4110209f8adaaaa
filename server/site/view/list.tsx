/** The page of a list: total, filters, chart, table, downloads. */

import {DATASETS} from '../../../datasets/index.ts';
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {displayOf} from '../../labels/display_of.ts';
import {datasetLabels, parameterLabel, valueLabel} from '../../labels/index.ts';
import {OF_PAGE} from '../chart_address.ts';
import {feedPath} from '../downloads.ts';
import {followPath} from '../follow.ts';
import {formatCompactMoney, formatDay, formatMoney} from '../format.ts';
import type {ListData} from '../load/list.ts';
import {isMunicipality} from '../load/municipality.ts';
import type {MessageKey} from '../messages.ts';
import {given, type Pairs, withoutPlace, withQuery} from '../paths.ts';
import {Chart} from './chart.tsx';
import {chartChoice, otherGroups} from './chart_choice.tsx';
import type {ChartData} from './chart_data.ts';
import {filterText} from './filter_text.ts';
import {chips, columnForm, countedOnce, filterForm} from './filters.tsx';
import {type HintedPage, hintList} from './hints.tsx';
import {link} from './kit.tsx';
import {listAddress, listTable, pager, sortForm} from './list_table.tsx';
import {memberFinder} from './member_finder.tsx';
import {blankFields, newestText} from './sources.tsx';
import {takeAway} from './take_away.tsx';
import type {Markup, View} from './types.ts';

const totalText = ({t}: View, total: number): string =>
  total === 0 ? t('list.total_none') : t('list.total', {n: total});

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

/** What is done with the list as a whole. On narrow windows the form is a sheet that the first link opens. */
const tools = (view: View, data: ListData): Markup | null => {
  const {route, pairs, page, filters} = data;
  // Of lists whose changes are not known there is the feed.
  const follow =
    followPath(route, pairs, listTitle(view, data), view.language) ?? feedPath(view, route, pairs);
  const n = countedOnce(route, filters);
  const open = (
    <a class="open" href="#filters">
      {view.t('list.filters')}
      {n > 0 ? ` (${n})` : null}
    </a>
  );
  if (Object.keys(route.parameters).length === 0 && !page) return null;
  if (!page || page.total === 0)
    return (
      <nav class="tools open" aria-label={view.t('list.tools')}>
        {open}
      </nav>
    );
  return (
    <nav class="tools" aria-label={view.t('list.tools')}>
      {open}
      <a href="#take">{view.t('list.download')}</a>
      {follow === null ? null : (
        <a href={follow} rel="nofollow" title={view.t('list.follow_why')}>
          {view.t('list.follow')}
        </a>
      )}
    </nav>
  );
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
    without: ({filter, and}) => listAddress(view, data, kept(filter, and)),
    instead: ({filter}, value) => listAddress(view, data, [...kept(filter), [filter, value]]),
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

/** Messages of the API name parameters; the page names them as its form does. */
function namedAsHere(
  {t}: View,
  {dataset, parameters}: ListData['route'],
  message: string,
  named: readonly string[],
): string {
  const first = /^\w+/.exec(message)?.[0] ?? '';
  const names = new Set([first, ...named].filter((name) => Object.hasOwn(parameters, name)));
  const word = (name: string) =>
    names.has(name) ? t('list.quoted', {what: t(parameterLabel(dataset, name))}) : name;
  return message.replace(/\w+/g, word);
}

/** The refusal that stands where the results would. */
const notice = (view: View, {refused, route}: ListData): Markup | null =>
  refused && (
    <div class="refused" role="alert">
      <p>
        <strong>{view.t('list.refused')}</strong>
      </p>
      <p>{namedAsHere(view, route, view.t(refused), refused.params)}</p>
    </div>
  );

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

/** That some contracts are listed twice, and the list that has each once. */
const doublesLine = (view: View, data: ListData): Markup | null => {
  const {doubles, pairs} = data;
  if (doubles === null) return null;
  const once: Pairs = [...withoutPlace(pairs).filter(([name]) => name !== 'once'), ['once', 'true']];
  return (
    <p class="note" id="doubles">
      {view.t('list.doubles', {n: doubles})}{' '}
      <a href={listAddress(view, data, once)} rel="nofollow">
        {view.t('list.each_once')}
      </a>
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

/** The politicians whose riding has the text that was looked for among names. */
const ridingLine = (view: View, {byRiding, route}: ListData): Markup | null =>
  byRiding && (
    <p>
      {link(
        view,
        withQuery(route.path, byRiding.filters),
        view.t('votes.by_riding', {n: byRiding.total, text: byRiding.text}),
      )}
    </p>
  );

/** That the list is of sitting members, and the way to everyone. */
const everyoneLine = (view: View, {everyone, route}: ListData): Markup | null =>
  everyone && (
    <p>
      {link(view, withQuery(route.path, everyone.filters), view.t('votes.everyone', {n: everyone.total}))}
    </p>
  );

/** Lists where people look for their member. */
const OF_MEMBERS: ReadonlySet<string> = new Set(['politicians', 'ballots', 'votes']);

/** The chart; where people come for the records alone, it is folded until they ask for it. */
const listChart = (view: View, data: ListData, drawn: ChartData): Markup => {
  const isAsked = data.pairs.some(([name]) => OF_PAGE.has(name));
  const chart = (
    <Chart
      view={view}
      data={drawn}
      choice={chartChoice(view, data)}
      others={otherGroups(view, data)}
      isChanging={isAsked}
    />
  );
  return displayOf(data.route.dataset).hasFoldedChart ? (
    <details class="folded" open={isAsked}>
      <summary>{view.t('chart.folded', {title: drawn.title})}</summary>
      {chart}
    </details>
  ) : (
    chart
  );
};

/** What the table shows, in which order. */
const arrangement = (view: View, data: ListData): Markup => (
  <details class="arrange">
    <summary>{view.t('list.arrange')}</summary>
    {sortForm(view, data)}
    {columnForm(view, data)}
  </details>
);

/** The part of the page that a change of filters replaces. */
const results = (view: View, data: ListData): Markup => {
  const {page} = data;
  return (
    <div id="results" class="results" tabindex={-1}>
      {/* Choices of the chart are many stops of the Tab key before the first record. */}
      {page && page.rows.length > 0 ? (
        <a class="skip" href="#records">
          {view.t('list.skip_chart')}
        </a>
      ) : null}
      {figures(view, data)}
      {tools(view, data)}
      {doublesLine(view, data)}
      {chips(view, data)}
      {everyoneLine(view, data)}
      {ignoredNames(view, data)}
      {notice(view, data)}
      {ridingLine(view, data)}
      {page?.total === 0 ? empty(view, data) : null}
      {page && page.total > 0
        ? [
            // Of all pages the first shows the picture: the others are on the way through the rows.
            data.chart && page.offset === 0 ? listChart(view, data, data.chart) : null,
            arrangement(view, data),
            <div id="records" tabindex={-1}>
              {listTable(view, data, page.rows)}
            </div>,
            pager(view, data, page),
            notPublished(view, data),
            // Programs are refused without the filter.
            data.required === null ? takeAway(view, data, page) : null,
          ]
        : null}
    </div>
  );
};

/** How the name of a filter's value stands behind the kind of the records; what is not here is named by chips. */
const NAMED: Readonly<Record<string, MessageKey>> = {
  municipality: 'list.in',
  department: 'list.of',
  department_key: 'list.of',
  vendor_key: 'list.of',
  recipient_key: 'list.of',
  client_key: 'list.of',
  organization_key: 'list.of',
  institution_key: 'list.of',
  contractor_key: 'list.of',
};

/** What is listed: the kind of the records and, where one place or one body is chosen, its name. */
export function listTitle(view: View, data: ListData): string {
  const {title} = datasetLabels(data.route.dataset);
  const named = data.filters.filter(([name, value]) => NAMED[name] && !value.includes(','));
  const [first] = named;
  if (!first || named.length > 1) return view.t(title);
  return view.t(NAMED[first[0]]!, {what: view.t(title), name: filterText(view, data, ...first)});
}

/** The content of the page. */
export const listPage = (view: View, data: ListData): Markup => {
  const {sentence: words} = datasetLabels(data.route.dataset);
  const form = filterForm(view, data);
  return (
    <div class="list">
      <h1>{listTitle(view, data)}</h1>
      <p class="lead">{view.t(words)}</p>
      {OF_MEMBERS.has(data.route.dataset) ? memberFinder(view) : null}
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
