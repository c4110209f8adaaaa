/** The home page: one search box, the datasets, and ways to take them elsewhere. */

import {datasetLabels} from '../../labels/index.ts';
import {PAGES} from '../../labels/pages.ts';
import {formatDay, formatNumber, formatTime} from '../format.ts';
import type {BuildChange, DatasetChange} from '../load/changes.ts';
import {type DatasetCard, type Fact, TOPICS} from '../load/home.ts';
import type {MessageKey} from '../messages.ts';
import {accountIn} from '../navigation.ts';
import {inLanguage, LISTS, withQuery} from '../paths.ts';
import {Sparkline} from './chart.tsx';
import {joined, link, Section, type Shown, sentence, Table} from './kit.tsx';
import {searchForm} from './layout.tsx';
import {municipalityLinks} from './municipality.tsx';
import type {Child, Markup, View} from './types.ts';

const yearsOf = ({t}: View, {years}: DatasetCard): Child => {
  const dated = years.filter(({label}) => /^\d{4}/.test(label));
  const [first, last] = [dated.at(0)?.label, dated.at(-1)?.label];
  if (dated.length < 2) return null;
  return [
    <Sparkline bars={dated} label={t('home.years', {from: first!, to: last!})} />,
    <span class="soft">{/^\d{4}$/.test(first!) ? `${first}–${last}` : `${first} … ${last}`}</span>,
  ];
};

/** The datasets of a topic, one a row. */
const catalogue = (view: View, title: MessageKey, cards: readonly DatasetCard[]): Markup => {
  const {t, language} = view;
  const columns: Shown<DatasetCard>[] = [
    {
      head: t(title),
      cell: ({dataset, path}) => link(view, path, t(datasetLabels(dataset).title)),
    },
    {head: t('home.what'), cell: ({dataset}) => t(datasetLabels(dataset).sentence)},
    {
      head: t('home.records'),
      label: t('home.records'),
      kind: 'figure',
      cell: ({total}) => (total === null ? null : formatNumber(total, language)),
    },
    {head: t('home.by_year'), cell: (card) => <div class="years">{yearsOf(view, card)}</div>},
    {
      head: t('home.newest_head'),
      label: t('home.newest_head'),
      kind: 'day',
      cell: ({newest}) => (newest === null ? null : formatDay(newest, language)),
    },
  ];
  return <Table class="catalogue records" caption={t(title)} columns={columns} rows={cards} />;
};

/** Sentences about the last whole year, whose figures are links. */
const facts = (view: View, all: readonly Fact[]): Markup | null =>
  all.length === 0 ? null : (
    <ul class="facts-of-year">
      {all.map(({text, parts}) => {
        const shown = Object.entries(parts).map(([name, part]) => [name, link(view, part.path, part.text)]);
        return <li>{sentence(view, text, Object.fromEntries(shown))}</li>;
      })}
    </ul>
  );

/** What people come for, and the page where each begins. */
const TASKS = [
  ['home.task_contract', 'home.task_contract_how', '/contracts'],
  ['home.task_street', 'home.task_street_how', '/map'],
  ['home.task_vote', 'home.task_vote_how', '/politicians'],
  ['home.task_lobby', 'home.task_lobby_how', '/lobbying/communications'],
  ['home.task_company', 'home.task_company_how', '/organizations'],
  ['home.task_grant', 'home.task_grant_how', '/grants'],
] as const;

/** Questions that people come with, each with the page that answers it. */
export const tasks = (view: View): Markup => (
  <Section id="tasks" title={view.t('home.tasks')}>
    <ul class="cards">
      {TASKS.map(([title, how, path]) => (
        <li class="card">
          <h3>{link(view, path, view.t(title))}</h3>
          <p>{sentence(view, how, {votes: link(view, '/votes', view.t('home.task_votes'))})}</p>
        </li>
      ))}
    </ul>
  </Section>
);

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
        return link(view, isAny ? withQuery(path, filters) : null, t(datasetLabels(dataset).title));
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

const useIt = ({t, language}: View): Markup => (
  <Section id="use" title={t('home.use')}>
    <ul class="cards">
      {(
        [
          ['home.key', 'home.key_why', accountIn(language)],
          ['home.docs', 'home.docs_why', inLanguage('/docs', language)],
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
  ofYear: readonly Fact[],
): Markup => (
  <div class="home">
    <h1>{view.t(PAGES['/'].title)}</h1>
    <p class="lead">{view.t('home.lead')}</p>
    {searchForm(view, 'search')}
    {facts(view, ofYear)}
    {tasks(view)}
    {changesSection(view, changes)}
    <Section id="data" title={view.t('home.datasets')}>
      {TOPICS.map(({title, datasets}) => [
        catalogue(
          view,
          title,
          datasets.flatMap((dataset) => cards.get(dataset) ?? []),
        ),
        (datasets as readonly string[]).includes('permits') ? municipalityLinks(view) : null,
      ])}
    </Section>
    {useIt(view)}
  </div>
);
