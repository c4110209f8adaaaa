/** Tools for lobbying and parliament. */
import type {Tool} from './types.ts';

export const people: readonly Tool[] = [
  {
    name: 'search_lobbying',
    title: 'Search lobbying registrations',
    description:
      'Registrations of lobbyists: who may lobby for which client, which institutions, on what, and whether it is active. One record for each version filed. Clients are counted by spelling, English and French apart. For what was talked about use get_lobbying_communications.',
    path: '/lobbying/registrations',
  },
  {
    name: 'get_lobbying_communications',
    title: 'Search lobbying communications',
    description:
      'Reported meetings and calls of lobbyists with public office holders (dpoh), newest first: one record per report, however many officials and institutions. Clients are counted by spelling. Names of officials come in any order of words: look by last name.',
    path: '/lobbying/communications',
  },
  {
    name: 'get_client_profile',
    title: 'Lobbying client profile',
    description:
      'All about one organization that lobbies: communications, active registrations, institutions, subjects, lobbyists. Takes its name or part of it: check the name in the answer.',
    path: '/clients/{name}',
  },
  {
    name: 'search_bills',
    title: 'Search bills',
    description:
      'Bills of the House of Commons and the Senate, newest first, by part of the English title, session (44-1), sponsor, sector, or law true: those that became law. get_bill has the dates and votes of one.',
    path: '/bills',
  },
  {
    name: 'search_politicians',
    title: 'Search politicians',
    description:
      'Sitting members of the House of Commons; with current false also senators and former members. Gives the slug for get_politician_profile.',
    path: '/politicians',
  },
  {
    name: 'get_politician_profile',
    title: 'Politician profile',
    description:
      'All about one politician: elections, committees, bills sponsored, meetings with lobbyists, by slug.',
    path: '/politicians/{slug}',
  },
];
