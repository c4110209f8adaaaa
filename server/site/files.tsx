/**
 * Files of lists without a key: downloads of the records that match, up to a bound, and feeds at
 * `/en/contracts.atom`, which are the documents of the API's `format=atom`, newest records first.
 */

import {licenceOf} from '../../datasets/licence_of.ts';
import {sourcesOf} from '../../datasets/sources_of.ts';
import {answerCall, resultOf} from '../api/answer.ts';
import {csvwOf} from '../api/formats/csvw.ts';
import {toFeatures} from '../api/formats/geojson.ts';
import {renderFeatures} from '../api/formats/render.ts';
import {renderResult} from '../api/formats/render_result.ts';
import {engineRows, type PageResult} from '../api/operations/result.ts';
import {outputFields} from '../api/request/call.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import {type Match, matchRoute} from '../api/routes/match.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {allocateBuffer} from '../http/buffers.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {datasetLabels, parameterLabel} from '../labels/index.ts';
import {ask, callOf} from './ask.ts';
import {CITATION_FORMS, type Citation, type CitationForm} from './citation.ts';
import {
  ABOUT_EXTENSION,
  CSVW_EXTENSION,
  DOWNLOADS,
  downloadedPairs,
  FEED_EXTENSION,
  FRENCH_EXCEL,
  feedSort,
  fileName,
  filePath,
  MOST_DOWNLOADED,
} from './downloads.ts';
import {frenchCsv} from './french_csv.ts';
import {addressIn, licenceIn} from './french_sources.ts';
import {inFrench, type ListCall, loadList, namesOfIds} from './load/list.ts';
import {loadRecord} from './load/record.ts';
import {accountIn} from './navigation.ts';
import {given, inLanguage, type Pairs, withQuery} from './paths.ts';
import {textHeaders} from './respond.ts';
import type {Asked} from './standing_pages.ts';
import {listCitation} from './view/described.ts';
import {errorPage} from './view/errors.tsx';
import {filterText} from './view/filter_text.ts';
import {recordCitation} from './view/provenance.tsx';
import {halfOf, readable} from './view/readable.ts';
import {titleOf} from './view/record_title.ts';
import {curlOf} from './view/take_away.tsx';
import type {Page} from './view/types.ts';

/** Entries of a feed; its next page follows by a link. */
const ENTRIES = '50';

