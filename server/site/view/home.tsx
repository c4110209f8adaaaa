/** The home page: one search box, the datasets, and ways to take them elsewhere. */

import {datasetLabels} from '../../labels/index.ts';
import {PAGES} from '../../labels/pages.ts';
import {formatDay, formatNumber, formatTime} from '../format.ts';
import type {BuildChange, DatasetChange} from '../load/changes.ts';
import {type DatasetCard, TOPICS} from '../load/home.ts';
import {LISTS, withQuery} from '../paths.ts';
import {Sparkline} from './chart.tsx';
import {joined, link, Section, type Shown, Table} from './kit.tsx';
import {searchForm} from './layout.tsx';
import {municipalityLinks} from './municipality.tsx';
import type {Markup, View} from './types.ts';

const card = (view: View, {dataset, total, newest, years}: DatasetCard): Markup => {
  const {t, language} = view;
  const {title, sentence} = datasetLabels(dataset);
  const dated = years.filter(({label}) => /^\d{4}/.test(label));
  const [first, last] = [dated.at(0)?.label, dated.at(-1)?.label];
  return (
    <li class="card">
      <h3>{link(view, LISTS.get(dataset)!.path, t(title))}</h3>
      <p>{t(sentence)}</p>
      {dated.length > 1 ? (
        <Sparkline bars={dated} label={t('home.years', {from: first!, to: last!})} />
      ) : null}
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

const changeColumns = (view: View): Shown<DatasetChange>[] => {
  const {t, language} = view;
  const counts = (['added', 'changed', 'removed'] as const).map(
    (name): Shown<DatasetChange> => ({
      head: t(`changes.${name}`),
      kind: 'figure',
      cell: (change) => formatNumber(change[name], language),
    }),
  );
  return [
    {
      head: t('changes.dataset'),
      cell: ({dataset, added, changed, filters}) => {
        const {path} = LISTS.get(dataset)!;
        const isAny = filters !== null && added + changed > 0;
        return link(view, isAny ? withQuery(path, filters) : path, t(datasetLabels(dataset).title));
      },
    },
    ...counts,
    {
      head: t('changes.newest'),
      cell: ({newest}) =>
        joined(
          newest.map(({label, path}) => link(view, path, label)),
          <br />,
        ),
    },
  ];
};

/** What came since the build before; null in the first build. */
const changesSection = (view: View, change: BuildChange | null): Markup | null => {
  if (!change) return null;
  const {t, language} = view;
  return (
    <Section id="changes" title={t('changes.title')}>
      <p class="prose soft">{t('changes.lead', {time: formatTime(change.since, language)})}</p>
      {change.datasets.length === 0 ? (
        <p>{t('changes.none')}</p>
      ) : (
        <Table
          class="changes"
          caption={t('changes.title')}
          columns={changeColumns(view)}
          rows={change.datasets}
        />
      )}
    </Section>
  );
};

const useIt = ({t}: View): Markup => (
  <Section id="use" title={t('home.use')}>
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
  </Section>
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
    <Section id="data" title={view.t('home.datasets')}>
      {TOPICS.map(({title, datasets}) => [
        <p class="topic">{view.t(title)}</p>,
        <ul class="cards">
          {datasets.filter((dataset) => cards.has(dataset)).map((dataset) => card(view, cards.get(dataset)!))}
        </ul>,
        (datasets as readonly string[]).includes('permits') ? municipalityLinks(view) : null,
      ])}
    </Section>
    {changesSection(view, changes)}
    {useIt(view)}
  </div>
);
