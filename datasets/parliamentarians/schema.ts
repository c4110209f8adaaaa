/** Parliamentarians: members of the House and senators since 1867, one record a person; the records of politicians show them. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {listed, NEVER_NULL} from '../columns.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import library from './sources/parlinfo.ts';

const province = listed('text', 'two-letter code', 'NS', {values: PROVINCE_CODES});

export const parliamentarians: Dataset = {
  name: 'parliamentarians',
  title: 'Parliamentarians',
  help: 'People who ever sat in the House of Commons or in the Senate, with their roles, elections and committees as the Library of Parliament publishes them. Nothing of their birth, origin, religion, families and addresses is kept. The records of politicians show them.',
  id: {column: 'library_id', prefix: ''},
  columns: {
    library_id: listed('text', "the Library's number of the person", '21345', NEVER_NULL),
    house_id: listed(
      'text',
      "the House of Commons' number, where the Library gives it or links to it",
      '104682',
    ),
    name: listed('text', 'first and last name', 'Maren Côté-Lindqvist', NEVER_NULL),
    name_forms: listed(
      'text[]',
      'the name with the usual, the formal and the middle name, and as it stood on ballots, each form once',
      ['Maren Côté-Lindqvist'],
    ),
    is_member: listed('boolean', 'sits in the House of Commons', true, NEVER_NULL),
    is_senator: listed('boolean', 'sits in the Senate', false, NEVER_NULL),
    roles: listed('rows', 'mandates, parties, caucuses, offices, committees and boards, oldest first', [], {
      fields: {
        from_date: listed('date', 'first day', '2019-10-21'),
        to_date: listed('date', 'last day; null while it lasts', null),
        role_id: listed(
          'integer',
          "the Library's number of the kind of role: 719 mandate in the House, 718 in the Senate, 722 party",
          719,
        ),
        role: listed('text', "publisher's word", 'Constituency Member'),
        organization: listed('text', 'riding, division, party or body', 'Harbour—Northline'),
        kind: listed('text', 'kind of the organization', 'Constituency'),
        province,
        party: listed(
          'text',
          'of parties and caucuses in Parliament: as the House of Commons names caucuses, else as published',
          null,
        ),
      },
    }),
    elections: listed('rows', 'elections in which the person stood, oldest first', [], {
      fields: {
        date: listed('date', 'day of the election', '2019-10-21'),
        riding: listed('text', 'as published, with an em dash', 'Harbour—Northline'),
        province,
        party: listed('text', 'party in full', 'Liberal Party of Canada'),
        votes: listed(
          'integer',
          'votes for the person; null where they are unknown, and where nobody else stood',
          20417,
        ),
        result: listed('text', 'outcome', 'Elected', {values: ['Elected', 'Defeated']}),
      },
    }),
    committees: listed('rows', 'committees by session', [], {
      fields: {
        session_id: listed('text', '`<parliament>-<session>`', '43-1'),
        role: listed('text', "publisher's word", 'Member'),
        committee: listed('text', 'full English title', 'Standing Committee on Fisheries and Oceans'),
        chamber: listed('text', 'whose committee it is', 'House of Commons'),
      },
    }),
    source_url: listed(
      'text',
      "the person's page at the publisher",
      'https://lop.parl.ca/sites/ParlInfo/default/en_CA/People/Profile?personId=21345',
      NEVER_NULL,
    ),
    source_dataset: listed('text', 'source label', library.label, NEVER_NULL),
  },
  sort: {default: 'name', keys: {name: 'name'}},
  filters: {},
  date: null,
  published: false,
  versions: {
    from_original: [],
    computed: {
      name_forms: 'list_sort(list_distinct(rec.name_forms))',
      roles: 'list_sort(rec.roles)',
      elections: 'list_sort(rec.elections)',
      committees: 'list_sort(rec.committees)',
    },
  },
  checks,
  sources: [library],
};
