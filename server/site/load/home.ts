/** Loads the home page: counts and years of every dataset. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {type Engine, UNKNOWN_GROUP} from '../../../engine/types.ts';
import {ask} from '../ask.ts';
import {formatCompactMoney, formatNumber} from '../format.ts';
import type {MessageKey} from '../messages.ts';
import {ISSUED, LISTS, type Pairs, withQuery} from '../paths.ts';
import type {Bar} from '../view/chart_data.ts';
import type {View} from '../view/types.ts';
import {WITHOUT_COMPETITION} from './competition.ts';
import {defaultGrouping, type Group, groupingsOf, groupsOf, groupText, statistics} from './statistics.ts';
import {loadZonedCities, ZONE} from './zone.ts';

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
  {title: 'topics.parliament', datasets: ['bills', 'votes', 'ballots', 'politicians', 'committees']},
  {title: 'topics.cities', datasets: ['permits', 'zoning']},
] as const;

export interface DatasetCard {
  dataset: string;
  /** Its page below a language. */
  path: string;
  total: number;
  /** The newest day in the data; null without a date. */
  newest: string | null;
  years: readonly Bar[];
}

function card(view: View, engine: Engine, dataset: string): DatasetCard {
  // No list has the zones: a point does.
  if (dataset === 'zoning')
    return {dataset, path: ZONE, total: loadZonedCities(view, engine, []).total, newest: null, years: []};
  const route = LISTS.get(dataset)!;
  const {path} = route;
  const grouping = defaultGrouping(dataset);
  const isTime = grouping !== null && groupingsOf(dataset)[grouping]?.chronological;
  const {data, meta} = ask(engine, path, [['limit', '1']]);
  const declaration = datasetOrEntity(dataset);
  const newest = 'date' in declaration ? String(data[0]?.[declaration.date ?? '']) : '';
  return {
    dataset,
    path,
    total: meta.total,
    newest: /^\d{4}-\d\d-\d\d/.test(newest) ? newest : null,
    years: isTime ? statistics(view, engine, dataset, grouping, []).bars : [],
  };
}

/** Cards by dataset, for every topic. */
export const loadHome = (view: View, engine: Engine): ReadonlyMap<string, DatasetCard> =>
  new Map(TOPICS.flatMap(({datasets}) => datasets.map((dataset) => [dataset, card(view, engine, dataset)])));

/** A sentence of the page: its parts are texts, each with the path of the records behind it; null: it follows from another. */
export interface Fact {
  text: MessageKey;
  parts: Readonly<Record<string, {text: string; path: string | null}>>;
}

/** The last year that is over on the day of the data, and the filters of its days. */
function lastYear({build}: View, from: string, to: string): {year: string; filters: Pairs} {
  const year = String(Number((build?.data_as_of ?? '').slice(0, 4)) - 1);
  return {
    year,
    filters: [
      [from, `${year}-01-01`],
      [to, `${year}-12-31`],
    ],
  };
}

/** The first group that has a key or a value of its own. */
const firstOf = (groups: readonly Group[], keyed: boolean): Group | undefined =>
  groups.find(({group_value, group_key}) => (keyed ? group_key != null : group_value !== UNKNOWN_GROUP));

function spendingFact(view: View, engine: Engine): Fact | null {
  const {year, filters: days} = lastYear(view, 'date_from', 'date_to');
  // Two publishers report some contracts: money is spent once.
  const filters: Pairs = [...days, ['once', 'true']];
  const top = firstOf(groupsOf(view, engine, 'contracts', 'department', filters).data, true);
  if (!top?.sum_value) return null;
  const own: Pairs = [['department_key', top.group_key!], ...filters];
  const methods = groupsOf(view, engine, 'contracts', 'method', own).data;
  const without = methods.find(({group_value}) => group_value === WITHOUT_COMPETITION)?.sum_value ?? 0;
  const {path} = LISTS.get('contracts')!;
  const percent = new Intl.NumberFormat(`${view.language}-CA`, {style: 'percent'});
  return {
    text: 'home.fact_spending',
    parts: {
      department: {
        text: groupText(view, 'contracts', 'department', top.group_value),
        path: withQuery(path, own),
      },
      sum: {text: formatCompactMoney(top.sum_value, view.language), path: withQuery(path, own)},
      year: {text: year, path: withQuery(path, filters)},
      without: {
        text: formatCompactMoney(without, view.language),
        path: withQuery(path, [...own, ['method', WITHOUT_COMPETITION]]),
      },
      share: {text: percent.format(without / top.sum_value), path: null},
    },
  };
}

function permitsFact(view: View, engine: Engine): Fact | null {
  const {year, filters: days} = lastYear(view, 'issued_after', 'issued_before');
  const filters: Pairs = [ISSUED, ...days];
  const groups = groupsOf(view, engine, 'permits', 'municipality', filters, [['sort_by', 'count']]).data;
  const top = firstOf(groups, false);
  if (!top) return null;
  const path = withQuery(LISTS.get('permits')!.path, [['municipality', top.group_value], ...filters]);
  return {
    text: 'home.fact_permits',
    parts: {
      city: {
        text: groupText(view, 'permits', 'municipality', top.group_value),
        path: `/municipalities/${top.group_value}`,
      },
      count: {text: formatNumber(top.record_count, view.language), path},
      year: {text: year, path: withQuery(LISTS.get('permits')!.path, filters)},
    },
  };
}

function lobbyingFact(view: View, engine: Engine): Fact | null {
  const {year, filters} = lastYear(view, 'date_from', 'date_to');
  const {path} = LISTS.get('lobbying_communications')!;
  // An organization has a name in each language, which are two clients.
  const by = 'organization_key';
  const {facets} = ask(engine, path, [...filters, ['facets', by], ['limit', '1']]).meta;
  const [top] = facets?.[by]?.values ?? [];
  if (!top) return null;
  const own = withQuery(path, [[by, String(top.value)], ...filters]);
  return {
    text: 'home.fact_lobbying',
    parts: {
      client: {text: String(top.label ?? top.value), path: `/organizations/${top.value}`},
      count: {text: formatNumber(top.count, view.language), path: own},
      year: {text: year, path: withQuery(path, filters)},
    },
  };
}

/** What stands out in the last whole year: each number leads to the records that it counts. */
export const loadFacts = (view: View, engine: Engine): Fact[] =>
  [spendingFact, permitsFact, lobbyingFact].flatMap((fact) => fact(view, engine) ?? []);
