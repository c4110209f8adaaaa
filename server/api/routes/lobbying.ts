/** Routes of the section Lobbying. */
import {asAdded, bound, flag, foundIn, partial, partialBody, searchOf, UPDATED} from './filters.ts';
import {keys} from './keys.ts';
import {routesIn} from './kinds.ts';
import type {DeclaredRoute, Parameters} from './types.ts';

const section = 'Lobbying';
const {list, detail, stats, profile} = routesIn(section);

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

export const lobbying: readonly DeclaredRoute[] = [
  list(
    '/lobbying/registrations',
    'lobbying_registrations',
    'Lobbying registrations, newest first',
    REGISTRATIONS,
    {
      help: 'A registration is one record for each version that was filed: `registration_number` without its last part names all of them. It moves only from active to expired, when `end_date` passes.',
    },
  ),
  detail('/lobbying/registrations/{reg_id}', 'lobbying_registrations', 'One registration', {
    en: 'Registration not found.',
    fr: 'Enregistrement introuvable.',
  }),
  stats('/lobbying/registrations/stats', 'lobbying_registrations', 'Registrations grouped', REGISTRATIONS, {
    help: 'Groups are ordered by `record_count`. A registration that names several institutions counts once in each, so that groups may add up to more than the number of records.',
  }),
  list(
    '/lobbying/communications',
    'lobbying_communications',
    'Lobbying communications, newest first',
    COMMUNICATIONS,
    {help: 'One record per report, whatever the number of officials.', max: 500},
  ),
  detail(
    '/lobbying/communications/{com_id}',
    'lobbying_communications',
    'One communication',
    {en: 'Communication not found.', fr: 'Communication introuvable.'},
    {
      help: '`reg_id` is the registration of the same registrant number and client in force on the day of the communication, the one with the latest `effective_date`. `politician_slug` is found by the name of the official; people of one name cannot be told apart by it, and where several fit none is linked.',
    },
  ),
  stats(
    '/lobbying/communications/stats',
    'lobbying_communications',
    'Communications grouped',
    COMMUNICATIONS,
    {
      help: 'Groups are ordered by `record_count`. A communication with officials of several institutions counts once in each, so that groups may add up to more than the number of records.',
    },
  ),
  profile(
    '/lobbyists/{lobbyist_id}',
    'lobbyists',
    'Lobbyist profile',
    {en: 'Lobbyist not found.', fr: 'Lobbyiste introuvable.'},
    {help: 'The id is the registrant number found in registrations and in the details of communications.'},
  ),
  profile(
    '/clients/{name}',
    'clients',
    'Client profile',
    {en: 'Client not found.', fr: 'Client introuvable.'},
    {
      help: 'Clients are one per folded name over registrations and communications; names that differ in the legal form alone are one client where a registrant filed under both. The name is looked for as the name of a client, as the beginning of one, then anywhere in one; among several the client with the most communications is taken. `name` wins over the path segment.',
    },
  ),
];
