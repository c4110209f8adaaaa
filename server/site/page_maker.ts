/**
 * Makes the pages of the site from an open build: in a thread of their own, or in the one that has the
 * socket.
 */
import {LRUCache} from 'lru-cache';
import type {Engine} from '../../engine/types.ts';
import type {LogFields} from '../api/context.ts';
import {type ErrorContext, reportedError} from '../api/error_response.ts';
import {ApiError} from '../api/errors.ts';
import {parseTarget} from '../api/request/target.ts';
import {matchRoute} from '../api/routes/match.ts';
import {withLease} from '../api/with_lease.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import {entityTag, matchEntityTag} from '../http/entity_tag.ts';
import {negotiateEncoding} from '../http/negotiate.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {frenchValue, publishedFor} from '../labels/index.ts';
import {ask} from './ask.ts';
import {fileOf} from './files.tsx';
import {render} from './html.tsx';
import {engineOfPage} from './kept_answers.ts';
import {isLanguage, type Language} from './language.ts';
import {FIXED_PAGES, FRAGMENTS, operationPage} from './pages.ts';
import {given, LISTS, type Pairs} from './paths.ts';
import {travellerOf} from './pictures.tsx';
import {
  asHtml,
  htmlResponse,
  pathOf,
  placeOf,
  type Told,
  textHeaders,
  textResponse,
  unchanged,
  viewOf,
} from './respond.ts';
import {sitemap} from './sitemap.ts';
import type {Asked} from './standing_pages.ts';
import {errorPage, notFound} from './view/errors.tsx';
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
  /** The map's ground where there is no such style; absent: the one of this project. */
  ground?: View['ground'];
  /** Absent: nobody can be written to. */
  contact?: View['contact'];
  /** Bytes of counts and statistics that are kept for other pages, of each build. */
  keptBytes: number;
};

/** The list of all pages for search engines. */
export const SITEMAP_PATH = '/sitemap.xml';

/** Sitemaps of two builds in three codings. */
const MOST_SITEMAPS = 6;

/** What people read of each error of the API. */
function pageOfError(view: View, error: ApiError): Page {
  const {t, language} = view;
  const own = language === 'fr' ? error.french : error.message;
  switch (error.code) {
    case 'NOT_FOUND':
      return notFound(view);
    case 'BAD_REQUEST':
      return errorPage(view, 400, t('errors.bad'), own);
    case 'UNAVAILABLE':
      return errorPage(view, 503, t('errors.unavailable'), t('errors.unavailable_why'), {
        'Retry-After': '1',
      });
    case 'QUERY_TOO_EXPENSIVE':
      return errorPage(view, 503, t('errors.expensive'), own);
    default:
      return errorPage(view, 500, t('errors.internal'), t('errors.internal_why'));
  }
}

/** The build in which a walk by cursor began; undefined without a cursor that can be read. */
function buildOfCursor(pairs: Pairs): string | undefined {
  try {
    // The fingerprint is compared where the list is known.
    return JSON.parse(Buffer.from(given(pairs, 'cursor'), 'base64url').toString()).b;
  } catch {
    return undefined;
  }
}

/** Most values suggested for a field. */
const MOST_VALUES = 10;

/**
 * Values of a field of a list, as the API lists them, in French before them what the text names in French;
 * null: the path names none.
 */
function valuesIn({view, engine, segments, pairs}: Asked): HttpResponse | null {
  const match = segments[0] === 'values' ? matchRoute(segments) : null;
  if (!match) return null;
  const listed = (q: string, limit: number): string[] => {
    const asked: Pairs = [
      ['q', q],
      ['limit', String(limit)],
      ['lang', view.language],
    ];
    return ask<{value: string}[]>(engine, match, asked).data.map(({value}) => value);
  };
  const q = given(pairs, 'q');
  const {dataset = '', field = ''} = match.path;
  const column = LISTS.get(dataset)?.parameters[field]?.columns?.[0] ?? '';
  const published = view.language === 'fr' ? publishedFor(column, q).slice(0, MOST_VALUES) : [];
  const french = published
    .filter((value) => listed(value, 1)[0] === value)
    .map((value) => frenchValue(column, value));
  const values = [...new Set([...french, ...listed(q, MOST_VALUES)])].slice(0, MOST_VALUES);
  return textResponse(JSON.stringify(values), 'application/json; charset=utf-8');
}

