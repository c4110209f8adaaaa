/** Tools for lobbying and parliament. */
import type {Tool} from './types.ts';

export const people: readonly Tool[] = [
  {
    name: 'search_lobbying',
    title: 'Search lobbying registrations',
    description:
      'Registrations of lobbyists: who may lobby for which client, at which institutions, on which subjects, and whether the registration is active. For what was actually talked about, and with whom, use get_lobbying_communications.',
    path: '/lobbying/registrations',
  },
  {
    name: 'get_lobbying_communications',
    title: 'Search lobbying communications',
    description:
      'Reported meetings and calls of lobbyists with public office holders: date, client, lobbyist, official, institution and subjects, newest first. Filter by part of any of these names. For the registrations behind them use search_lobbying.',
    path: '/lobbying/communications',
  },
  {
    name: 'get_client_profile',
    title: 'Lobbying client profile',
    description:
      'All about one organization that lobbies: number of communications, active registrations, its institutions, subjects and lobbyists. Takes the name of the client or part of it.',
    path: '/clients/{name}',
  },
  {
    name: 'search_bills',
    title: 'Search bills',
    description:
      'Bills of the House of Commons and the Senate: title, sponsor, state, session, newest first. Filter by part of the English title, session such as 44-1, sponsor, sector or whether it became law. Full summaries and votes of one bill are in get_bill.',
    path: '/bills',
  },
  {
    name: 'search_politicians',
    title: 'Search politicians',
    description:
      'Members of the House of Commons by name, party or province; with current false also senators and former members. Gives the slug that get_politician_profile takes.',
    path: '/politicians',
  },
  {
    name: 'get_politician_profile',
    title: 'Politician profile',
    description:
      'All about one politician: elections, committees, bills sponsored, and meetings with lobbyists. Takes the slug from search_politicians.',
    path: '/politicians/{slug}',
  },
];
