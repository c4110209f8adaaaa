/** The home page: one search box, the datasets, and ways to take them elsewhere. */

import {datasetLabels} from '../../../datasets/labels/index.ts';
import {PAGES} from '../../../datasets/labels/pages.ts';
import {formatDay} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {BuildChange} from '../load/changes.ts';
import {type DatasetCard, TOPICS} from '../load/home.ts';
import {inLanguage, LISTS} from '../paths.ts';
import {changesSection} from './changes.tsx';
import {sparkline} from './chart.tsx';
import {searchForm} from './layout.tsx';
import {municipalityLinks} from './municipality.tsx';
import type {View} from './types.ts';

const card = (view: View, {dataset, total, newest, years}: DatasetCard): Markup => {
  const {t, language} = view;
  const {title, sentence} = datasetLabels(dataset);
  const dated = years.filter(({label}) => /^\d{4}/.test(label));
  const [first, last] = [dated.at(0)?.label, dated.at(-1)?.label];
  return (
    <li class="card">
      <h3>
        <a href={inLanguage(LISTS.get(dataset)!.path, language)}>{t(title)}</a>
      </h3>
      <p>{t(sentence)}</p>
      {dated.length > 1 ? sparkline(dated, t('home.years', {from: first!, to: last!})) : null}
      <p class="soft">
        {total === null ? null : <span class="count">{t('list.total', {n: total})}</span>}
        {dated.length > 1 ? (
          <span>{/^\d{4}$/.test(first!) ? `${first}–${last}` : `${first} … ${last}`}</span>
        ) : null}
        {newest === null ? null : <span>{t('home.newest', {day: formatDay(newest, language)})}</span>}
      </p>
    </li>
  );
};

const useIt = ({t}: View): Markup => (
  <section aria-labelledby="use">
    <h2 id="use">{t('home.use')}</h2>
    <ul class="cards">
      {(
        [
          ['home.key', 'home.key_why', '/account'],
          ['home.docs', 'home.docs_why', '/docs'],
          ['home.downloads', 'home.downloads_why', '#data'],
          ['home.models', 'home.models_why', '/llms.txt'],
        ] as const
      ).map(([title, why, href]) => (
        <li class="card">
          <h3>
            <a href={href}>{t(title)}</a>
          </h3>
          <p>{t(why)}</p>
        </li>
      ))}
    </ul>
  </section>
);

/** The content of the page. */
export const homePage = (
  view: View,
  cards: ReadonlyMap<string, DatasetCard>,
  changes: BuildChange | null,
): Markup => (
  <div class="home">
    <h1>{view.t(PAGES['/'].title)}</h1>
    <p class="lead">{view.t('home.lead')}</p>
    {searchForm(view, 'search')}
    <section aria-labelledby="data">
      <h2 id="data">{view.t('home.datasets')}</h2>
      {TOPICS.map(({title, datasets}) => [
        <p class="topic">{view.t(title)}</p>,
        <ul class="cards">
          {datasets.filter((dataset) => cards.has(dataset)).map((dataset) => card(view, cards.get(dataset)!))}
        </ul>,
        (datasets as readonly string[]).includes('permits') ? municipalityLinks(view) : null,
      ])}
    </section>
    {changesSection(view, changes)}
    {useIt(view)}
  </div>
);
