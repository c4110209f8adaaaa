/**
 * Files of lists without a key: downloads of the records that match, up to a bound, and feeds at
 * `/en/contracts.atom`, which are the documents of the API's `format=atom`, newest records first.
 */

import {answerCall, resultOf} from '../api/answer.ts';
import {toFeatures} from '../api/formats/geojson.ts';
import {renderFeatures} from '../api/formats/render.ts';
import {renderResult} from '../api/formats/render_result.ts';
import {engineRows, type PageResult} from '../api/operations/result.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import {matchRoute} from '../api/routes/match.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {allocateBuffer} from '../http/buffers.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {datasetLabels} from '../labels/index.ts';
import {ask, callOf} from './ask.ts';
import {
  ABOUT_EXTENSION,
  DOWNLOADS,
  downloadedPairs,
  FEED_EXTENSION,
  FRENCH_EXCEL,
  feedSort,
  fileName,
  MOST_DOWNLOADED,
} from './downloads.ts';
import {frenchCsv} from './french_csv.ts';
import {addressIn, licenceIn, sourcesOf} from './french_sources.ts';
import {inFrench, type ListCall} from './load/list.ts';
import type {Asked} from './pages.ts';
import {given, inLanguage, type Pairs, withQuery} from './paths.ts';
import {textHeaders} from './respond.ts';
import {curlOf} from './view/take_away.tsx';
import type {Page} from './view/types.ts';
import {halfOf, readable} from './view/value.tsx';

/** Entries of a feed; its next page follows by a link. */
const ENTRIES = '50';

const headersOf = (format: keyof typeof MEDIA_TYPES, maxAge: number) => ({
  'Content-Type': `${MEDIA_TYPES[format]}; charset=utf-8`,
  'Cache-Control': `public, max-age=${maxAge}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
});

const tooMany = ({view, pairs}: Asked, route: ListRoute, total: number): Page => {
  const {t, language} = view;
  const taken = downloadedPairs(route, pairs);
  // Exports have an order of their own.
  const filters = taken.filter(([name]) => Object.hasOwn(route.parameters, name));
  const why = t('list.too_many', {n: total, limit: MOST_DOWNLOADED});
  return {
    status: 403,
    title: t('list.download'),
    description: why,
    indexed: false,
    body: (
      <div class="error">
        <h1>{t('list.download')}</h1>
        <p class="lead">{why}</p>
        {view.contact === null ? (
          <p>{t('list.narrow')}</p>
        ) : (
          [
            <p>{t('list.with_key')}</p>,
            <pre tabindex={0}>
              {curlOf(view, `/export/${route.dataset}`, [...filters, ['format', 'csv']])}
            </pre>,
            <p>
              <a href="/account">{t('list.get_key')}</a>
            </p>,
          ]
        )}
        <p>
          <a href={inLanguage(withQuery(route.path, taken), language)}>{t('list.back')}</a>
        </p>
      </div>
    ),
  };
};

/** The records of a list as a file, or the page that says why not. */
function downloadOf(
  asked: Asked,
  route: ListRoute,
  {extension, format}: (typeof DOWNLOADS)[number],
): HttpResponse | Page {
  const {engine, pairs} = asked;
  const isFrench = given(pairs, 'excel') === FRENCH_EXCEL;
  const excel = isFrench || given(pairs, 'excel') === 'true';
  const own = downloadedPairs(route, pairs);
  const first = isFrench
    ? inFrench(callOf(route.path, [...own, ['lang', 'fr']]) as ListCall)
    : callOf(route.path, own);
  const call = {...first, format, excel, page: {...first.page!, limit: MOST_DOWNLOADED}};
  const result = resultOf(call, engine) as PageResult;
  const {total} = result.meta;
  if (total > MOST_DOWNLOADED) return tooMany(asked, route, total);
  const {body: written} =
    format === 'geojson'
      ? renderFeatures(toFeatures(call, engineRows(result)))
      : renderResult(call, result, engine.info, allocateBuffer, null);
  const body =
    isFrench && format === 'csv' ? frenchCsv(route.dataset, call.columns, String(written)) : written;
  const {'Content-Type': type, ...headers} = headersOf(format, 60);
  const taken = downloadedPairs(route, pairs);
  const name = fileName(route.dataset, taken, engine.info.data_as_of.slice(0, 10), extension);
  const disposition = `attachment; filename="${name}"`;
  return {
    status: 200,
    blocks: [],
    headers: {'Content-Type': type, 'Content-Disposition': disposition, ...headers},
    body,
  };
}

/** Where the records of a download come from: its address, sources and licences, as a text beside it. */
function aboutOf({view, engine, pairs}: Asked, route: ListRoute): HttpResponse {
  const {t, language, origin} = view;
  const taken = downloadedPairs(route, pairs);
  const {total} = ask(engine, route.path, [...taken, ['limit', '1']]).meta;
  const day = engine.info.data_as_of.slice(0, 10);
  const lines = [
    t('frame.pair', {name: t(datasetLabels(route.dataset).title), value: t('list.total', {n: total})}),
    origin + inLanguage(withQuery(route.path, taken), language),
    t('list.updated', {day}),
    '',
    ...sourcesOf(route.dataset).map((source) => {
      const {license, license_url} = licenceIn(language, source);
      const name = `${halfOf(source.publisher, language)}, ${readable(view, 'source_dataset', source.label)}`;
      const [file, terms] = [addressIn(language, source.page), license_url];
      return `${t('frame.pair', {name, value: file})}\n  ${t('frame.pair', {name: license, value: terms})}`;
    }),
    '',
  ];
  const name = fileName(route.dataset, taken, day, ABOUT_EXTENSION);
  const headers = {
    ...textHeaders('text/plain; charset=utf-8'),
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Robots-Tag': 'noindex',
  };
  return {status: 200, blocks: [], headers, body: lines.join('\n')};
}

/** The feed of a list; null: it has none. Throws the error of the API for refused filters. */
function feedOf({pairs, view, engine}: Asked, route: ListRoute, request: HttpRequest, tag: string) {
  const sort = feedSort(route, pairs);
  if (sort === null) return null;
  const own = pairs.filter(([name]) => route.parameters[name] || name === 'sort_by' || name === 'cursor');
  const call = callOf(route.path, [
    ...own,
    ...(own.some(([name]) => name === 'sort_by') ? [] : ([['sort_by', sort]] satisfies Pairs)),
    ['sort_order', 'desc'],
    ['limit', ENTRIES],
    ['lang', view.language],
    ['format', 'atom'],
  ]);
  const address = {origin: view.origin, target: request.target, pages: true};
  const body = answerCall(call, engine, allocateBuffer, address).body as Buffer;
  // Readers of feeds ask often: a shared cache answers most.
  const headers = headersOf('atom', 300);
  return compressedResponse({status: 200, headers, tag, body}, request.headers['accept-encoding']);
}

/** The file that a path like `/contracts.csv` names, or why it is not given; null: the path names no file. */
export function fileOf(asked: Asked, request: HttpRequest, tag: string): HttpResponse | Page | null {
  const {segments} = asked;
  const [, name = '', extension] = /^(.+)\.([a-z]+)$/.exec(segments.at(-1) ?? '') ?? [];
  const route = matchRoute([...segments.slice(0, -1), name])?.route;
  if (route?.kind !== 'list') return null;
  if (extension === FEED_EXTENSION) return feedOf(asked, route, request, tag);
  if (extension === ABOUT_EXTENSION) return aboutOf(asked, route);
  const download = DOWNLOADS.find((one) => one.extension === extension && one.fits(route));
  return download ? downloadOf(asked, route, download) : null;
}
