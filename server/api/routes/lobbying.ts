/** Routes of the section Lobbying. */
import {asAdded, bound, flag, foundIn, partial, partialBody, searchOf, UPDATED} from './filters.ts';
import {keys} from './keys.ts';
import type {DeclaredRoute, Parameters} from './types.ts';

const section = 'Lobbying';

const EXACT = keys({
  client_key: 'client_key',
  lobbyist_id: 'lobbyist_id',
  institution_key: 'institutions',
  subject_key: 'subject_list',
});

const REGISTRATIONS: Parameters = {
  client: partial(['client', 'client_fr'], 'part of the English or French name of the client', 'kestrel'),
  lobbyist: partial(
    ['lobbyist_name', 'lobbyist_firm'],
    'part of the name of the registrant or firm',
    'nadeau',
  ),
  institution: partialBody('institutions', 'part of the name of one institution', 'transport canada'),
  subject: partial('subject_list', 'part of one subject', 'procurement'),
  active: flag('active', 'true: active on the data date, false: expired'),
  date_from: bound('date', 'gte', 'effective_date', 'first day', '2023-04-01'),
  date_to: bound('date', 'lte', 'effective_date', 'last day', '2024-03-31'),
  ...asAdded({q: searchOf('lobbying_registrations', 'kestrel transport'), ...UPDATED}),
  ...EXACT,
  ...keys({organization_key: 'organization_keys'}),
  ...foundIn('lobbying_registrations', 'kestrel transport'),
};

const COMMUNICATIONS: Parameters = {
  client: partial('client', 'part of the name of the client', 'kestrel'),
  dpoh: partial('dpoh_names', 'part of the name of one official', 'côté'),
  institution: partialBody('institutions', 'part of the name of one institution', 'house of commons'),
  lobbyist: partial('lobbyist_name', 'part of the name of the registrant', 'nadeau'),
  subject: partial('subject_list', 'part of one subject', 'procurement'),
  date_from: bound('date', 'gte', 'date', 'first day', '2023-04-01'),
  date_to: bound('date', 'lte', 'date', 'last day', '2024-03-31'),
  ...asAdded({q: searchOf('lobbying_communications', 'kestrel procurement'), ...UPDATED}),
  ...EXACT,
  ...keys({organization_key: 'organization_key', dpoh_key: 'dpoh_names'}),
  ...foundIn('lobbying_communications', 'kestrel procurement'),
};

const STATS = {kind: 'stats', section, limit: 100, max: 200} as const;

export const lobbying: readonly DeclaredRoute[] = [
  {
    kind: 'list',
    path: '/lobbying/registrations',
    section,
    summary: 'Lobbying registrations, newest first',
    help: 'A registration is one record for each version that was filed: `registration_number` without its last part names all of them. It moves only from active to expired, when `end_date` passes.',
    dataset: 'lobbying_registrations',
    parameters: REGISTRATIONS,
    limit: 50,
    max: 200,
  },
  {
    kind: 'detail',
    path: '/lobbying/registrations/{reg_id}',
    section,
    summary: 'One registration',
    dataset: 'lobbying_registrations',
    parameters: {},
    missing: {en: 'Registration not found.', fr: 'Enregistrement introuvable.'},
  },
  {
    ...STATS,
    path: '/lobbying/registrations/stats',
    summary: 'Registrations grouped',
    help: 'Groups are ordered by `record_count`. A registration that names several institutions counts once in each, so that groups may add up to more than the number of records.',
    dataset: 'lobbying_registrations',
    parameters: REGISTRATIONS,
  },
  {
    kind: 'list',
    path: '/lobbying/communications',
    section,
    summary: 'Lobbying communications, newest first',
    help: 'One record per report, whatever the number of officials.',
    dataset: 'lobbying_communications',
    parameters: COMMUNICATIONS,
    limit: 50,
    max: 500,
  },
  {
    kind: 'detail',
    path: '/lobbying/communications/{com_id}',
    section,
    summary: 'One communication',
    help: '`reg_id` is the registration of the same registrant number and client in force on the day of the communication, the one with the latest `effective_date`. `politician_slug` is found by the name of the official; people of one name cannot be told apart by it, and where several fit none is linked.',
    dataset: 'lobbying_communications',
    parameters: {},
    missing: {en: 'Communication not found.', fr: 'Communication introuvable.'},
  },
  {
    ...STATS,
    path: '/lobbying/communications/stats',
    summary: 'Communications grouped',
    help: 'Groups are ordered by `record_count`. A communication with officials of several institutions counts once in each, so that groups may add up to more than the number of records.',
    dataset: 'lobbying_communications',
    parameters: COMMUNICATIONS,
  },
  {
    kind: 'profile',
    path: '/lobbyists/{lobbyist_id}',
    section,
    summary: 'Lobbyist profile',
    help: 'The id is the registrant number found in registrations and in the details of communications.',
    entity: 'lobbyists',
    parameters: {},
    missing: {en: 'Lobbyist not found.', fr: 'Lobbyiste introuvable.'},
  },
  {
    kind: 'profile',
    path: '/clients/{name}',
    section,
    summary: 'Client profile',
    help: 'Clients are one per folded name over registrations and communications; names that differ in the legal form alone are one client where a registrant filed under both. The name is looked for as the name of a client, as the beginning of one, then anywhere in one; among several the client with the most communications is taken. `name` wins over the path segment.',
    entity: 'clients',
    parameters: {},
    missing: {en: 'Client not found.', fr: 'Client introuvable.'},
  },
];
