/** The operations of the section Lobbying as the specification has them, written by hand. */
import {
  facets,
  found,
  grouped,
  keyed,
  LANG,
  PROFILE,
  PROVENANCE,
  type Row,
  type Specified,
  STATS,
  shared,
  sort,
  UPDATED,
  words,
} from './shapes.ts';

const KEYS = keyed({
  client_key: 'client_key',
  lobbyist_id: 'lobbyist_id',
  institution_key: 'institutions',
  subject_key: 'subject_list',
});

const REGISTRATION_FILTERS: Row[] = [
  ['client', 'string', 'partial client,client_fr'],
  ['lobbyist', 'string', 'partial lobbyist_name,lobbyist_firm'],
  ['institution', 'string', 'partial institutions'],
  // Each label of `subject_labels` by itself.
  ['subject', 'string', 'partial subject_list'],
  ['active', 'boolean', 'flag active'],
  ['date_from', 'date', 'gte effective_date'],
  ['date_to', 'date', 'lte effective_date'],
  [
    'q',
    'string',
    'terms client,lobbyist_name,lobbyist_firm,institutions,subject_labels,client_fr,registration_number',
  ],
  ...UPDATED,
  ...KEYS,
  ...keyed({organization_key: 'organization_keys'}),
  found('client,lobbyist_name,lobbyist_firm,institutions,subject_labels'),
];
const COMMUNICATION_FILTERS: Row[] = [
  ['client', 'string', 'partial client'],
  // Each official of `dpoh_name`, institution of `institution` and label of `subjects` by itself.
  ['dpoh', 'string', 'partial dpoh_names'],
  ['institution', 'string', 'partial institutions'],
  ['lobbyist', 'string', 'partial lobbyist_name'],
  ['subject', 'string', 'partial subject_list'],
  ['date_from', 'date', 'gte date'],
  ['date_to', 'date', 'lte date'],
  ['q', 'string', 'terms client,lobbyist_name,dpoh_name,institution,subjects,lobbyist_firm,com_id'],
  ...UPDATED,
  ...KEYS,
  ...keyed({organization_key: 'organization_key', dpoh_key: 'dpoh_names'}),
  found('client,lobbyist_name,dpoh_name,institution,subjects'),
];

const REGISTRATION =
  words(`reg_id registration_number client lobbyist_name lobbyist_id lobbyist_firm registration_type
  effective_date end_date active subject_labels institutions`);
const REGISTRATION_DETAIL =
  words(`${REGISTRATION.join(' ')} client_fr client_number posted_date subjects beneficiaries
  subject_details in_house_lobbyists communications_count source_dataset source_url versions
  last_updated`);
const COMMUNICATION = words('com_id date lobbyist_name client dpoh_name dpoh_title institution subjects');
const COMMUNICATION_DETAIL =
  words(`${COMMUNICATION.join(' ')} lobbyist_id lobbyist_firm registration_type reg_id subject_list dpohs
  posted_date source_dataset source_url versions last_updated`);
const LOBBYIST =
  words(`lobbyist_id lobbyist_name firm_name registration_type client_count total_communications
  active_registrations top_institutions top_subjects first_seen_date last_seen_date recent_communications`);
const CLIENT =
  words(`client client_key total_communications active_registrations top_institutions top_subjects
  top_lobbyists first_communication_date last_communication_date`);

const stats = (filters: Row[], groups: string[]): Row[] => [...filters, ...grouped(groups, null)];

export const LOBBYING: Record<string, Specified> = {
  '/lobbying/registrations': {
    parameters: [
      ...REGISTRATION_FILTERS,
      ...sort(['date'], 'desc', 'reg_id'),
      ...shared(50, REGISTRATION),
      facets(
        'client lobbyist institution subject active client_key lobbyist_id institution_key subject_key organization_key',
      ),
    ],
    fields: REGISTRATION,
    feed: true,
  },
  '/lobbying/registrations/{reg_id}': {
    parameters: [PROVENANCE, LANG],
    fields: REGISTRATION_DETAIL,
    missing: 'Registration not found.',
  },
  '/lobbying/registrations/stats': {
    parameters: stats(REGISTRATION_FILTERS, ['registration_type', 'institution', 'year']),
    fields: STATS,
  },
  '/lobbying/communications': {
    parameters: [
      ...COMMUNICATION_FILTERS,
      ...sort(['date'], 'desc', 'com_id'),
      ...shared(50, COMMUNICATION, 500),
      facets(
        'client dpoh institution lobbyist subject client_key lobbyist_id institution_key subject_key organization_key dpoh_key',
      ),
    ],
    fields: COMMUNICATION,
    feed: true,
  },
  '/lobbying/communications/{com_id}': {
    parameters: [PROVENANCE, LANG],
    fields: COMMUNICATION_DETAIL,
    missing: 'Communication not found.',
  },
  '/lobbying/communications/stats': {
    parameters: stats(COMMUNICATION_FILTERS, ['institution', 'client', 'year']),
    fields: STATS,
  },
  '/lobbyists/{lobbyist_id}': {parameters: [LANG], fields: LOBBYIST, missing: 'Lobbyist not found.'},
  '/clients/{name}': {parameters: PROFILE, fields: CLIENT, missing: 'Client not found.'},
};