/** The page, fragment or file that the path names. */
function respond(asked: Asked, request: HttpRequest, tag: string): HttpResponse {
  const {view, segments} = asked;
  const path = `/${segments.join('/')}`;
  const fragment = FRAGMENTS[path];
  if (fragment) return htmlResponse(render(fragment(asked)), {}, tag, request.headers['accept-encoding']);
  const file = valuesIn(asked) ?? fileOf(asked, request, tag) ?? travellerOf(asked, request, tag);
  if (file && !('title' in file)) return file;
  const page = FIXED_PAGES[path]?.(asked) ?? file ?? operationPage(asked) ?? notFound(view);
  if ((page.status ?? 200) === 200) return asHtml(view, page, request, tag);
  // A refused filter is not kept: its remedy is to write another.
  return asHtml(view, {...page, headers: {...page.headers, 'Cache-Control': 'no-store'}}, request);
}

/** The language of a target: that of its first segment, else English. */
export function languageOfTarget(target: string): Language {
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
  const language = languageOfTarget(request.target);
  const view = viewOf(language, context, told);
  const page = pageOfError(view, reportedError(error, context, logFields));
  return asHtml(view, page, request);
}

/**
 * What `make` makes of the build of the moment, or of the one in which the walk of `pairs` began; 304 for who
 * has it already.
 */
function fromBuild(
  canonical: string,
  pairs: Pairs,
  {headers}: HttpRequest,
  {builds, code}: PageContext,
  make: (engine: Engine, tag: string) => HttpResponse,
): HttpResponse {
  const lease = builds.acquire(buildOfCursor(pairs));
  return withLease(lease, () => {
    const tag = entityTag(lease.engine.info.build_id, code, canonical);
    const matched = matchEntityTag(headers['if-none-match'], tag);
    return matched === null ? make(lease.engine, tag) : unchanged(matched);
  });
}

/** Makes pages in the calling thread. */
export function openPageMaker(init: MakerInit): PageMaker {
  const {origin, basemap = null, ground, contact = null, keptBytes} = init;
  const told: Told = {origin, basemap, contact, ...(ground && {ground})};
  const sitemaps = new LRUCache<string, HttpResponse>({max: MOST_SITEMAPS});

  function makeSitemap(request: HttpRequest, engine: Engine, tag: string): HttpResponse {
    const accepted = request.headers['accept-encoding'];
    const key = `${tag} ${negotiateEncoding(accepted)}`;
    const known = sitemaps.get(key);
    if (known) return known;
    const headers = {...textHeaders('application/xml; charset=utf-8'), Vary: 'Accept-Encoding'};
    const body = Buffer.from(sitemap(engine, origin));
    const made = compressedResponse({status: 200, headers, tag, body}, accepted);
    sitemaps.set(key, made);
    return made;
  }

  function makePage(request: HttpRequest, context: PageContext): HttpResponse {
    const {target} = request;
    const {segments, pairs} = parseTarget(target);
    if (!segments) throw new ApiError('path');
    const language = languageOfTarget(target);
    return fromBuild(`site ${target}`, pairs, request, context, (engine, tag) => {
      const asked: Asked = {
        view: {...viewOf(language, context, told), build: engine.info},
        engine: engineOfPage(engine, keptBytes),
        segments: segments.slice(1),
        path: placeOf(target, language).path,
        pairs,
      };
      return respond(asked, request, tag);
    });
  }

  return {
    make(request, context, logFields) {
      try {
        if (pathOf(request.target) !== SITEMAP_PATH) return makePage(request, context);
        return fromBuild(SITEMAP_PATH, [], request, context, (engine, tag) =>
          makeSitemap(request, engine, tag),
        );
      } catch (error) {
        return failedPage(error, request, context, logFields, told);
      }
    },
  };
}
