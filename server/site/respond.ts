/** The view and the place of a request, and its response: headers, entity tag, compression. */
import type {ApiContext} from '../api/context.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import {negotiateLanguage} from '../http/negotiate.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {LANGUAGES, type Language, TRANSLATE} from './language.ts';
import {document, type Place} from './view/layout.ts';
import type {Page, View} from './view/types.ts';

/** What the process tells every page. */
export type Told = Pick<View, 'origin' | 'basemap'>;

/** The view of a request under the current build. */
export const viewOf = (language: Language, {builds}: Pick<ApiContext, 'builds'>, told: Told): View => ({
  language,
  t: TRANSLATE[language],
  build: builds.info(),
  ...told,
});

/** The language that a reader prefers. */
export const preferred = ({headers}: HttpRequest): Language =>
  negotiateLanguage(headers['accept-language'], [...LANGUAGES]) as Language;

/** The path of a target, without its query. */
export const pathOf = (target: string): string => target.split('?', 1)[0]!;

/** Where a page is, without its language and a slash at the end. */
export function placeOf(target: string, language: Language): Place {
  const path = pathOf(target);
  const below = path.slice(1 + language.length).replace(/\/$/, '');
  return {path: below.startsWith('/') ? below : '/', query: target.slice(path.length)};
}

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

const policy = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=()';

/**
 * Headers of the map: it draws in a worker of this origin and may ask where the reader is. `basemap` is the
 * address of the operator's style, whose origin may be read too.
 */
export function mapHeaders(basemap: string | null): Record<string, string> {
  const readable = basemap === null ? "'self'" : `'self' ${new URL(basemap).origin}`;
  return {
    'Content-Security-Policy': policy({
      ...POLICY,
      'img-src': readable,
      'connect-src': readable,
      'worker-src': "'self'",
    }),
    'Permissions-Policy': PERMISSIONS.replace('geolocation=()', 'geolocation=(self)'),
  };
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy(POLICY),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
};

/** Shared by all readers for a minute; then the entity tag decides. */
const CACHED = 'public, max-age=60';

/** 200 or an error with a body, compressed if the reader takes it. `tag` is the entity tag, null for none. */
export function htmlResponse(
  html: string,
  {status = 200, headers = {}}: Pick<Page, 'status' | 'headers'>,
  tag: string | null,
  acceptEncoding: string | undefined,
): HttpResponse {
  const all = {...HEADERS, 'Cache-Control': CACHED, ...headers};
  return compressedResponse({status, headers: all, tag, body: Buffer.from(html)}, acceptEncoding);
}

/** What a reader has already. */
export const unchanged = (etag: string): HttpResponse => ({
  status: 304,
  blocks: [],
  headers: {ETag: etag, 'Cache-Control': CACHED, Vary: 'Accept-Encoding'},
  body: null,
});

/** A whole page as a response. */
export const asHtml = (
  view: View,
  page: Page,
  {target, headers}: HttpRequest,
  tag: string | null = null,
  place = placeOf(target, view.language),
): HttpResponse =>
  htmlResponse(`<!doctype html>${document(view, page, place).html}`, page, tag, headers['accept-encoding']);

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
