/**
 * What travels without its page: the picture of a list, record or profile as `/contracts.png` and `.svg`, and the
 * chart of a list as a page of its own that other sites may frame, `/contracts.embed`.
 */

import {sourcesOf} from '../../datasets/sources_of.ts';
import {matchRoute} from '../api/routes/match.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {SYNTHETIC_LABEL} from '../api/synthetic.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {displayOf} from '../labels/display_of.ts';
import {datasetLabels} from '../labels/index.ts';
import {SERVICE} from '../labels/service.ts';
import {EMBED_EXTENSION, PICTURE_EXTENSIONS} from './downloads.ts';
import {formatCompactMoney, formatDay, formatNumber} from './format.ts';
import {licenceIn} from './french_sources.ts';
import {render} from './html.tsx';
import {isDrawn, type ListData, loadList} from './load/list.ts';
import {isMunicipality, loadMunicipality} from './load/municipality.ts';
import type {Course} from './load/organization.ts';
import {loadRecord, type RecordData, type SingleRoute} from './load/record.ts';
import {withGaps} from './load/statistics.ts';
import {inLanguage, LISTS, type Pairs, withQuery} from './paths.ts';
import {pngOf} from './png.ts';
import {embedHeaders} from './respond.ts';
import type {Asked} from './standing_pages.ts';
import {type ChartData, MOST_BARS} from './view/chart_data.ts';
import {dataOf} from './view/courses.tsx';
import {sourceOfRecord, sourcesBehind} from './view/described.ts';
import {embedDocument} from './view/embed.tsx';
import {errorPage} from './view/errors.tsx';
import {filtersText} from './view/filter_text.ts';
import {isIndexed} from './view/list.tsx';
import {figuresOf as cityFigures, nameOf} from './view/municipality.tsx';
import {type Picture, pictureSvg} from './view/picture.tsx';
import {figuresOf} from './view/record.tsx';
import {sentenceText} from './view/record_sentence.tsx';
import {titleOf} from './view/record_title.ts';
import type {Page, View} from './view/types.ts';
import {isMissing, labelOf, plainValue} from './view/value.tsx';

/** Licences that are named; of more the page that has them. */
const MOST_LICENCES = 2;

/** What a picture is made from, and under which licence. */
function licenceNote({t, language, origin}: View, sources: ReturnType<typeof sourcesOf>): string {
  const names = [...new Set(sources.map((source) => licenceIn(language, source).license))];
  if (names.length <= MOST_LICENCES) return t('picture.licence', {names: names.join(', ')});
  return t('picture.licences', {address: `${origin}${inLanguage('/about', language)}`});
}

/** What all pictures say. */
const common = (view: View): Pick<Picture, 'synthetic' | 'service'> => ({
  synthetic: view.build?.synthetic ? view.t(SYNTHETIC_LABEL) : null,
  service: view.t(SERVICE),
});

/** Why bars are hatched, and what they are counted from. */
const chartNotes = (view: View, chart: ChartData): string =>
  [
    ...chart.bars.flatMap(({label}) => {
      const why = chart.partial.get(label);
      return why ? [view.t(why, {period: label})] : [];
    }),
    ...(chart.chronological && chart.bars.length > MOST_BARS
      ? [view.t('picture.newest', {n: MOST_BARS})]
      : []),
    ...chart.notes,
  ].join(' ');

const sourceNote = (view: View, source: string): string =>
  view.t('chart.source', {source, day: formatDay(view.build?.data_as_of ?? '', view.language)});

const addressOf = ({origin, language}: View, path: string, pairs: Pairs = []): string =>
  origin + inLanguage(withQuery(path, pairs), language);

