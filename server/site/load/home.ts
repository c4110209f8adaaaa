/** Loads the home page: counts and years of every dataset. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Engine} from '../../../engine/types.ts';
import {ask} from '../ask.ts';
import {isUnfiltered, LISTS} from '../paths.ts';
import type {Bar} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import {defaultGrouping, groupingsOf, statistics} from './statistics.ts';

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

export interface DatasetCard {
  dataset: string;
  /** Null where a filter is required, so that nothing is counted. */
  total: number | null;
  /** The newest day in the data; null without a date. */
  newest: string | null;
  years: readonly Bar[];
}

function card(view: View, engine: Engine, dataset: string): DatasetCard {
  const route = LISTS.get(dataset)!;
  if (!isUnfiltered(route)) return {dataset, total: null, newest: null, years: []};
  const grouping = defaultGrouping(dataset);
  const isTime = grouping !== null && groupingsOf(dataset)[grouping]?.chronological;
  const {data, meta} = ask(engine, route.path, [['limit', '1']]);
  const declaration = datasetOrEntity(dataset);
  const newest = 'date' in declaration ? String(data[0]?.[declaration.date ?? '']) : '';
  return {
    dataset,
    total: meta.total,
    newest: /^\d{4}-\d\d-\d\d/.test(newest) ? newest : null,
    years: isTime ? statistics(view, engine, dataset, grouping, []).bars : [],
  };
}

/** Cards by dataset, for every topic. */
export const loadHome = (view: View, engine: Engine): ReadonlyMap<string, DatasetCard> =>
  new Map(TOPICS.flatMap(({datasets}) => datasets.map((dataset) => [dataset, card(view, engine, dataset)])));
