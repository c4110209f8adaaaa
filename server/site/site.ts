/** The site: pages for people, made from the answers that the API gives. */
import type {ApiContext, Later, Site} from '../api/context.ts';
import {SECURITY_PATH} from '../api/dispatch.ts';
import {KEYLESS} from '../api/schema/operations.ts';
import type {HttpRequest} from '../http/types.ts';
import {answerOgc, OGC_PATH} from '../ogc/ogc.ts';
import {GroundTiles, ownGround} from '../tiles/ground.ts';
import {answerTile, TILES_PATH} from '../tiles/tiles.ts';
import {type AddressInit, openAddressLimits} from './address_limits.ts';
import {assetResponse} from './assets.ts';
import {answerNamedBuild, namedBuild} from './builds.ts';
import {isLanguage, languageOf} from './language.ts';
import {languageOfTarget, type MakerInit, openPageMaker, type PageMaker, SITEMAP_PATH} from './page_maker.ts';
import {FIXED_PAGES} from './pages.ts';
import {inLanguage, LISTS} from './paths.ts';
import {asHtml, pathOf, redirect, textResponse, viewOf} from './respond.ts';
import {securityTxt} from './security_txt.ts';
import {robots} from './sitemap.ts';
import {errorPage, notFound} from './view/errors.tsx';

/** What the process tells the site. Everything is plain data. */
export interface SiteInit extends MakerInit, AddressInit {}

/** Documents of the API keep their addresses: `/docs` is one, and the form to try operations. */
const DOCUMENTS: ReadonlySet<string> = new Set(KEYLESS.map(({path}) => path));

/** Paths that are pages in each language: people type them without one. */
const PAGES: ReadonlySet<string> = new Set(
  [...Object.keys(FIXED_PAGES), ...[...LISTS.values()].map(({path}) => path)].filter(
    (path) => !DOCUMENTS.has(path),
  ),
);

/** Pages that a picture counts as: it takes five times as long. */
const PAGES_A_PICTURE = 5;

/** Opens the site for one thread, whose pages `maker` makes. */
export function openSite(
  {perMinute, proxies, limits, ...init}: SiteInit,
  maker: {make(...asked: Parameters<PageMaker['make']>): Later} = openPageMaker(init),
): Site {
  const {origin, basemap = null, ground = ownGround(), contact = null} = init;
  const told = {origin, basemap, ground, contact};
  const counted = {perMinute, proxies, limits};
  const pages = openAddressLimits(counted);
  const tiles = openAddressLimits(counted, 'tiles');
  const groundTiles = new GroundTiles(ground);

  /** Null for a request that may be answered. */
  function refusal(request: HttpRequest, context: ApiContext) {
    const isPicture = pathOf(request.target).endsWith('.png');
    const wait = pages(request, context.now(), isPicture ? PAGES_A_PICTURE : 1);
    if (wait === 0) return null;
    const view = viewOf(languageOfTarget(request.target), context, told);
    const page = errorPage(view, 429, view.t('errors.busy'), view.t('errors.busy_why', {n: wait}), {
      'Retry-After': String(wait),
    });
    return asHtml(view, page, request);
  }

  return {
    answer(request, context, logFields) {
      const path = pathOf(request.target);
      const first = path.slice(1).split('/')[0];
      if (PAGES.has(path)) {
        const page = inLanguage(path, languageOf(request.headers['accept-language']));
        return redirect(page + request.target.slice(path.length));
      }
      if (path === '/robots.txt') return textResponse(robots(origin), 'text/plain; charset=utf-8');
      if (path === SECURITY_PATH && contact !== null)
        return textResponse(securityTxt(contact, origin, context.now()), 'text/plain; charset=utf-8');
      const named = namedBuild(request.target);
      if (named) {
        logFields.route = 'site';
        return (
          refusal(request, context) ?? answerNamedBuild(viewOf(named.language, context, told), named, request)
        );
      }
      if (first === 'site') return assetResponse(path, request.headers['accept-encoding']);
      if (path.startsWith(TILES_PATH)) {
        const wait = tiles(request, context.now());
        return answerTile(request, context, logFields, {wait, ground: groundTiles});
      }
      if (first === OGC_PATH.slice(1))
        return answerOgc(request, context, logFields, pages(request, context.now()));
      if (!isLanguage(first) && path !== SITEMAP_PATH) return null;
      logFields.route = 'site';
      return refusal(request, context) ?? maker.make(request, context, logFields);
    },
    missing(request, context) {
      if (!request.headers['accept']?.includes('text/html')) return null;
      const view = viewOf(languageOf(request.headers['accept-language']), context, told);
      const page = notFound(view);
      const headers = {...page.headers, Vary: 'Accept, Accept-Language, Accept-Encoding'};
      return asHtml(view, {...page, headers}, request, null, {path: '/', query: ''});
    },
  };
}
