/**
 * Every page: the fixed ones by path, and those of the API's operations by their kind. Routing, sitemap and
 * tests derive from these.
 */

import {DERIVED} from '../../datasets/index.ts';
import {type Match, matchRoute} from '../api/routes/match.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {datasetLabels} from '../labels/index.ts';
import {PAGES} from '../labels/pages.ts';
import {feedPath, filePath} from './downloads.ts';
import {formatNumber} from './format.ts';
import type {Markup} from './html.tsx';
import {loadFound} from './load/find.ts';
import {isDrawn, type ListData, loadList} from './load/list.ts';
import {
  filtersOf,
  loadCircle,
  loadCities,
  loadHere,
  loadPlacings,
  loadSight,
  refusedCategory,
} from './load/map.ts';
import {loadRecord, type SingleRoute} from './load/record.ts';
import {loadSearch, loadSuggestions} from './load/search.ts';
import {loadZone, loadZonedCities, ZONE} from './load/zone.ts';
import {datasetMarks, recordMarks} from './marks.ts';
import {given} from './paths.ts';
import {mapHeaders} from './respond.ts';
import {type Asked, type FixedPages, STANDING_PAGES} from './standing_pages.ts';
import {lifecyclePage} from './view/lifecycle.tsx';
import {isIndexed, listPage, listTitle} from './view/list.tsx';
import {MAP_ASSETS, mapPage} from './view/map.tsx';
import {circleResults, foundResults, hereResults, sightResults} from './view/map_results.tsx';
import {recordPage} from './view/record.tsx';
import {sentenceText} from './view/record_sentence.tsx';
import {titleOf} from './view/record_title.ts';
import {searchPage, suggestionList} from './view/search.tsx';
import type {Page} from './view/types.ts';
import {zonePage, zonesPage, zoneTitle} from './view/zone.tsx';

/** Pages of the site's own, by path below the language. */
export const FIXED_PAGES: FixedPages = {
  ...STANDING_PAGES,
  '/map': ({view, engine, pairs}) => {
    const filters = filtersOf(pairs);
    const zoneCategory = given(pairs, 'zone_category');
    const {cities, refused} = loadCities(engine, filters);
    const placings = loadPlacings(engine, []);
    const slugsOf = (isUnplaced: boolean) =>
      new Set(
        placings.filter(({unplaced, count}) => (unplaced === count) === isUnplaced).map(({value}) => value),
      );
    const all = {
      cities,
      drawn: slugsOf(false),
      unplaced: slugsOf(true),
      refused: refused ?? refusedCategory(zoneCategory),
      pairs: filters,
      zoneCategory,
    };
    return {
      title: view.t('map.heading'),
      description: view.t('map.lead'),
      indexed: true,
      assets: MAP_ASSETS,
      headers: mapHeaders(view.basemap),
      body: mapPage(view, all),
    };
  },
  [ZONE]: ({view, engine, pairs}) => {
    const filled = pairs.filter(([, value]) => value !== '');
    const asked = filled.filter(([name]) => name === 'lat' || name === 'lng');
    const data = asked.length === 0 ? null : loadZone(view, engine, asked);
    if (data)
      return {
        title: zoneTitle(view, data),
        description: view.t('zone.lead'),
        indexed: false,
        body: zonePage(view, data),
      };
    const all = loadZonedCities(view, engine, filled);
    return {
      status: all.missing === null ? 200 : 404,
      title: view.t(PAGES[ZONE].title),
      description: view.t('zone.lead'),
      indexed: filled.length === 0,
      body: zonesPage(view, all),
    };
  },
  '/search': ({view, engine, pairs}) => {
    const found = loadSearch(view, engine, given(pairs, 'q'));
    const {q} = found;
    return {
      title: q === '' ? view.t('search.title') : view.t('search.title_of', {q}),
      description: view.t('home.lead'),
      indexed: false,
      body: searchPage(view, found),
    };
  },
};

/** Those that the sitemap names. */
export const LISTED_PAGES = Object.keys(FIXED_PAGES).filter((path) => path !== '/search');

/** Parts of pages that scripts ask for, by path below the language. */
export const FRAGMENTS: Readonly<Record<string, (asked: Asked) => Markup>> = {
  '/map/sight': ({view, engine, pairs}) => sightResults(view, loadSight(engine, pairs)),
  '/map/here': ({view, engine, pairs}) => hereResults(view, loadHere(view, engine, pairs)),
  '/map/find': ({view, engine, pairs}) => foundResults(view, loadFound(engine, pairs)),
  '/map/circle': ({view, engine, pairs}) => circleResults(view, loadCircle(view, engine, pairs)),
  '/suggest': ({view, engine, pairs}) =>
    suggestionList(view, loadSuggestions(view, engine, given(pairs, 'q'))),
};

/** Whether a picture of a list may name a private person, by a filter or a bar with a text, a name or a place. */
const mayName = ({route, filters, grouping, parted}: ListData): boolean =>
  !isIndexed(route.dataset) &&
  [...filters.map(([name]) => name), grouping, parted].some((name) => {
    const parameter = name === null ? undefined : route.parameters[name];
    return parameter?.type === 'string' || parameter?.key !== undefined || parameter?.op === 'geo';
  });

function list(route: ListRoute, {view, engine, pairs: asked}: Asked): Page {
  const data = loadList(view, engine, route, asked);
  const {page, refused, pairs, chart} = data;
  const {sentence} = datasetLabels(route.dataset);
  const title = listTitle(view, data);
  // Filters make endless lists: search engines keep the whole ones.
  const indexed = pairs.length === 0;
  return {
    status: refused ? 400 : 200,
    title: page ? `${title} (${formatNumber(page.total, view.language)})` : title,
    description: view.t(sentence),
    feed: refused ? null : feedPath(view, route, pairs),
    picture: isDrawn(data) && !mayName(data) ? filePath(view, chart!.list!, 'png') : null,
    indexed,
    marks: indexed ? datasetMarks(view, route) : [],
    body: listPage(view, data),
  };
}

type SingleMatch = Match & {route: SingleRoute};

function single(match: SingleMatch, {view, engine, path, pairs}: Asked): Page {
  const data = loadRecord(view, engine, match, pairs);
  const {owner, row} = data;
  if (owner === null)
    return {
      title: String(row['solicitation_number']),
      description: view.t('record.same_solicitation'),
      indexed: true,
      body: lifecyclePage(view, data),
    };
  const one = view.t(datasetLabels(owner).one);
  const name = titleOf(view, owner, row)?.text ?? '';
  return {
    title: name === '' ? one : `${name} · ${one}`,
    description:
      (owner && sentenceText(view, owner, data.columns, row)) ||
      view.t('frame.pair', {name: one, value: name}),
    picture: isIndexed(owner)
      ? filePath(view, {path, pairs: pairs.filter(([given]) => given === 'name')}, 'png')
      : null,
    indexed: isIndexed(owner),
    marks: DERIVED[owner] ? recordMarks(view, owner, name, path) : [],
    body: recordPage(view, data, path),
  };
}

/** The page of an operation of the API; null of one that has none. */
export function operationPage(asked: Asked): Page | null {
  const match = matchRoute(asked.segments);
  switch (match?.route.kind) {
    case 'list':
      return list(match.route, asked);
    case 'detail':
    case 'profile':
    case 'lifecycle':
      return single(match as SingleMatch, asked);
    default:
      return null;
  }
}
