/** The view and the place of a request, and its response: headers, entity tag, compression. */
import type {ApiContext} from '../api/context.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {ownGround} from '../tiles/ground.ts';
import {render} from './html.tsx';
import type {Language} from './language.ts';
import {TRANSLATE} from './messages.ts';
import {document, type Place} from './view/layout.tsx';
import type {Page, View} from './view/types.ts';

/** What the process tells every page; without `ground` the map has that of this project. */
export type Told = Pick<View, 'origin' | 'basemap' | 'contact'> & Partial<Pick<View, 'ground'>>;

/** The view of a request under the current build. */
export const viewOf = (language: Language, {builds}: Pick<ApiContext, 'builds'>, told: Told): View => ({
  language,
  t: TRANSLATE[language],
  build: builds.info(),
  ...told,
  ground: told.ground ?? ownGround(),
});

/** The path of a target, without its query. */
export const pathOf = (target: string): string => target.split('?', 1)[0]!;

/** Where a page is, without its language and a slash at the end. */
export function placeOf(target: string, language: Language): Place {
  const path = pathOf(target);
  const below = path.slice(1 + language.length).replace(/\/$/, '');
  return {path: below.startsWith('/') ? below : '/', query: target.slice(path.length)};
}

/** On every response of the account port, and on every page. */
export const COMMON_HEADERS = {'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY'} as const;

/** Scripts and styles come from this origin only, never inline; blocks of data are not executed. */
const POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/** The policy of every page, with the rules that a page has of its own. */
export const contentPolicy = (rules: Readonly<Record<string, string>> = {}) => ({
  'Content-Security-Policy': Object.entries({...POLICY, ...rules})
    .map(([name, value]) => `${name} ${value}`)
    .join('; '),
});

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=()';

/**
 * Headers of the map: it draws in a worker of this origin and may ask where the reader is. `basemap` is the
 * address of the operator's style, whose origin may be read too.
 */
export function mapHeaders(basemap: string | null): Record<string, string> {
  const readable = basemap === null ? "'self'" : `'self' ${new URL(basemap).origin}`;
  return {
    ...contentPolicy({'img-src': readable, 'connect-src': readable, 'worker-src': "'self'"}),
    'Permissions-Policy': PERMISSIONS.replace('geolocation=()', 'geolocation=(self)'),
  };
}

/** On every page. */
export const PAGE_HEADERS = {
  ...contentPolicy(),
  ...COMMON_HEADERS,
  // With `no-referrer`, browsers would send forms with `Origin: null`.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
};

/** On a chart that other sites may frame: the one page that may be. It has no form, and asks for nothing. */
export const embedHeaders = (): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  ...contentPolicy({'connect-src': "'none'", 'form-action': "'none'", 'frame-ancestors': '*'}),
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': PAGE_HEADERS['Referrer-Policy'],
  'Permissions-Policy': PERMISSIONS,
  'Cache-Control': CACHED,
});

/** Shared by all readers for a minute; then the entity tag decides. */
const CACHED = 'public, max-age=60';

/** 200 or an error with a body, compressed if the reader takes it. `tag` is the entity tag, null for none. */
export function htmlResponse(
  html: string,
  {status = 200, headers = {}}: Pick<Page, 'status' | 'headers'>,
  tag: string | null,
  acceptEncoding: string | undefined,
): HttpResponse {
  const all = {
    'Content-Type': 'text/html; charset=utf-8',
    ...PAGE_HEADERS,
    'Cache-Control': CACHED,
    ...headers,
  };
  return compressedResponse({status, headers: all, tag, body: Buffer.from(html)}, acceptEncoding);
}

/** What a reader has already. */
export const unchanged = (etag: string): HttpResponse => ({
  status: 304,
  blocks: [],
  headers: {ETag: etag, 'Cache-Control': CACHED, Vary: 'Accept-Encoding'},
  body: null,
});

/** A whole page. */
export const renderPage = (view: View, page: Page, place: Place): string =>
  `<!doctype html>${render(document(view, page, place))}`;

/** A whole page as a response. */
export const asHtml = (
  view: View,
  page: Page,
  {target, headers}: HttpRequest,
  tag: string | null = null,
  place = placeOf(target, view.language),
): HttpResponse => htmlResponse(renderPage(view, page, place), page, tag, headers['accept-encoding']);

/** Leads to the address in the language of the reader. */
export const redirect = (location: string): HttpResponse => ({
  status: 302,
  blocks: [],
  headers: {
    Location: location,
    Vary: 'Accept-Language',
    'Cache-Control': 'public, max-age=60',
    'Content-Type': 'text/plain',
  },
  body: '',
});

/** Headers of a plain file. */
export const textHeaders = (type: string): Record<string, string> => ({
  'Content-Type': type,
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
});

/** A plain file. */
export const textResponse = (text: string, type: string): HttpResponse => ({
  status: 200,
  blocks: [],
  headers: textHeaders(type),
  body: text,
});
