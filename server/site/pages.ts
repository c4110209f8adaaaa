/**
 * Every page: the fixed ones by path, and those of the API's operations by their kind. Routing, sitemap and
 * tests derive from these.
 */

import {DERIVED} from '../../datasets/index.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../datasets/municipalities.ts';
import type {Engine} from '../../engine/types.ts';
import {type Match, matchRoute} from '../api/routes/match.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {datasetLabels} from '../labels/index.ts';
import {PAGES} from '../labels/pages.ts';
import {ask} from './ask.ts';
import {feedPath, filePath} from './downloads.ts';
import {formatNumber} from './format.ts';
import type {Markup} from './html.tsx';
import {loadChanges} from './load/changes.ts';
import {loadFound} from './load/find.ts';
import {loadFacts, loadHome} from './load/home.ts';
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
import {loadMunicipality} from './load/municipality.ts';
import {loadRecord, type SingleRoute} from './load/record.ts';
import {loadOperation, OPERATION_IDS, operationPath, REFERENCE} from './load/reference.ts';
import {loadSearch, loadSuggestions} from './load/search.ts';
import {datasetMarks, recordMarks} from './marks.ts';
import {given, type Pairs} from './paths.ts';
import {mapHeaders} from './respond.ts';
import {aboutPage} from './view/about.tsx';
import {homePage} from './view/home.tsx';
import {lifecyclePage} from './view/lifecycle.tsx';
import {isIndexed, listPage, listTitle} from './view/list.tsx';
import {MAP_ASSETS, mapPage} from './view/map.tsx';
import {circleResults, foundResults, hereResults, sightResults} from './view/map_results.tsx';
import {municipalityPage, municipalityPath} from './view/municipality.tsx';
import {recordPage} from './view/record.tsx';
import {sentenceText} from './view/record_sentence.tsx';
import {titleOf} from './view/record_title.ts';
import {referencePage} from './view/reference.tsx';
import {operationReference} from './view/reference_operation.tsx';
import {meaningText} from './view/reference_text.tsx';
import {searchPage, suggestionList} from './view/search.tsx';
import {textPage} from './view/text_page.tsx';
import type {Page, View} from './view/types.ts';

/** What a page is made from. */
export interface Asked {
  view: View;
  engine: Engine;
  /** Decoded segments below the language. */
  segments: readonly string[];
  /** Path below the language, as sent. */
  path: string;
  pairs: Pairs;
}

type FixedPages = Readonly<Record<string, (asked: Asked) => Page>>;

/** A profile for each municipality. */
const MUNICIPALITY_PAGES: FixedPages = Object.fromEntries(
  Object.entries(MUNICIPALITIES).map(([slug, {name}]) => [
    municipalityPath(slug),
    ({view, engine, path}) => ({
      title: `${name} · ${view.t('municipality.kind')}`,
      description: view.t('municipality.description', {name}),
      indexed: true,
      marks: recordMarks(view, 'municipalities', name, path),
      picture: filePath(view, {path, pairs: []}, 'png'),
      body: municipalityPage(view, loadMunicipality(view, engine, slug as MunicipalitySlug)),
    }),
  ]),
);

/** The reference of the API, and a page for each of its operations. */
const REFERENCE_PAGES: FixedPages = {
  [REFERENCE]: ({view, engine}) => ({
    title: view.t(PAGES[REFERENCE].title),
    description: view.t('reference.lead'),
    indexed: true,
    body: referencePage(view, loadOperation(engine, 'list_contracts')),
  }),
  ...Object.fromEntries(
    OPERATION_IDS.map((id): [string, FixedPages[string]] => [
      operationPath(id),
      ({view, engine}) => {
        const operation = loadOperation(engine, id);
        const {route, path} = operation;
        return {
          title: `${meaningText(view, route.summary)} · ${view.t(PAGES[REFERENCE].title)}`,
          description: `GET ${path}: ${meaningText(view, route.summary)}`,
          indexed: true,
          body: operationReference(view, operation),
        };
      },
    ]),
  ),
};

/** Pages of the site's own, by path below the language. */
export const FIXED_PAGES: FixedPages = {
  ...MUNICIPALITY_PAGES,
  ...REFERENCE_PAGES,
  '/': ({view, engine}) => ({
    title: view.t(PAGES['/'].title),
    description: view.t('home.lead'),
    indexed: true,
    body: homePage(view, loadHome(view, engine), loadChanges(view, engine), loadFacts(view, engine)),
  }),
  '/about': ({view, engine}) => ({
    title: view.t(PAGES['/about'].title),
    description: view.t('about.lead'),
    indexed: true,
    body: aboutPage(view, ask(engine, '/sources', [['lang', view.language]]).data),
  }),
  '/privacy': ({view}) => textPage(view, '/privacy'),
  '/terms': ({view}) => textPage(view, '/terms'),
  '/map': ({view, engine, pairs}) => {
    const filters = filtersOf(pairs);
    const zoneCategory = given(pairs, 'zone_category');
    const {cities, refused} = loadCities(engine, filters);
    const unplaced = new Set(
      loadPlacings(engine, [])
        .filter((one) => one.unplaced === one.count)
        .map(({value}) => value),
    );
    const all = {
      cities,
      unplaced,
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
