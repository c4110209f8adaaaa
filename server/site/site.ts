/** The site: pages for people on the port of the API, made from the answers that the API gives. */
import type {Answer, Engine} from '../../engine/types.ts';
import type {ApiContext, LogFields, Site} from '../api/context.ts';
import {reportedError} from '../api/error_response.ts';
import {ApiError, type ErrorCode} from '../api/errors.ts';
import {mapMaybe} from '../api/map_maybe.ts';
import {parseTarget, type Target} from '../api/request/target.ts';
import {matchRoute} from '../api/routes/match.ts';
import {releaseWhenDone, withTimeout} from '../api/with_timeout.ts';
import {clientAddress} from '../http/client_address.ts';
import {entityTag, matchEntityTag} from '../http/entity_tag.ts';
import {negotiateLanguage} from '../http/negotiate.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {answerTile, TILES_PATH} from '../tiles/tiles.ts';
import {openAddressLimits} from './address_limits.ts';
import {answersOf} from './ask.ts';
import {ASSETS_TAG, assetResponse} from './assets.ts';
import {downloadOf} from './download.ts';
import {feedOf} from './feed.ts';
import {isLanguage, LANGUAGES, type Language, TRANSLATE} from './language.ts';
import {loadSuggestions} from './load/search.ts';
import {type Asked, FIXED_PAGES, FRAGMENTS, operationPage} from './pages.ts';
import {htmlResponse, redirect, renderFragment, renderPage, textResponse, unchanged} from './respond.ts';
import {robots, sitemap} from './sitemap.ts';
import {ERROR_TEXTS} from './texts/pages.ts';
import {errorPage, notFound} from './view/errors.ts';
import type {Place} from './view/layout.ts';
import {suggestionList} from './view/search.ts';
import type {Page, View} from './view/types.ts';

/** What the process tells the site. Everything is plain data. */
export interface SiteInit {
  /** Addresses by which browsers reach the API and the account pages. */
  origins: View['origins'];
  /** Address of the style of the map's ground, or null. */
  basemap?: string | null;
  /** Pages of an address in a minute; 0: any number. */
  perMinute: number;
  /** Reverse proxies in front. */
  proxies: number;
  /** Counters of all threads. */
  limits: SharedArrayBuffer;
}

const SUGGEST = 'suggest';

/** Values of a field of a list, where the API lists them. */
const VALUES = 'values';
/** Tiles and lists of the map that an address may ask for, for each page: a look at a city takes some twenty. */
const TILES_A_PAGE = 10;

/** What the process tells every page. */
type Told = Pick<View, 'origins' | 'basemap'>;

const viewOf = (language: Language, context: ApiContext, told: Told): View => ({
  language,
  t: TRANSLATE[language],
  build: context.builds.info(),
  ...told,
});

const preferred = ({headers}: HttpRequest): Language =>
  negotiateLanguage(headers['accept-language'], [...LANGUAGES]) as Language;

const asHtml = (view: View, page: Page, place: Place, request: HttpRequest, tag: string | null = null) =>
  htmlResponse(renderPage(view, page, place), page, tag, request.headers['accept-encoding']);

