/** Loads the home page: counts and years of every dataset. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Answers} from '../ask.ts';
import {LISTS} from '../paths.ts';
import type {Bar} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import {defaultGrouping, groupingsOf, statistics} from './statistics.ts';

export interface DatasetCard {
  dataset: string;
  /** Null where a filter is required, so that nothing is counted. */
  total: number | null;
  /** The newest day in the data; null without a date. */
  newest: string | null;
  years: readonly Bar[];
}

const newestOf = (row: unknown, dataset: string): string | null => {
  const declaration = datasetOrEntity(dataset);
  const column = 'date' in declaration ? declaration.date : null;
  const value = column === null ? null : (row as Record<string, unknown> | undefined)?.[column];
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value : null;
};

function card(view: View, answers: Answers, dataset: string): DatasetCard {
  const route = LISTS.get(dataset)!;
  const requires = Object.values(route.parameters).some(({required}) => required);
  if (requires) return {dataset, total: null, newest: null, years: []};
  const grouping = defaultGrouping(dataset);
  const isTime = grouping !== null && groupingsOf(dataset)[grouping]?.chronological;
  const [{data, meta}, years] = [
    answers.ask<unknown[]>({segments: route.path.slice(1).split('/'), pairs: [['limit', '1']]}),
    isTime ? statistics(view, answers, dataset, grouping, []) : null,
  ];
  return {
    dataset,
    total: Number(meta['total']),
    newest: newestOf(data[0], dataset),
    years: years?.chart.bars ?? [],
  };
}

/** Groups of datasets on the page, in order. */
export const TOPICS = [
  {
    title: 'topics.spending',
    datasets: ['contracts', 'awards', 'tenders', 'disclosures', 'organizations', 'vendors', 'departments'],
  },
  {
    title: 'topics.grants',
    datasets: ['grants', 'recipients', 'research_grants', 'infrastructure_projects'],
  },
  {title: 'topics.lobbying', datasets: ['lobbying_registrations', 'lobbying_communications']},
  {title: 'topics.parliament', datasets: ['bills', 'politicians', 'committees']},
  {title: 'topics.cities', datasets: ['permits']},
] as const;

/** Cards by dataset, for every topic. */
export function loadHome(view: View, answers: Answers): ReadonlyMap<string, DatasetCard> {
  const names = TOPICS.flatMap(({datasets}) => datasets.filter((name) => LISTS.has(name)));
  const cards = names.map((dataset) => card(view, answers, dataset));
  return new Map(cards.map((one) => [one.dataset, one]));
}
