/**
 * Makes the pages of the site from an open build: in a thread of their own, or in the one that has the
 * socket.
 */
import type {Engine} from '../../engine/types.ts';
import type {LogFields} from '../api/context.ts';
import {type ErrorContext, reportedError} from '../api/error_response.ts';
import type {ErrorCode} from '../api/error_table.ts';
import {ApiError} from '../api/errors.ts';
import {parseTarget, type Target} from '../api/request/target.ts';
import {matchRoute} from '../api/routes/match.ts';
import {withLease} from '../api/with_lease.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import {entityTag, matchEntityTag} from '../http/entity_tag.ts';
import {negotiateEncoding} from '../http/negotiate.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {answersOf} from './ask.ts';
import {downloadOf} from './download.tsx';
import {feedOf} from './feed.ts';
import {asHtml, pathOf, placeOf, type Told, viewOf} from './frame.ts';
import {render} from './html.tsx';
import {engineOfPage} from './kept_answers.ts';
import {isLanguage, type Language} from './language.ts';
import {loadSuggestions} from './load/search.ts';
import {type Asked, FIXED_PAGES, FRAGMENTS, operationPage} from './pages.ts';
import {htmlResponse, textHeaders, textResponse, unchanged} from './respond.ts';
import {sitemap} from './sitemap.ts';
import {errorPage, notFound} from './view/errors.tsx';
import type {Place} from './view/layout.tsx';
import {suggestionList} from './view/search.tsx';
import type {Page, View} from './view/types.ts';

/** What pages are made under. */
export type PageContext = ErrorContext & {code: string; timeout_ms: number};

/** Makes pages at once; never throws. */
export interface PageMaker {
  make(request: HttpRequest, context: PageContext, logFields: LogFields): HttpResponse;
}

/** What the process tells whoever makes pages. Everything is plain data. */
export type MakerInit = Pick<View, 'origin'> & {
  /** Address of the style of the map's ground; absent: none. */
  basemap?: View['basemap'];
  /** Bytes of counts and statistics that are kept for other pages, of each build. */
  keptBytes: number;
};

/** The list of all pages for search engines. */
export const SITEMAP_PATH = '/sitemap.xml';

const SUGGEST = 'suggest';

/** Values of a field of a list, where the API lists them. */
const VALUES = 'values';

/** What people read of each error of the API. */
function pageOfError(view: View, error: ApiError): Page {
  const {t} = view;
  const pages: Partial<Record<ErrorCode, () => Page>> = {
    NOT_FOUND: () => notFound(view),
    BAD_REQUEST: () =>
      errorPage(view, 400, t('errors.bad'), view.language === 'fr' ? error.french : error.message),
    UNAVAILABLE: () =>
      errorPage(view, 503, t('errors.unavailable'), t('errors.unavailable_why'), {'Retry-After': '1'}),
    QUERY_TOO_EXPENSIVE: () =>
      errorPage(view, 503, t('errors.expensive'), view.language === 'fr' ? error.french : error.message),
  };
  return pages[error.code]?.() ?? errorPage(view, 500, t('errors.internal'), t('errors.internal_why'));
}

/** The build in which a walk by cursor began; undefined without a cursor that can be read. */
function buildOfCursor(pairs: Target['pairs']): string | undefined {
  const cursor = pairs.find(([name]) => name === 'cursor')?.[1];
  if (!cursor) return undefined;
  try {
    // The fingerprint is compared where the list is known.
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()).b;
  } catch {
    return undefined;
  }
}

/** The page, fragment or file that the path names. */
function respond(asked: Asked, request: HttpRequest, place: Place, tag: string): HttpResponse {
  const {view, segments, pairs, answers} = asked;
  const encoding = request.headers['accept-encoding'];
  const fixed = FIXED_PAGES[`/${segments.join('/')}`];
  if (fixed) return asHtml(view, fixed.load(asked), place, request, tag);
  const fragment = FRAGMENTS[`/${segments.join('/')}`];
  if (fragment) return htmlResponse(render(fragment(asked)), {}, tag, encoding);
  if (segments.length === 1 && segments[0] === SUGGEST) {
    const found = loadSuggestions(view, answers, pairs.find(([name]) => name === 'q')?.[1] ?? '');
    return htmlResponse(render(suggestionList(view, found)), {}, tag, encoding);
  }
  if (segments[0] === VALUES && matchRoute(segments)) {
    const {data} = answers.ask<{value: string}[]>({
      segments,
      pairs: [...pairs.filter(([name]) => name === 'q'), ['limit', '10'], ['lang', view.language]],
    });
    const values = JSON.stringify(data.map(({value}) => value));
    return textResponse(values, 'application/json; charset=utf-8');
  }
  const feed = feedOf(asked, request, tag);
  if (feed) return feed;
  const file = downloadOf(asked);
  if (file) return 'page' in file ? asHtml(view, file.page, place, request) : file.response;
  const match = matchRoute(segments);
  const page = match && operationPage(match, asked);
  if (!page) return asHtml(view, notFound(view), place, request);
  // A refused filter is not kept: its remedy is to write another.
  const isKept = (page.status ?? 200) === 200;
  return asHtml(
    view,
    isKept ? page : {...page, headers: {'Cache-Control': 'no-store'}},
    place,
    request,
    isKept ? tag : null,
  );
}