function listPicture(view: View, data: ListData, chart: ChartData): Picture {
  const {t, language} = view;
  const {title, sentence} = datasetLabels(data.route.dataset);
  const total = data.page!.total;
  return {
    ...common(view),
    kind: t(title),
    title: chart.title,
    about: filtersText(view, data) || t(sentence),
    figures: [
      {value: formatNumber(total, language), term: t('chart.records')},
      ...(data.sum === null ? [] : [{value: formatCompactMoney(data.sum, language), term: t('chart.sum')}]),
    ],
    chart,
    notes: [
      chartNotes(view, chart),
      `${sourceNote(view, chart.source)} ${licenceNote(view, sourcesBehind(data.route.dataset, data.filters))}`,
    ],
    address: addressOf(view, chart.list!.path, chart.list!.pairs),
  };
}

/** The years of a role, those without records too: the page has them on an axis of time. */
function courseOf(view: View, course: Course): ChartData {
  const chart = dataOf(view, course);
  const isYears = chart.bars.every(({label}) => /^\d{4}$/.test(label));
  return isYears ? {...chart, bars: withGaps(chart.bars)} : chart;
}

/** The first chart of a profile with more than one bar. */
function chartOfProfile(view: View, {related, courses}: RecordData): ChartData | null {
  const all = [...related.map(({chart}) => chart), ...courses.map((course) => courseOf(view, course))];
  return all.find((chart) => chart && chart.bars.length > 1) ?? null;
}

/** Most facts of a record, and figures of a profile. */
const MOST_FACTS = 3;
const MOST_FIGURES = 4;

/** Values of some fields under their labels, as far as the record has them. */
const factsOf = (
  view: View,
  {columns, row}: RecordData,
  owner: string,
  names: readonly (string | undefined)[],
): Picture['figures'] =>
  names
    .flatMap((name) =>
      name && columns[name] && !isMissing(row[name])
        ? [{value: plainValue(view, name, columns[name], row[name]!), term: labelOf(view, owner, name)}]
        : [],
    )
    .slice(0, MOST_FACTS);

/** Figures of a profile; of one that has none what its list shows of it. Of a record its amount and its day. */
function recordFigures(view: View, data: RecordData, owner: string): Picture['figures'] {
  const {figure, date, columns, title} = displayOf(owner);
  if (data.route.kind !== 'profile') return factsOf(view, data, owner, [figure, date]);
  const own = figuresOf(view, data).slice(0, MOST_FIGURES);
  const listed = columns.filter((name) => !title.includes(name));
  return own.length > 0 ? own : factsOf(view, data, owner, listed);
}

function recordPicture(view: View, data: RecordData, owner: string, path: string): Picture {
  const {t} = view;
  const {one, title} = datasetLabels(owner);
  const isProfile = data.route.kind === 'profile';
  const chart = isProfile ? chartOfProfile(view, data) : null;
  const own = sourceOfRecord(data.row);
  const charted = chart?.list && [...LISTS.values()].find(({path: one}) => one === chart.list!.path);
  const sources = own.length > 0 ? own : sourcesOf(charted?.dataset ?? owner);
  return {
    ...common(view),
    kind: t(one),
    title: titleOf(view, owner, data.row)?.text ?? t(one),
    about: isProfile ? (chart?.title ?? '') : (sentenceText(view, owner, data.columns, data.row) ?? ''),
    figures: recordFigures(view, data, owner),
    chart,
    notes: [
      chart ? chartNotes(view, chart) : '',
      `${sourceNote(view, chart?.source ?? t(title))} ${licenceNote(view, sources)}`,
    ],
    address: addressOf(view, path),
  };
}

function cityPicture({view, engine}: Asked, slug: string, path: string): Picture | null {
  if (!isMunicipality(slug)) return null;
  const data = loadMunicipality(view, engine, slug);
  const [chart = null] = data.charts;
  return {
    ...common(view),
    kind: view.t('municipality.kind'),
    title: nameOf(view, data),
    about: chart
      ? view.t('frame.pair', {name: chart.source, value: chart.title})
      : view.t('municipality.description', {name: data.name}),
    figures: cityFigures(view, data),
    chart,
    notes: [
      chart ? chartNotes(view, chart) : '',
      `${sourceNote(view, chart?.source ?? view.t(datasetLabels('zoning').title))} ${licenceNote(view, sourcesBehind('permits', data.filters))}`,
    ],
    address: addressOf(view, path),
  };
}

