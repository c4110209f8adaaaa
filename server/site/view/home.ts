/** The home page: one search box, the datasets, and ways to take them elsewhere. */

import {datasetLabels} from '../../../datasets/labels/index.ts';
import {formatDay, formatNumber} from '../format.ts';
import {h, type Markup} from '../html.ts';
import type {BuildChange} from '../load/changes.ts';
import type {DatasetCard} from '../load/home.ts';
import {inLanguage, LISTS} from '../paths.ts';
import {HOME, TOPICS} from '../texts/home.ts';
import {changesSection} from './changes.ts';
import {sparkline} from './chart.ts';
import {searchForm} from './layout.ts';
import {municipalityLinks} from './municipality.ts';
import type {View} from './types.ts';

const card = (view: View, {dataset, total, newest, years}: DatasetCard): Markup => {
  const {t, language} = view;
  const {title, sentence} = datasetLabels(dataset);
  const dated = years.filter(({label}) => /^\d{4}/.test(label));
  const [first, last] = [dated.at(0)?.label, dated.at(-1)?.label];
  return h(
    'li',
    {class: 'card'},
    h('h3', null, h('a', {href: inLanguage(LISTS.get(dataset)!.path, language)}, t(title))),
    h('p', null, t(sentence)),
    dated.length > 1
      ? sparkline(dated, t(HOME.years, {count: t(HOME.records), from: first!, to: last!}))
      : null,
    h(
      'p',
      {class: 'soft'},
      total === null
        ? null
        : h('span', {class: 'count'}, formatNumber(total, language), ' ', t(HOME.records)),
      dated.length > 1
        ? h('span', null, /^\d{4}$/.test(first!) ? `${first}–${last}` : `${first} … ${last}`)
        : null,
      newest === null ? null : h('span', null, t(HOME.newest, {day: formatDay(newest, language)})),
    ),
  );
};

const useIt = ({t}: View): Markup =>
  h(
    'section',
    {'aria-labelledby': 'use'},
    h('h2', {id: 'use'}, t(HOME.use)),
    h(
      'ul',
      {class: 'cards'},
      (
        [
          [HOME.key, HOME.key_why, '/account'],
          [HOME.docs, HOME.docs_why, '/docs'],
          [HOME.downloads, HOME.downloads_why, '#data'],
          [HOME.models, HOME.models_why, '/llms.txt'],
        ] as const
      ).map(([title, why, href]) =>
        h('li', {class: 'card'}, h('h3', null, h('a', {href}, t(title))), h('p', null, t(why))),
      ),
    ),
  );

/** The content of the page. */
export const homePage = (
  view: View,
  cards: ReadonlyMap<string, DatasetCard>,
  changes: BuildChange | null,
): Markup =>
  h(
    'div',
    {class: 'home'},
    h('h1', null, view.t(HOME.title)),
    h('p', {class: 'lead'}, view.t(HOME.lead)),
    searchForm(view, 'search'),
    h(
      'section',
      {'aria-labelledby': 'data'},
      h('h2', {id: 'data'}, view.t(HOME.datasets)),
      TOPICS.map(({title, datasets}) => [
        h('p', {class: 'topic'}, view.t(title)),
        h(
          'ul',
          {class: 'cards'},
          datasets.filter((dataset) => cards.has(dataset)).map((dataset) => card(view, cards.get(dataset)!)),
        ),
        (datasets as readonly string[]).includes('permits') ? municipalityLinks(view) : null,
      ]),
    ),
    changesSection(view, changes),
    useIt(view),
  );