const headersOf = (format: keyof typeof MEDIA_TYPES, maxAge: number) => ({
  'Content-Type': `${MEDIA_TYPES[format]}; charset=utf-8`,
  'Cache-Control': `public, max-age=${maxAge}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
});

/** Filters as words of a file name; days stay as programs sort them, and of a flag the name says more. */
function nameWords({view, engine}: Asked, route: ListRoute, taken: Pairs): string[] {
  const {parameters} = route;
  const filters = taken.filter(([name]) => Object.hasOwn(parameters, name));
  const names = namesOfIds(view, engine, route, filters);
  return filters.map(([name, value]) => {
    const {type, key, op} = parameters[name]!;
    if (type === 'boolean')
      return `${view.t(parameterLabel(route.dataset, name))} ${filterText(view, {route, names}, name, value)}`;
    const isText = key !== undefined || type === 'sets' || op === 'exact';
    return isText ? filterText(view, {route, names}, name, value) : value;
  });
}

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
              <a href={accountIn(language)}>{t('list.get_key')}</a>
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
  const {body} =
    format === 'geojson'
      ? renderFeatures(toFeatures(call, engineRows(result)))
      : isFrench && format === 'csv'
        ? {body: frenchCsv(route.dataset, call, engineRows(result))}
        : renderResult(call, result, engine.info, allocateBuffer, null);
  const {'Content-Type': type, ...headers} = headersOf(format, 60);
  const taken = downloadedPairs(route, pairs);
  const name = fileName(
    route.dataset,
    nameWords(asked, route, taken),
    engine.info.data_as_of.slice(0, 10),
    extension,
  );
  const disposition = `attachment; filename="${name}"`;
  const described = format === 'csv' && !excel && describedBy(asked, route);
  return {
    status: 200,
    blocks: [],
    headers: {
      'Content-Type': type,
      'Content-Disposition': disposition,
      ...headers,
      ...(described && {Link: `<${described}>; rel="describedby"; type="${MEDIA_TYPES.csvw}"`}),
    },
    body,
  };
}

/** Where the description of a plain CSV download is. */
const describedBy = ({view, pairs}: Asked, route: ListRoute): string =>
  filePath(view, {path: route.path, pairs: downloadedPairs(route, pairs)}, CSVW_EXTENSION);

/** The description of the plain CSV download of a list. */
function csvwFile({view, engine, pairs}: Asked, route: ListRoute): HttpResponse {
  const own = downloadedPairs(route, pairs);
  const call = callOf(route.path, own);
  const file = {
    url: view.origin + filePath(view, {path: route.path, pairs: own}, 'csv'),
    dataset: route.dataset,
    names: outputFields(call),
    columns: call.columns,
    sources: sourcesOf(route.dataset),
  };
  const headers = {...headersOf('csvw', 60), 'Content-Type': MEDIA_TYPES.csvw};
  return {status: 200, blocks: [], headers, body: `${JSON.stringify(csvwOf(file, engine.info))}\n`};
}

/** Where the records of a download come from: its address, sources and licences, as a text beside it. */
function aboutOf(asked: Asked, route: ListRoute): HttpResponse {
  const {view, engine, pairs} = asked;
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
      const {attribution, terms: asked} = licenceOf(source);
      return [
        t('frame.pair', {name, value: file}),
        `  ${t('frame.pair', {name: license, value: terms})}`,
        `  ${t(attribution)}`,
        ...(asked ? [`  ${t(asked)}`] : []),
      ].join('\n');
    }),
    '',
  ];
  const name = fileName(route.dataset, nameWords(asked, route, taken), day, ABOUT_EXTENSION);
  const headers = {
    ...textHeaders('text/plain; charset=utf-8'),
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Robots-Tag': 'noindex',
  };
  return {status: 200, blocks: [], headers, body: lines.join('\n')};
}

/** The citation of a page in a form; null: the path names no list or record, or the page has none. */
function citedAs(asked: Asked, match: Match, path: string, form: CitationForm): HttpResponse | Page | null {
  const {view, engine, pairs} = asked;
  const {route} = match;
  let citation: Citation | null = null;
  if (route.kind === 'list') {
    const data = loadList(view, engine, route, pairs, true);
    if (data.refused) return errorPage(view, 400, view.t('errors.bad'), view.t(data.refused));
    citation = listCitation(view, data);
  } else if (route.kind === 'detail' || route.kind === 'profile') {
    const owner = route.kind === 'detail' ? route.dataset : route.entity;
    const {row} = loadRecord(view, engine, {...match, route}, pairs);
    citation = recordCitation(view, owner, row, titleOf(view, owner, row)?.text ?? '', path);
  }
  if (!citation) return null;
  const name = `${path.slice(1).replace(/[^A-Za-z0-9]+/g, '-')}-${citation.build_id}.${form.extension}`;
  const headers = {
    ...textHeaders(form.type),
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Robots-Tag': 'noindex',
  };
  return {status: 200, blocks: [], headers, body: form.write(view, citation)};
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
  const last = segments.at(-1) ?? '';
  const listNamed = (extension: string): ListRoute | null => {
    const own = last.endsWith(`.${extension}`) ? last.slice(0, -extension.length - 1) : null;
    const route = own === null ? undefined : matchRoute([...segments.slice(0, -1), own])?.route;
    return route?.kind === 'list' ? route : null;
  };
  const described = listNamed(CSVW_EXTENSION);
  if (described) return csvwFile(asked, described);
  const form = CITATION_FORMS.find(({extension: one}) => last.endsWith(`.${one}`));
  if (form) {
    const length = form.extension.length + 1;
    const match = matchRoute([...segments.slice(0, -1), last.slice(0, -length)]);
    return match && citedAs(asked, match, asked.path.slice(0, -length), form);
  }
  const [, name = '', extension] = /^(.+)\.([a-z]+)$/.exec(last) ?? [];
  const route = matchRoute([...segments.slice(0, -1), name])?.route;
  if (route?.kind !== 'list') return null;
  if (extension === FEED_EXTENSION) return feedOf(asked, route, request, tag);
  if (extension === ABOUT_EXTENSION) return aboutOf(asked, route);
  const download = DOWNLOADS.find((one) => one.extension === extension && one.fits(route));
  return download ? downloadOf(asked, route, download) : null;
}