/** The chart of a list; why there is none where a filter is refused; null without records to draw. */
function chartedList(
  {view, engine, pairs}: Asked,
  route: ListRoute,
): {data: ListData; chart: ChartData} | Page | null {
  const data = loadList(view, engine, route, pairs, true);
  const {refused} = data;
  if (refused) return errorPage(view, 400, view.t('errors.bad'), view.t(refused));
  return isDrawn(data) ? {data, chart: data.chart!} : null;
}

/** The picture of what a path names; why there is none where a filter is refused; null: it has none. */
function pictureOf(asked: Asked, segments: readonly string[], path: string): Picture | Page | null {
  const {view, engine, pairs} = asked;
  if (segments[0] === 'municipalities') return cityPicture(asked, segments[1] ?? '', path);
  const match = matchRoute(segments);
  if (match?.route.kind === 'list') {
    const found = chartedList(asked, match.route);
    return found && 'chart' in found ? listPicture(view, found.data, found.chart) : found;
  }
  if (match?.route.kind !== 'detail' && match?.route.kind !== 'profile') return null;
  const owner = match.route.kind === 'detail' ? match.route.dataset : match.route.entity;
  // Records that name private persons have no picture.
  if (!isIndexed(owner)) return null;
  return recordPicture(
    view,
    loadRecord(view, engine, {...match, route: match.route as SingleRoute}, pairs),
    owner,
    path,
  );
}

/** For an hour: a picture has the day of its data in it, and costs more than a page. */
const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  // Pages of other origins may show it, and nothing in it may load or run.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'",
};

function embedded(asked: Asked, route: ListRoute, request: HttpRequest, tag: string) {
  const {view} = asked;
  const found = chartedList(asked, route);
  if (!found || !('chart' in found)) return found;
  const {data, chart} = found;
  const kind = view.t(datasetLabels(route.dataset).title);
  const html = `<!doctype html>${render(
    embedDocument(view, {
      chart,
      kind,
      about: filtersText(view, data),
      address: addressOf(view, chart.list!.path, chart.list!.pairs),
    }),
  )}`;
  return compressedResponse(
    {status: 200, headers: embedHeaders(), tag, body: Buffer.from(html)},
    request.headers['accept-encoding'],
  );
}

const PATTERN = new RegExp(`^(.+)\\.(${[...PICTURE_EXTENSIONS, EMBED_EXTENSION].join('|')})$`);

/**
 * The picture or the chart alone that a path like `/contracts.png` names, or why it is not given; null: the path
 * names none. `tag` is the entity tag of the address.
 */
export function travellerOf(asked: Asked, request: HttpRequest, tag: string): HttpResponse | Page | null {
  const {segments, view} = asked;
  const [, name, extension] = PATTERN.exec(segments.at(-1) ?? '') ?? [];
  if (name === undefined || extension === undefined) return null;
  const own = [...segments.slice(0, -1), name];
  const route = matchRoute(own)?.route;
  if (extension === EMBED_EXTENSION)
    return route?.kind === 'list' ? embedded(asked, route, request, tag) : null;
  const picture = pictureOf(asked, own, asked.path.slice(0, -extension.length - 1));
  if (!picture || 'body' in picture) return picture;
  const svg = pictureSvg(view, picture);
  if (extension === 'svg') {
    const headers = {'Content-Type': 'image/svg+xml; charset=utf-8', ...HEADERS};
    return compressedResponse(
      {status: 200, headers, tag, body: Buffer.from(svg)},
      request.headers['accept-encoding'],
    );
  }
  const body = pngOf(tag, () => svg);
  return {
    status: 200,
    blocks: [],
    headers: {'Content-Type': 'image/png', ETag: `"${tag}"`, ...HEADERS},
    body,
  };
}
