/** Lobbying registrations: one record per filed version. */
import {REGISTRATION_TYPE} from '../codes/lobbying.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {details, VERSION_RULE, versionsColumn} from '../contracts/columns.ts';
import {CLIENT_KEY, CLIENT_OF} from '../derived/client_names.ts';
import {keysColumn, linkJoin} from '../derived/organization_keys.ts';
import {INSTITUTION_KEYS} from '../derived/public_bodies.ts';
import {FOLDED_CLIENT, JOINED_LABELS} from '../publishers/lobbying_registry.ts';
import {byQuarterAndMonth, byYear} from '../series.ts';
import type {Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import ocl from './sources/lobbying_registrations.ts';

const SUBJECT: Columns = {
  code: detailColumn('text', 'code of the publisher', 'SMT-17'),
  label: detailColumn(
    'text',
    "English name, in place of `Other` the filer's words",
    'Government Procurement',
    NOT_NULL,
  ),
};
const BENEFICIARY: Columns = {
  name: detailColumn('text', 'English name, else the French one', 'Kestrel Holdings Inc.', NOT_NULL),
  type: detailColumn('text', 'as published', 'PARENT'),
};
const FUNDING: Columns = {
  institution: internalColumn('text', 'as typed', 'Canada Revenue Agency (CRA)'),
  amount: internalColumn('money', 'as stated; every version repeats it', 192648603.55),
  expected: internalColumn('text', 'whether more is expected, as published', 'N'),
  text: internalColumn('text', 'what it is for', null),
};

export const lobbying_registrations: Dataset = {
  name: 'lobbying_registrations',
  title: 'Lobbying registrations',
  help: 'Registrations of lobbyists by the Commissioner of Lobbying: one record for every filed version, since 1996.',
  id: {column: 'reg_id', prefix: ''},
  columns: {
    reg_id: listColumn('text', "publisher's row id, one per filed version", '484710', NOT_NULL),
    registration_number: listColumn('text', 'printed number: registrant, client, version', '777408-4993-4'),
    client: listColumn('text', 'English name, else the French one', 'Kestrel Breweries Ltd.'),
    lobbyist_name: listColumn(
      'text',
      'registrant: the consultant, or the officer who files for an employer',
      'Priya Nadeau',
    ),
    lobbyist_id: listColumn('text', 'registrant number, id of the lobbyist profile', '778218'),
    lobbyist_firm: listColumn('text', "consultant's firm; null for in-house filings", 'Northline Strategies'),
    registration_type: listColumn('text', 'who files', 'Consultant', {
      ...NOT_NULL,
      values: Object.keys(REGISTRATION_TYPE.values),
    }),
    effective_date: listColumn('date', 'first day', '2024-03-14'),
    end_date: listColumn('date', 'last day; null: open', null),
    active: listColumn('boolean', '`end_date` is null or not before the data date', true, {
      ...NOT_NULL,
      derived: {sql: '(r.end_date IS NULL OR r.end_date >= as_of())'},
    }),
    subject_labels: listColumn(
      'text',
      'labels joined by `, ` in source order',
      'Government Procurement, Infrastructure',
    ),
    institutions: listColumn('text[]', 'names, source order', ['Transport Canada (TC)', 'House of Commons']),
    client_fr: detailColumn('text', 'French name, as published', 'Brasseries Kestrel ltée'),
    client_number: detailColumn('text', 'as published; one company has several', '4993'),
    posted_date: detailColumn('date', 'filing date', '2024-03-15'),
    subjects: rowsColumn('as filed', SUBJECT),
    beneficiaries: rowsColumn('as filed', BENEFICIARY),
    subject_details: detailColumn('text[]', 'texts of the filing', ['Excise duty on small brewers']),
    in_house_lobbyists: detailColumn('text[]', 'names of the employees who lobby', ['Ines Okafor']),
    communications_count: detailColumn('integer', 'communications whose `reg_id` is this one', 3, {
      ...NOT_NULL,
      derived: {sql: 'coalesce(counted.communications, 0)', join: 'counted'},
    }),
    source_dataset: detailColumn('text', 'source label', ocl.label, NOT_NULL),
    source_url: detailColumn(
      'text',
      'page of the registration at the publisher',
      'https://lobbycanada.gc.ca/app/secure/ocl/lrs/do/vwRg?cno=4993&regId=484710',
      NOT_NULL,
    ),
    versions: versionsColumn({
      reg_id: detailColumn('text', "publisher's number of that row", '484710'),
      posted_date: detailColumn('date', 'day on which that row was posted', '2017-05-15'),
      rule: {...VERSION_RULE, example: 'version published again'},
    }),
    last_updated: details.last_updated,
    subject_list: internalColumn('text[]', 'the labels of `subject_labels`, one by one', [
      'Government Procurement',
    ]),
    client_folded: internalColumn(
      'text',
      'folded client; spellings of one client share it',
      'kestrel breweries ltd.',
    ),
    client_key: CLIENT_KEY,
    organization_keys: keysColumn(
      ['[client_link.organization_key]', 'coalesce(beneficiary_of.keys, [])'],
      'organizations_of',
    ),
    institution_keys: INSTITUTION_KEYS,
    previous_reg_id: internalColumn('text', '`reg_id` of the version before', null),
    government_funding: {
      ...rowsColumn(
        'public money that the client says it received; never to be added up over versions',
        FUNDING,
      ),
      visibility: 'internal',
    },
  },
  sort: {default: 'date', keys: {date: 'effective_date'}},
  filters: {
    client: 'partial',
    client_key: 'exact',
    organization_keys: 'exact',
    lobbyist_id: 'exact',
    client_fr: 'partial',
    lobbyist_name: 'partial',
    lobbyist_firm: 'partial',
    institutions: 'partial',
    subject_list: 'partial',
    active: 'exact',
    effective_date: 'range',
    last_updated: 'range',
  },
  facets: [
    'client',
    'client_key',
    'lobbyist_id',
    'organization_keys',
    'lobbyist_name',
    'institutions',
    'subject_list',
    'active',
  ],
  search: [
    'client',
    'lobbyist_name',
    'lobbyist_firm',
    'institutions',
    'subject_labels',
    'client_fr',
    'registration_number',
  ],
  globalSearch: {
    columns: ['client', 'lobbyist_name', 'lobbyist_firm', 'institutions', 'subject_labels'],
    label: {column: 'client'},
    date: 'effective_date',
  },
  date: 'effective_date',
  published: true,
  joins: {
    counted: `(SELECT reg_id, count(*) AS communications FROM communication_links WHERE reg_id IS NOT NULL GROUP BY reg_id)
      AS counted ON counted.reg_id = r.reg_id`,
    client_of: CLIENT_OF,
    organizations_of: `${linkJoin('lobbying_registrations', 'client', 'client_link')}
      LEFT JOIN beneficiary_organizations AS beneficiary_of ON beneficiary_of.reg_id = r.reg_id`,
  },
  stats: {
    groups: {
      registration_type: {sql: 'r.registration_type'},
      institution: {sql: 'r.institutions', list: true, key: 'institution_key'},
      year: byYear('effective_date'),
      ...byQuarterAndMonth('effective_date'),
    },
    sum: null,
  },
  versions: {
    fromOriginal: [],
    computed: {
      subject_labels: JOINED_LABELS,
      client_folded: FOLDED_CLIENT,
      // Some in-house filings repeat the employer there.
      lobbyist_firm: `CASE WHEN rec.registration_type = 'Consultant' THEN rec.lobbyist_firm END`,
    },
  },
  checks,
  sources: [ocl],
};