/** What people read of each error of the API. */
function pageOfError(view: View, error: ApiError): Page {
  const {t} = view;
  const pages: Partial<Record<ErrorCode, () => Page>> = {
    NOT_FOUND: () => notFound(view),
    BAD_REQUEST: () =>
      errorPage(view, 400, t(ERROR_TEXTS.bad), view.language === 'fr' ? error.french : error.message),
    UNAVAILABLE: () =>
      errorPage(view, 503, t(ERROR_TEXTS.unavailable), t(ERROR_TEXTS.unavailable_why), {'Retry-After': '1'}),
  };
  return pages[error.code]?.() ?? errorPage(view, 500, t(ERROR_TEXTS.internal), t(ERROR_TEXTS.internal_why));
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
async function respond(asked: Asked, request: HttpRequest, place: Place, tag: string): Promise<HttpResponse> {
  const {view, segments, pairs, answers} = asked;
  const encoding = request.headers['accept-encoding'];
  const fixed = FIXED_PAGES[`/${segments.join('/')}`];
  if (fixed) return asHtml(view, await fixed.load(asked), place, request, tag);
  const fragment = FRAGMENTS[`/${segments.join('/')}`];
  if (fragment) return htmlResponse(renderFragment(await fragment(asked)), {}, tag, encoding);
  if (segments.length === 1 && segments[0] === SUGGEST) {
    const found = await loadSuggestions(view, answers, pairs.find(([name]) => name === 'q')?.[1] ?? '');
    return htmlResponse(renderFragment(suggestionList(view, found)), {}, tag, encoding);
  }
  if (segments[0] === VALUES && matchRoute(segments)) {
    const {data} = await answers.ask<{value: string}[]>({
      segments,
      pairs: [...pairs.filter(([name]) => name === 'q'), ['limit', '10'], ['lang', view.language]],
    });
    const values = JSON.stringify(data.map(({value}) => value));
    return textResponse(values, 'application/json; charset=utf-8');
  }
  const feed = await feedOf(asked, request, tag);
  if (feed) return feed;
  const file = await downloadOf(asked);
  if (file) return 'page' in file ? asHtml(view, file.page, place, request) : file.response;
  const match = matchRoute(segments);
  const page = match && (await operationPage(match, asked));
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

/** Opens the site for one thread. */
export function openSite({origins, basemap = null, perMinute, proxies, limits}: SiteInit): Site {
  const told = {origins, basemap};
  const addresses = openAddressLimits(limits, perMinute);
  const tiles = openAddressLimits(limits, perMinute * TILES_A_PAGE);
  const addressOf = ({peer, headers}: HttpRequest): string =>
    clientAddress(peer?.() ?? 'unknown', headers['x-forwarded-for'], proxies);

  function admitted(request: HttpRequest, context: ApiContext, language: Language, place: Place) {
    const wait = addresses.admit(addressOf(request), context.now());
    if (wait === 0) return null;
    const view = viewOf(language, context, told);
    const {busy, busy_why} = ERROR_TEXTS;
    const page = errorPage(view, 429, view.t(busy), view.t(busy_why, {seconds: wait}), {
      'Retry-After': String(wait),
    });
    return asHtml(view, page, place, request);
  }

  function fromBuild(
    language: Language,
    target: Target,
    place: Place,
    request: HttpRequest,
    context: ApiContext,
    engine: Engine,
  ): Answer<HttpResponse> {
    const canonical = `site ${ASSETS_TAG} ${request.target}`;
    const tag = entityTag(engine.info.build_id, context.version, canonical);
    const matched = matchEntityTag(request.headers['if-none-match'], tag);
    if (matched !== null) return unchanged(matched);
    const asked: Asked = {
      view: {...viewOf(language, context, told), build: engine.info},
      answers: answersOf(engine),
      segments: target.segments!.slice(1),
      path: place.path,
      pairs: target.pairs,
    };
    return withTimeout(context.timeout_ms, respond(asked, request, place, tag));
  }

  function answerPage(language: Language, request: HttpRequest, context: ApiContext): Answer<HttpResponse> {
    const target = parseTarget(request.target);
    const place = placeOf(request.target, language);
    if (!target.segments) throw new ApiError('path');
    const {engine, release} = context.builds.acquire(buildOfCursor(target.pairs));
    let response: Answer<HttpResponse>;
    try {
      response = fromBuild(language, target, place, request, context, engine);
    } catch (error) {
      release();
      throw error;
    }
    return releaseWhenDone(response, release);
  }

  const failed = (
    error: unknown,
    language: Language,
    request: HttpRequest,
    context: ApiContext,
    logFields: LogFields,
  ): Answer<HttpResponse> =>
    mapMaybe(reportedError(error, context, logFields), (reported) => {
      const view = viewOf(language, context, told);
      return asHtml(view, pageOfError(view, reported), placeOf(request.target, language), request);
    });

  function caught(
    language: Language,
    request: HttpRequest,
    context: ApiContext,
    logFields: LogFields,
    work: () => Answer<HttpResponse>,
  ): Answer<HttpResponse> {
    const onError = (error: unknown) => failed(error, language, request, context, logFields);
    try {
      const response = work();
      return response instanceof Promise ? response.catch(onError) : response;
    } catch (error) {
      return onError(error);
    }
  }

  return {
    answer(request, context, logFields) {
      const path = pathOf(request.target);
      const first = path.slice(1).split('/')[0];
      if (path === '/') return redirect(`/${preferred(request)}/`, 'Accept-Language');
      if (path === '/robots.txt') return textResponse(robots(origins.api), 'text/plain; charset=utf-8');
      if (first === 'site') return assetResponse(path, request.headers['accept-encoding']);
      if (path.startsWith(TILES_PATH)) {
        const wait = tiles.admit(`tiles ${addressOf(request)}`, context.now());
        return answerTile(request, context, logFields, wait);
      }
      const isMap = path === '/sitemap.xml';
      if (!isLanguage(first) && !isMap) return null;
      logFields.route = 'site';
      const language = isLanguage(first) ? first : 'en';
      return caught(language, request, context, logFields, () => {
        const refused = admitted(request, context, language, placeOf(request.target, language));
        if (refused) return refused;
        return isMap ? sitemapOf(context, origins.api) : answerPage(language, request, context);
      });
    },
    missing(request, context) {
      if (!request.headers['accept']?.includes('text/html')) return null;
      const language = preferred(request);
      const view = viewOf(language, context, told);
      const page = notFound(view);
      return asHtml(
        view,
        {...page, headers: {...page.headers, Vary: 'Accept, Accept-Language, Accept-Encoding'}},
        {path: '/', query: ''},
        request,
      );
    },
  };
}

async function sitemapOf(context: ApiContext, origin: string): Promise<HttpResponse> {
  const {engine, release} = context.builds.acquire();
  try {
    return textResponse(await sitemap(answersOf(engine), origin), 'application/xml; charset=utf-8');
  } finally {
    release();
  }
}

const pathOf = (target: string): string => {
  const at = target.indexOf('?');
  return at < 0 ? target : target.slice(0, at);
};

/** Where a page is, without its language and a slash at the end. */
function placeOf(target: string, language: Language): Place {
  const path =
    pathOf(target)
      .slice(1 + language.length)
      .replace(/\/$/, '') || '/';
  return {path: path.startsWith('/') ? path : '/', query: target.slice(pathOf(target).length)};
}
