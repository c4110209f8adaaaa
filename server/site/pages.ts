/**
 * Every page: the fixed ones by path, and those of the API's operations by their kind. Routing, sitemap and
 * tests derive from these.
 */

import {DERIVED} from '../../datasets/index.ts';
import {datasetLabels} from '../../datasets/labels/index.ts';
import {PAGES} from '../../datasets/labels/pages.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../datasets/municipalities.ts';
import type {Row} from '../../engine/types.ts';
import type {Match} from '../api/routes/match.ts';
import type {ListRoute, Route} from '../api/routes/types.ts';
import type {Answers} from './ask.ts';
import {feedPath} from './feed_path.ts';
import {formatNumber} from './format.ts';
import type {Markup} from './html.tsx';
import {loadChanges} from './load/changes.ts';
import {loadHome} from './load/home.ts';
import {loadList} from './load/list.ts';
import {filtersOf, loadCircle, loadCities, loadHere, loadSight, refusedCategory} from './load/map.ts';
import {loadMunicipality} from './load/municipality.ts';
import {loadRecord, type SingleRoute} from './load/record.ts';
import {loadSearch} from './load/search.ts';
import {datasetMarks, recordMarks} from './marks.ts';
import type {Pairs} from './paths.ts';
import {mapHeaders} from './respond.ts';
import {aboutPage} from './view/about.tsx';
import {homePage} from './view/home.tsx';
import {lifecyclePage} from './view/lifecycle.tsx';
import {isIndexed, listPage} from './view/list.tsx';
import {MAP_ASSETS, mapPage} from './view/map.tsx';
import {circleResults, hereResults, sightResults} from './view/map_results.tsx';
import {municipalityPage, municipalityPath} from './view/municipality.tsx';
import {recordPage, titleOf} from './view/record.tsx';
import {searchPage} from './view/search.tsx';
import type {Page, View} from './view/types.ts';

/** What a page is made from. */
export interface Asked {
  view: View;
  answers: Answers;
  /** Decoded segments below the language. */
  segments: readonly string[];
  /** Path below the language, as sent. */
  path: string;
  pairs: Pairs;
}

interface FixedPage {
  load(asked: Asked): Page;
  /** Whether the sitemap names it. */
  listed: boolean;
}

const given = (pairs: Pairs, name: string): string => pairs.findLast(([one]) => one === name)?.[1] ?? '';

/** A profile for each municipality. */
const MUNICIPALITY_PAGES: Readonly<Record<string, FixedPage>> = Object.fromEntries(
  Object.entries(MUNICIPALITIES).map(([slug, {name}]): [string, FixedPage] => [
    municipalityPath(slug),
    {
      listed: true,
      load({view, answers, path}) {
        const data = loadMunicipality(view, answers, slug as MunicipalitySlug);
        return {
          title: `${name} · ${view.t('municipality.kind')}`,
          description: view.t('municipality.description', {name}),
          indexed: true,
          marks: recordMarks(view, 'municipalities', name, path),
          body: municipalityPage(view, data),
        };
      },
    },
  ]),
);

/** Pages of the site's own, by path below the language. */
export const FIXED_PAGES: Readonly<Record<string, FixedPage>> = {
  ...MUNICIPALITY_PAGES,
  '/': {
    listed: true,
    load({view, answers}) {
      return {
        title: view.t(PAGES['/'].title),
        description: view.t('home.lead'),
        indexed: true,
        body: homePage(view, loadHome(view, answers), loadChanges(view, answers)),
      };
    },
  },
  '/about': {
    listed: true,
    load({view, answers}) {
      const {data} = answers.ask<Row[]>({segments: ['sources'], pairs: [['lang', view.language]]});
      return {
        title: view.t(PAGES['/about'].title),
        description: view.t('about.lead'),
        indexed: true,
        body: aboutPage(view, data),
      };
    },
  },
  '/map': {
    listed: true,
    load({view, answers, pairs}) {
      const filters = filtersOf(pairs);
      const zoneCategory = given(pairs, 'zone_category');
      const {cities, refused} = loadCities(answers, filters);
      return {
        title: view.t('map.heading'),
        description: view.t('map.lead'),
        indexed: true,
        assets: MAP_ASSETS,
        headers: mapHeaders(view.basemap),
        body: mapPage(view, {
          cities,
          refused: refused ?? refusedCategory(zoneCategory),
          pairs: filters,
          zoneCategory,
        }),
      };
    },
  },
  '/search': {
    listed: false,
    load({view, answers, pairs}) {
      const found = loadSearch(view, answers, given(pairs, 'q'));
      return {
        title: found.q === '' ? view.t('search.title') : view.t('search.title_of', {q: found.q}),
        description: view.t('home.lead'),
        indexed: false,
        body: searchPage(view, found),
      };
    },
  },
};

/** Parts of pages that scripts ask for, by path below the language. */
export const FRAGMENTS: Readonly<Record<string, (asked: Asked) => Markup>> = {
  '/map/sight': ({view, answers, pairs}) => sightResults(view, loadSight(answers, pairs)),
  '/map/here': ({view, answers, pairs}) => hereResults(view, loadHere(view, answers, pairs)),
  '/map/circle': ({view, answers, pairs}) => circleResults(view, loadCircle(view, answers, pairs)),
};

function list(route: ListRoute, {view, answers, pairs}: Asked): Page {
  const data = loadList(view, answers, route, pairs);
  const {title, sentence} = datasetLabels(route.dataset);
  const {page, refused} = data;
  return {
    status: refused ? 400 : 200,
    title: page ? `${view.t(title)} (${formatNumber(page.total, view.language)})` : view.t(title),
    description: view.t(sentence),
    feed: refused ? null : feedPath(view, route, data.pairs),
    // Filters make endless lists: search engines keep the whole ones.
    indexed: data.pairs.length === 0,
    marks: data.pairs.length === 0 ? datasetMarks(view, route) : [],
    body: listPage(view, data),
  };
}

function single(match: Match & {route: SingleRoute}, {view, answers, segments, path, pairs}: Asked): Page {
  const data = loadRecord(view, answers, match, segments, pairs);
  const {owner, row} = data;
  if (owner === null) {
    const number = String(row['solicitation_number']);
    return {
      title: number,
      description: view.t('record.same_solicitation'),
      indexed: true,
      body: lifecyclePage(view, data),
    };
  }
  const {one} = datasetLabels(owner);
  const name = titleOf(view, owner, row)?.text ?? '';
  return {
    title: name === '' ? view.t(one) : `${name} · ${view.t(one)}`,
    description: `${view.t(one)}: ${name}`,
    indexed: isIndexed(owner),
    marks: DERIVED[owner] ? recordMarks(view, owner, name, path) : [],
    body: recordPage(view, data, path),
  };
}

/** Pages of the operations of the API, by kind; other kinds have none. */
const KINDS: Readonly<Partial<Record<Route['kind'], (match: Match, asked: Asked) => Page>>> = {
  list: ({route}, asked) => list(route as ListRoute, asked),
  detail: (match, asked) => single(match as Match & {route: SingleRoute}, asked),
  profile: (match, asked) => single(match as Match & {route: SingleRoute}, asked),
  lifecycle: (match, asked) => single(match as Match & {route: SingleRoute}, asked),
};

/** The page of an operation; null if it has none. */
export const operationPage = (match: Match, asked: Asked): Page | null =>
  KINDS[match.route.kind]?.(match, asked) ?? null;
