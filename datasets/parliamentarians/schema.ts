/**
 * Parliamentarians: members of the House and senators since 1867, one record per person; the records of
 * politicians show them.
 */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {listColumn, NOT_NULL} from '../columns.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import library from './sources/parlinfo.ts';

const province = listColumn('text', 'two-letter code', 'NS', {values: PROVINCE_CODES});

export const parliamentarians: Dataset = {
  name: 'parliamentarians',
  title: 'Parliamentarians',
  help: 'People who ever sat in the House of Commons or in the Senate, with their roles, elections and committees as the Library of Parliament publishes them. Birth, origin, religion, family and addresses are not kept. The records of politicians show them.',
  id: {column: 'library_id', prefix: ''},
  columns: {
    library_id: listColumn('text', "the Library's number of the person", '21345', NOT_NULL),
    house_id: listColumn('text', "the House of Commons' number, where the Library gives it", '104682'),
    house_pages: listColumn(
      'rows',
      'pages of members at the House that the profile links to, not all of them of this person',
      [],
      {
        fields: {
          house_id: listColumn('text', "the House's number in the address", '104682'),
          name: listColumn('text', 'the name in the address', 'maren cote lindqvist'),
        },
      },
    ),
    name: listColumn('text', 'first and last name', 'Maren Côté-Lindqvist', NOT_NULL),
    name_forms: listColumn(
      'text[]',
      'the name with the usual, the formal and the middle name, and as it stood on ballots, each form once',
      ['Maren Côté-Lindqvist'],
    ),
    is_member: listColumn('boolean', 'sits in the House of Commons', true, NOT_NULL),
    is_senator: listColumn('boolean', 'sits in the Senate', false, NOT_NULL),
    roles: listColumn(
      'rows',
      'mandates, parties, caucuses, offices, committees and boards, oldest first',
      [],
      {
        fields: {
          from_date: listColumn('date', 'first day', '2019-10-21'),
          to_date: listColumn('date', 'last day; null while it lasts', null),
          role_id: listColumn(
            'integer',
            "the Library's number of the kind of role: 719 mandate in the House, 718 in the Senate, 722 party",
            719,
          ),
          role: listColumn('text', "publisher's word", 'Constituency Member'),
          organization: listColumn('text', 'riding, division, party or body', 'Harbour—Northline'),
          kind: listColumn('text', 'kind of the organization', 'Constituency'),
          province,
          party: listColumn(
            'text',
            'of parties and caucuses in Parliament: as the House of Commons names caucuses, else as published',
            null,
          ),
        },
      },
    ),
    elections: listColumn('rows', 'elections in which the person stood, oldest first', [], {
      fields: {
        date: listColumn('date', 'day of the election', '2019-10-21'),
        riding: listColumn('text', 'as published, with an em dash', 'Harbour—Northline'),
        province,
        party: listColumn('text', 'party in full', 'Liberal Party of Canada'),
        votes: listColumn(
          'integer',
          'votes for the person; null where they are unknown, and where nobody else stood',
          20417,
        ),
        result: listColumn('text', 'outcome', 'Elected', {values: ['Elected', 'Defeated']}),
      },
    }),
    committees: listColumn('rows', 'committees by session', [], {
      fields: {
        session_id: listColumn('text', '`<parliament>-<session>`', '43-1'),
        role: listColumn('text', "publisher's word", 'Member'),
        committee: listColumn('text', 'full English title', 'Standing Committee on Fisheries and Oceans'),
        chamber: listColumn('text', 'whose committee it is', 'House of Commons'),
      },
    }),
    source_url: listColumn(
      'text',
      "the person's page at the publisher",
      'https://lop.parl.ca/sites/ParlInfo/default/en_CA/People/Profile?personId=21345',
      NOT_NULL,
    ),
    source_dataset: listColumn('text', 'source label', library.label, NOT_NULL),
  },
  sort: {default: 'name', keys: {name: 'name'}},
  filters: {},
  date: null,
  published: false,
  versions: {
    fromOriginal: [],
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