/** The language of a target: that of its first segment, else English. */
export function languageOf(target: string): Language {
  const first = pathOf(target).slice(1).split('/')[0];
  return isLanguage(first) ? first : 'en';
}

/** The page that tells an error; its cause goes to the log. */
export function failedPage(
  error: unknown,
  request: HttpRequest,
  context: PageContext,
  logFields: LogFields,
  told: Told,
): HttpResponse {
  const language = languageOf(request.target);
  const view = viewOf(language, context, told);
  const page = pageOfError(view, reportedError(error, context, logFields));
  return asHtml(view, page, placeOf(request.target, language), request);
}

/** What a page is made of, from the build that was found for it. */
interface Making {
  target: Target;
  request: HttpRequest;
  context: PageContext;
  told: Told;
  keptBytes: number;
}

function fromBuild({target, request, context, told, keptBytes}: Making, engine: Engine): HttpResponse {
  const language = languageOf(request.target);
  const place = placeOf(request.target, language);
  const canonical = `site ${request.target}`;
  const tag = entityTag(engine.info.build_id, context.code, canonical);
  const matched = matchEntityTag(request.headers['if-none-match'], tag);
  if (matched !== null) return unchanged(matched);
  const asked: Asked = {
    view: {...viewOf(language, context, told), build: engine.info},
    answers: answersOf(engineOfPage(engine, keptBytes)),
    segments: target.segments!.slice(1),
    path: place.path,
    pairs: target.pairs,
  };
  return respond(asked, request, place, tag);
}

/** The page of a target, or a throw. */
function answerPage(making: Making): HttpResponse {
  const {target, context} = making;
  if (!target.segments) throw new ApiError('path');
  const lease = context.builds.acquire(buildOfCursor(target.pairs));
  return withLease(lease, () => fromBuild(making, lease.engine));
}

/** Makes pages in the calling thread. */
export function openPageMaker({origin, basemap = null, keptBytes}: MakerInit): PageMaker {
  const told: Told = {origin, basemap};
  const answerSitemap = sitemapOf(origin);
  return {
    make(request, context, logFields) {
      try {
        if (pathOf(request.target) === SITEMAP_PATH) return answerSitemap(request, context);
        return answerPage({target: parseTarget(request.target), request, context, told, keptBytes});
      } catch (error) {
        return failedPage(error, request, context, logFields, told);
      }
    },
  };
}

/** Answers the sitemap, which is made once for each build and content coding. */
function sitemapOf(origin: string) {
  let build = '';
  const made = new Map<string, HttpResponse>();
  const make = (engine: Engine, tag: string, encoding: string | undefined): HttpResponse => {
    const body = Buffer.from(sitemap(answersOf(engine), origin));
    const headers = {...textHeaders('application/xml; charset=utf-8'), Vary: 'Accept-Encoding'};
    return compressedResponse({status: 200, headers, tag, body}, encoding);
  };
  const answer = (engine: Engine, {headers}: HttpRequest, {code}: PageContext): HttpResponse => {
    const {build_id} = engine.info;
    const tag = entityTag(build_id, code, SITEMAP_PATH);
    const matched = matchEntityTag(headers['if-none-match'], tag);
    if (matched !== null) return unchanged(matched);
    if (build !== build_id) made.clear();
    build = build_id;
    const coding = negotiateEncoding(headers['accept-encoding']) ?? 'identity';
    const known = made.get(coding) ?? make(engine, tag, headers['accept-encoding']);
    made.set(coding, known);
    return known;
  };
  return (request: HttpRequest, context: PageContext): HttpResponse => {
    const lease = context.builds.acquire();
    return withLease(lease, () => answer(lease.engine, request, context));
  };
}
