/** Pages that depend on their path and the build alone; sites without a server have them made beforehand. */
import {MUNICIPALITIES, type MunicipalitySlug} from '../../datasets/municipalities.ts';
import type {Engine} from '../../engine/types.ts';
import {PAGES} from '../labels/pages.ts';
import {ask} from './ask.ts';
import {filePath} from './downloads.ts';
import {loadChanges} from './load/changes.ts';
import {loadFacts, loadHome} from './load/home.ts';
import {loadMunicipality} from './load/municipality.ts';
import {loadOperation, OPERATION_IDS, operationPath, REFERENCE} from './load/reference.ts';
import {recordMarks} from './marks.ts';
import type {Pairs} from './paths.ts';
import {aboutPage} from './view/about.tsx';
import {homePage} from './view/home.tsx';
import {municipalityPage, municipalityPath} from './view/municipality.tsx';
import {referencePage} from './view/reference.tsx';
import {operationReference} from './view/reference_operation.tsx';
import {meaningText} from './view/reference_text.tsx';
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

export type FixedPages = Readonly<Record<string, (asked: Asked) => Page>>;

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

/** By path below the language. */
export const STANDING_PAGES: FixedPages = {
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
};
