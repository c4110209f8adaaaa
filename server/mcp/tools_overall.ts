/** Tools for single records and for all datasets. */
import {SEARCH} from '../../datasets/global_search.ts';
import {ROUTES} from '../api/routes/index.ts';
import type {Tool} from './types.ts';

const SEARCHED: ReadonlySet<string> = new Set(
  Object.values(SEARCH).flatMap((members) => members.map(({table}) => table)),
);

/** By dataset: the path of one record. Entities have one where the search over all datasets finds them. */
const RECORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ROUTES.flatMap((route): [string, string][] => {
    if (route.kind === 'detail') return [[route.dataset, route.path]];
    return route.kind === 'profile' && SEARCHED.has(route.entity) ? [[route.entity, route.path]] : [];
  }),
);

export const overall: readonly Tool[] = [
  {
    name: 'get_record',
    title: 'One record',
    description:
      'One record of any dataset in full, with the fields that search results leave out. Takes dataset and record_id as search_all returns them, or the id of an item of a search.',
    path: RECORDS,
    identifier: 'record_id',
  },
  {
    name: 'get_bill',
    title: 'One bill',
    description:
      'One bill in full: titles, sponsor, readings, summaries, an analysis where there is one, and how the parties voted. Takes session and number, such as 44-1 and C-11, from search_bills.',
    path: '/bills/{session}/{number}',
  },
  {
    name: 'get_lobbyist_profile',
    title: 'Lobbyist profile',
    description:
      'All about one registered lobbyist: clients, institutions and recent communications. Takes the registrant number, lobbyist_id, from a record of search_lobbying.',
    path: '/lobbyists/{lobbyist_id}',
  },
  {
    name: 'get_committee',
    title: 'Committee profile',
    description:
      'One committee of the House of Commons: members with their roles, recent meetings and activities. Takes its acronym, such as INDU, or its slug.',
    path: '/committees/{identifier}',
  },
  {
    name: 'get_stats',
    title: 'Totals by group',
    description:
      'Exact number of records and, but for lobbying, sum of money by group, such as contracts by year or permits by municipality. Takes the same filters as the search over the dataset, applied before grouping. Use it for every question of how many or how much, instead of adding up pages of a search.',
    path: {
      contracts: '/contracts/stats',
      grants: '/grants/stats',
      research_grants: '/research_grants/stats',
      infrastructure_projects: '/infrastructure_projects/stats',
      permits: '/permits/stats',
      lobbying_registrations: '/lobbying/registrations/stats',
      lobbying_communications: '/lobbying/communications/stats',
    },
    namesFilters: true,
  },
  {
    name: 'search_all',
    title: 'Search everything',
    description:
      'Words looked for in all datasets at once: contracts, lobbying, grants, contributions and parliament, with the number of matches in each and the best few. Begin here when it is not clear which dataset has the answer; then go on with the search of that dataset, or open a result by get_record with its dataset and record_id.',
    path: '/search',
  },
  {
    name: 'list_values',
    title: 'Values of a field',
    description:
      'The different values of a filter, such as the methods of contracts or the suppliers whose name contains a text, with the number of records of each. Use it to learn how a value is written before filtering by it.',
    path: '/values/{dataset}/{field}',
  },
  {
    name: 'search_organizations',
    title: 'Search organizations',
    description:
      'Organizations under one name over contracts, awards, grants, research grants, infrastructure projects, lobbying and permits, by total value, number of records or last activity. Use it to find how an organization is called everywhere; then get_organization_profile tells more of one.',
    path: '/organizations',
  },
  {
    name: 'get_organization_profile',
    title: 'Organization profile',
    description:
      'All about one organization: names as published and why they are one, totals and years by dataset, departments that pay it, institutions and subjects it lobbies, and money and lobbying side by side by quarter, which says nothing about a cause. Never add totals of different datasets: they report part of the same money again. Takes organization_key from search_organizations, or a whole published name.',
    path: '/organizations/{key}',
  },
  {
    name: 'list_sources',
    title: 'List sources',
    description:
      'The sources of all data: publisher, number of records, licence, newest record and when each was fetched. Use it to say how complete and how current an answer is.',
    path: '/sources',
  },
];
