/** Lobbying communications: one record per monthly report, however many officials it names. */
import {REGISTRATION_TYPE} from '../codes/lobbying.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {details, VERSION_RULE, versionsColumn} from '../contracts/columns.ts';
import {CLIENT_KEY, CLIENT_OF} from '../derived/client_names.ts';
import {DPOHS} from '../derived/communication_links.ts';
import {ORGANIZATION_KEY, organizationOf} from '../derived/organization_keys.ts';
import {INSTITUTION_KEYS} from '../derived/public_bodies.ts';
import {FOLDED_CLIENT, JOINED_LABELS} from '../publishers/lobbying_registry.ts';
import {byQuarterAndMonth, byYear} from '../series.ts';
import type {Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import ocl from './sources/lobbying_communications.ts';

/** Joined from the links of communications. */
const linked = (name: string) => ({derived: {sql: `links.${name}`, join: 'links'}});

const OFFICIAL: Columns = {
  name: internalColumn('text', 'first and last name as filed', 'Maren Côté-Lindqvist', NOT_NULL),
  title: internalColumn('text', 'as filed', 'Member of Parliament'),
  branch: internalColumn('text', 'branch or unit as filed', null),
  institution: internalColumn('text', 'institution, else what was typed in', 'House of Commons'),
};

export const lobbying_communications: Dataset = {
  name: 'lobbying_communications',
  title: 'Lobbying communications',
  help: 'Monthly communication reports of lobbyists by the Commissioner of Lobbying, since July 2008: one record per report, in its current version. `reg_id` is the registration of the same registrant and client in force on the day of the communication.',
  id: {column: 'com_id', prefix: ''},
  columns: {
    com_id: listColumn('text', "publisher's report number", '344458', NOT_NULL),
    date: listColumn('date', 'date of the communication', '2024-05-06'),
    lobbyist_name: listColumn(
      'text',
      'registrant; where the report lacks it, of the linked registration',
      'Priya Nadeau',
      {
        ...linked('lobbyist_name'),
      },
    ),
    client: listColumn('text', 'English name, else the French one', 'Kestrel Breweries Ltd.'),
    dpoh_name: listColumn(
      'text',
      'designated public office holders: distinct values joined by `; ` in source order',
      'Maren Côté-Lindqvist; Ines Okafor',
    ),
    dpoh_title: listColumn('text', 'their titles, joined so', 'Member of Parliament; Director of Policy'),
    institution: listColumn('text', 'their institutions, joined so', 'House of Commons'),
    subjects: listColumn('text', 'labels joined by `, `', 'Government Procurement, Infrastructure'),
    lobbyist_id: detailColumn('text', 'registrant number, id of the lobbyist profile', '778218'),
    lobbyist_firm: detailColumn('text', 'firm of the linked registration', 'Northline Strategies', {
      ...linked('lobbyist_firm'),
    }),
    registration_type: detailColumn('text', 'of the linked registration', 'Consultant', {
      values: Object.keys(REGISTRATION_TYPE.values),
      ...linked('registration_type'),
    }),
    reg_id: detailColumn('text', 'the linked registration', '484710', {...linked('reg_id')}),
    subject_list: detailColumn('text[]', 'the labels of `subjects`, one by one', [
      'Government Procurement',
      'Infrastructure',
    ]),
    dpohs: {...DPOHS, visibility: 'detail', derived: {sql: 'coalesce(links.dpohs, [])', join: 'links'}},
    posted_date: detailColumn('date', 'filing date', '2024-06-15'),
    source_dataset: detailColumn('text', 'source label', ocl.label, NOT_NULL),
    source_url: detailColumn(
      'text',
      'page of the report at the publisher',
      'https://lobbycanada.gc.ca/app/secure/ocl/lrs/do/cmmLgPblcVw?comlogId=344458',
      NOT_NULL,
    ),
    versions: versionsColumn({
      com_id: detailColumn('text', "publisher's number of that row", '398177'),
      posted_date: detailColumn('date', 'day on which that row was posted', '2017-05-15'),
      rule: {...VERSION_RULE, example: 'earlier version of the report'},
    }),
    last_updated: details.last_updated,
    registrant_name: internalColumn('text', 'registrant as reported', 'Priya Nadeau'),
    client_folded: internalColumn(
      'text',
      'folded client; spellings of one client share it',
      'kestrel breweries ltd.',
    ),
    client_key: CLIENT_KEY,
    organization_key: ORGANIZATION_KEY,
    institution_keys: INSTITUTION_KEYS,
    dpoh_names: internalColumn('text[]', 'the names of `dpoh_name`, one by one', ['Maren Côté-Lindqvist']),
    institutions: internalColumn('text[]', 'the institutions of `institution`, one by one', [
      'House of Commons',
    ]),
    officials: {
      ...rowsColumn('one entry per official, as reported, without those that have no name', OFFICIAL),
      visibility: 'internal',
    },
  },
  sort: {default: 'date', keys: {date: 'date'}},
  filters: {
    client: 'partial',
    client_key: 'exact',
    organization_key: 'exact',
    lobbyist_id: 'exact',
    dpoh_names: 'partial',
    institutions: 'partial',
    lobbyist_name: 'partial',
    subject_list: 'partial',
    date: 'range',
    last_updated: 'range',
  },
  facets: [
    'client',
    'client_key',
    'lobbyist_id',
    'organization_key',
    'dpoh_names',
    'institutions',
    'lobbyist_name',
    'subject_list',
  ],
  search: ['client', 'lobbyist_name', 'dpoh_name', 'institution', 'subjects', 'lobbyist_firm', 'com_id'],
  globalSearch: {
    columns: ['client', 'lobbyist_name', 'dpoh_name', 'institution', 'subjects'],
    label: {pair: ['client', 'institutions'], between: ' → ', end: ''},
    date: 'date',
  },
  date: 'date',
  published: true,
  joins: {
    links: 'communication_links AS links ON links.com_id = r.com_id',
    client_of: CLIENT_OF,
    organization_of: organizationOf('lobbying_communications', 'client'),
  },
  stats: {
    groups: {
      institution: {sql: 'r.institutions', list: true, key: 'institution_key'},
      client: {sql: 'client_of.client', join: 'client_of', key: 'client_key'},
      year: byYear('date'),
      ...byQuarterAndMonth('date'),
      dpoh: {sql: 'r.dpoh_names', list: true, key: 'dpoh_key', added: true},
      subject: {sql: 'r.subject_list', list: true, key: 'subject_key', added: true},
      lobbyist: {sql: 'links.lobbyist_name', join: 'links', added: true},
    },
    sum: null,
  },
  versions: {
    fromOriginal: [],
    computed: {subjects: JOINED_LABELS, client_folded: FOLDED_CLIENT},
  },
  checks,
  sources: [ocl],
};
