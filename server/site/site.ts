/** The site: pages for people, made from the answers that the API gives. */
import type {ApiContext, Later, Site} from '../api/context.ts';
import {clientAddress} from '../http/client_address.ts';
import type {HttpRequest} from '../http/types.ts';
import {answerTile, TILES_PATH} from '../tiles/tiles.ts';
import {openAddressLimits} from './address_limits.ts';
import {assetResponse} from './assets.ts';
import {isLanguage} from './language.ts';
import {languageOf, type MakerInit, openPageMaker, type PageMaker, SITEMAP_PATH} from './page_maker.ts';
import {FIXED_PAGES} from './pages.ts';
import {inLanguage, LISTS} from './paths.ts';
import {asHtml, pathOf, preferred, redirect, textResponse, viewOf} from './respond.ts';
import {robots} from './sitemap.ts';
import {ERROR_TEXTS} from './texts/pages.ts';
import {errorPage, notFound} from './view/errors.ts';

/** What the process tells the site. Everything is plain data. */
export interface SiteInit extends MakerInit {
  /** Pages of an address in a minute; 0: any number. */
  perMinute: number;
  /** Reverse proxies in front. */
  proxies: number;
  /** Counters of all threads. */
  limits: SharedArrayBuffer;
}

/** Paths that are pages in each language: people type them without one. */
const PAGES: ReadonlySet<string> = new Set([
  ...Object.keys(FIXED_PAGES),
  ...[...LISTS.values()].map(({path}) => path),
]);

/**
 * Tiles and lists of the map that an address may ask for, for each page: a look at a city takes some twenty.
 */
const TILES_A_PAGE = 10;

/** Opens the site for one thread, whose pages `maker` makes. */
export function openSite(
  {perMinute, proxies, limits, ...init}: SiteInit,
  maker: {make(...asked: Parameters<PageMaker['make']>): Later} = openPageMaker(init),
): Site {
  const {origin, basemap = null} = init;
  const told = {origin, basemap};
  const addresses = openAddressLimits(limits, perMinute);
  const tiles = openAddressLimits(limits, perMinute * TILES_A_PAGE);
  const addressOf = ({peer, headers}: HttpRequest): string =>
    clientAddress(peer?.() ?? 'unknown', headers['x-forwarded-for'], proxies);

  /** Null for a request that may be answered. */
  function refusal(request: HttpRequest, context: ApiContext) {
    const wait = addresses.admit(addressOf(request), context.now());
    if (wait === 0) return null;
    const view = viewOf(languageOf(request.target), context, told);
    const {busy, busy_why} = ERROR_TEXTS;
    const page = errorPage(view, 429, view.t(busy), view.t(busy_why, {seconds: wait}), {
      'Retry-After': String(wait),
    });
    return asHtml(view, page, request);
  }

  return {
    answer(request, context, logFields) {
      const path = pathOf(request.target);
      const first = path.slice(1).split('/')[0];
      if (PAGES.has(path)) {
        const page = inLanguage(path, preferred(request));
        return redirect(page + request.target.slice(path.length));
      }
      if (path === '/robots.txt') return textResponse(robots(origin), 'text/plain; charset=utf-8');
      if (first === 'site') return assetResponse(path, request.headers['accept-encoding']);
      if (path.startsWith(TILES_PATH)) {
        const wait = tiles.admit(`tiles ${addressOf(request)}`, context.now());
        return answerTile(request, context, logFields, wait);
      }
      if (!isLanguage(first) && path !== SITEMAP_PATH) return null;
      logFields.route = 'site';
      return refusal(request, context) ?? maker.make(request, context, logFields);
    },
    missing(request, context) {
      if (!request.headers['accept']?.includes('text/html')) return null;
      const view = viewOf(preferred(request), context, told);
      const page = notFound(view);
      const headers = {...page.headers, Vary: 'Accept, Accept-Language, Accept-Encoding'};
      return asHtml(view, {...page, headers}, request, null, {path: '/', query: ''});
    },
  };
}
