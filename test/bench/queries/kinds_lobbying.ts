/** Kinds of work over lobbying, and the search over all datasets. */
import {ROUTES} from '../../../server/api/routes/index.ts';
import {filtered, grouped, type Kind, query} from './kind.ts';

const SAID = '/lobbying/communications';

/** Whether the search has a wider scope. */
const widens = ROUTES.some(({kind, parameters}) => kind === 'search' && 'scope' in parameters);

/** Whether the search answers what is being typed, by labels alone. */
const suggests = ROUTES.some(({kind, parameters}) => kind === 'search' && 'prefix' in parameters);

export const LOBBYING: readonly Kind[] = [
  {
    name: 'client',
    title: 'communications by partial client',
    goals: [filtered],
    targets: ({client_words}) => client_words.map((client) => query(SAID, {client})),
    compared: true,
    growth: true,
  },
  {
    name: 'client_narrow',
    title: 'communications by narrow partial client',
    goals: [filtered],
    targets: ({client_narrow}) => client_narrow.map((client) => query(SAID, {client})),
    compared: true,
  },
  {
    name: 'institution',
    title: 'communications by part of an institution',
    goals: [filtered],
    targets: ({institution_words}) => institution_words.map((institution) => query(SAID, {institution})),
    compared: true,
    growth: true,
  },
  {
    name: 'dpoh',
    title: 'communications by part of the name of an official',
    goals: [filtered],
    targets: ({official_words}) => official_words.map((dpoh) => query(SAID, {dpoh})),
    compared: true,
    growth: true,
  },
  {
    name: 'registrations',
    title: 'registrations by partial client, in either language',
    goals: [filtered],
    targets: ({client_words}) => client_words.map((client) => query('/lobbying/registrations', {client})),
    compared: true,
  },
  {
    name: 'stats_lobbying',
    title: 'statistics of communications, unfiltered',
    goals: [grouped],
    targets: () => ['institution', 'client', 'year'].map((group_by) => query(`${SAID}/stats`, {group_by})),
    compared: true,
  },
  {
    name: 'stats_institution',
    title: 'statistics by institution of a partial client',
    goals: [grouped],
    targets: ({client_words}) =>
      client_words.map((client) => query(`${SAID}/stats`, {group_by: 'institution', client})),
    compared: true,
    growth: true,
  },
  {
    name: 'stats_client',
    title: 'statistics by client of a part of an institution',
    goals: [grouped],
    targets: ({institution_words}) =>
      institution_words.map((institution) => query(`${SAID}/stats`, {group_by: 'client', institution})),
    compared: true,
  },
  {
    name: 'search_all',
    title: 'search over all datasets',
    goals: [
      {against: 'postgres', times: 100},
      {against: 'rate', requests_s: 3000, p99_ms: 15},
    ],
    targets: ({found_words}) => found_words.map((q) => query('/search', {q})),
    compared: true,
    growth: true,
  },
  {
    name: 'search_wider',
    title: 'search with numbers, permits, organizations, places and pages',
    goals: [],
    targets: ({found_words}) => (widens ? found_words.map((q) => query('/search', {q, scope: 'all'})) : []),
    compared: false,
  },
  {
    name: 'suggestions',
    title: 'suggestions while a search is typed',
    goals: [{against: 'rate', requests_s: 10_000}],
    targets: ({found_words}) =>
      suggests
        ? found_words.map((q, i) => query('/search', {q: q.slice(0, 2 + (i % 5)), prefix: 'true'}))
        : [],
    compared: false,
  },
];
