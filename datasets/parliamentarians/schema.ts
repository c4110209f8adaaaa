/** Parliamentarians: members of the House and senators since 1867, one record a person; the records of politicians show them. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import type {Column, Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import library from './sources/parlinfo.ts';

const text = (help: string, example: string | null, more: object = {}): Column => ({
  type: 'text',
  nullable: true,
  shown: 'list',
  help,
  example,
  ...more,
});
const day = (help: string, example: string | null): Column => ({
  type: 'date',
  nullable: true,
  shown: 'list',
  help,
  example,
});
const integer = (help: string, example: number): Column => ({
  type: 'integer',
  nullable: true,
  shown: 'list',
  help,
  example,
});
const flag = (help: string, example: boolean): Column => ({
  type: 'boolean',
  nullable: false,
  shown: 'list',
  help,
  example,
});
const rows = (help: string, fields: Columns): Column => ({
  type: 'rows',
  nullable: false,
  shown: 'list',
  help,
  fields,
  example: [],
});

const province = text('two-letter code', 'NS', {values: PROVINCE_CODES});

export const parliamentarians: Dataset = {
  name: 'parliamentarians',
  title: 'Parliamentarians',
  help: 'People who ever sat in the House of Commons or in the Senate, with their roles, elections and committees as the Library of Parliament publishes them. Nothing of their birth, origin, religion, families and addresses is kept. The records of politicians show them.',
  id: {column: 'library_id', prefix: ''},
  columns: {
    library_id: text("the Library's number of the person", '21345', {nullable: false}),
    house_id: text("the House of Commons' number, where the Library gives it or links to it", '104682'),
    name: text('first and last name', 'Maren Côté-Lindqvist', {nullable: false}),
    name_forms: {
      type: 'text[]',
      nullable: false,
      shown: 'list',
      help: 'the name with the usual, the formal and the middle name, and as it stood on ballots, each form once',
      example: ['Maren Côté-Lindqvist'],
    },
    is_member: flag('sits in the House of Commons', true),
    is_senator: flag('sits in the Senate', false),
    roles: rows('mandates, parties, caucuses, offices, committees and boards, oldest first', {
      from_date: day('first day', '2019-10-21'),
      to_date: day('last day; null while it lasts', null),
      role_id: integer(
        "the Library's number of the kind of role: 719 mandate in the House, 718 in the Senate, 722 party",
        719,
      ),
      role: text("publisher's word", 'Constituency Member'),
      organization: text('riding, division, party or body', 'Harbour—Northline'),
      kind: text('kind of the organization', 'Constituency'),
      province,
      party: text('of parties and caucuses: as the House of Commons names caucuses, else as published', null),
    }),
    elections: rows('elections in which the person stood, oldest first', {
      date: day('day of the election', '2019-10-21'),
      riding: text('as published, with an em dash', 'Harbour—Northline'),
      province,
      party: text('party in full', 'Liberal Party of Canada'),
      votes: integer('votes for the person; null where they are unknown, and where nobody else stood', 20417),
      result: text('outcome', 'Elected', {values: ['Elected', 'Defeated']}),
    }),
    committees: rows('committees by session', {
      session_id: text('`<parliament>-<session>`', '43-1'),
      role: text("publisher's word", 'Member'),
      committee: text('full English title', 'Standing Committee on Fisheries and Oceans'),
      chamber: text('whose committee it is', 'House of Commons'),
    }),
    source_url: text(
      "the person's page at the publisher",
      'https://lop.parl.ca/sites/ParlInfo/default/en_CA/People/Profile?personId=21345',
      {nullable: false},
    ),
    source_dataset: text('source label', 'ParlInfo Parliamentarians', {nullable: false}),
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
