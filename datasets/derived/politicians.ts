/** Politicians: members of the House of Commons and senators, one a person (specification 5.2). */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import type {Column, Columns, Derived} from '../types.ts';
import {PEOPLE, PEOPLE_LINKS} from './politician_people.ts';
import {PLACE_LINKS, POLITICIAN_SECTIONS} from './politician_sections.ts';

const text = (shown: Column['shown'], help: string, example: string): Column => ({
  type: 'text',
  nullable: true,
  shown,
  help,
  example,
});
const day = (help: string, example: string | null): Column => ({
  type: 'date',
  nullable: true,
  shown: 'internal',
  help,
  example,
});

/** Times for which something is known of a person, oldest first; an open end is null. */
const spells = (help: string, fields: Columns): Column => ({
  type: 'rows',
  nullable: false,
  shown: 'internal',
  help,
  example: [],
  fields: {
    from_date: day('first day', '2019-10-21'),
    to_date: day('last day; null while it lasts', null),
    ...fields,
  },
});

/** The stored columns of `politicians`; the internal ones are for links from other records. */
const columns: Columns = {
  id: {
    type: 'integer',
    nullable: false,
    shown: 'list',
    help: "person number: that of the House of Commons; where there is none, the Library of Parliament's plus 10,000,000",
    example: 104682,
  },
  name: {...text('list', 'first and last name', 'Maren Côté-Lindqvist'), nullable: false},
  slug: {
    ...text(
      'list',
      'the name as a slug; of several people with one slug the smallest `id` keeps it plain',
      'maren-cote-lindqvist',
    ),
    nullable: false,
  },
  current: {
    type: 'boolean',
    nullable: false,
    shown: 'list',
    help: 'a sitting member of the House of Commons',
    example: true,
  },
  current_party: text('list', 'House caucus; for former members and senators the last one', 'Independent'),
  current_riding: text(
    'list',
    'riding or senate division; for former members the last one',
    'Harbour—Northline',
  ),
  province: {
    ...text('list', 'two-letter code of the riding or senate division', 'NS'),
    values: PROVINCE_CODES,
  },
  image_url: text(
    'detail',
    "publisher's photo",
    'https://www.ourcommons.ca/Content/Parliamentarians/Images/OfficialMPPhotos/45/CoteLindqvistMaren_IND.jpg',
  ),
  source_url: text(
    'detail',
    "the person's page at the publisher",
    'https://www.ourcommons.ca/members/en/104682',
  ),
  last_updated: {
    type: 'timestamp',
    nullable: false,
    shown: 'detail',
    help: 'load in which the record of the House or of the Library last changed, UTC',
    example: '2026-11-21T06:00:00',
  },
  house_id: {
    type: 'integer',
    nullable: true,
    shown: 'internal',
    help: 'person number of the House of Commons',
    example: 104682,
  },
  library_id: {
    type: 'integer',
    nullable: true,
    shown: 'internal',
    help: 'person number of the Library of Parliament',
    example: 21345,
  },
  folded_names: {
    type: 'text[]',
    nullable: false,
    shown: 'internal',
    help: 'keys of the name (`person_key_of`), first name first: as the House and the Library write it, with the formal and with the usual first name, and as it stood on ballots',
    example: ['maren cote lindqvist'],
  },
  terms: spells('terms in Parliament, oldest first', {
    chamber: {
      ...text('internal', '`House` or `Senate`', 'House'),
      nullable: false,
      values: ['House', 'Senate'],
    },
    riding: text('internal', 'riding or senate division', 'Harbour—Northline'),
    province: {...text('internal', 'two-letter code', 'NS'), values: PROVINCE_CODES},
    party: text('internal', 'House caucus of the term', 'Independent'),
  }),
  parties: spells('parties in Parliament, oldest first', {
    party: {
      ...text('internal', 'House caucus, else the party as the Library names it', 'Independent'),
      nullable: false,
    },
  }),
};

export const politicians: Derived = {
  name: 'politicians',
  title: 'Politicians',
  help: 'Members of the House of Commons and senators, now and before: the people of the House and of the Library of Parliament, one record a person. Links from other records compare names, so that people of one name cannot be told apart where nothing else does.',
  key: {column: 'slug', rank: 'id'},
  columns,
  sort: {default: 'name', keys: {name: 'name'}},
  filters: {name: 'partial', current_party: 'partial', province: 'exact', current: 'exact'},
  found: {columns: ['name', 'current_party', 'current_riding'], label: {sql: 'r.name'}},
  sql: PEOPLE,
  names: 'SELECT slug AS name, slug AS known, slug AS entity FROM politicians',
  exact: true,
  links: `${PEOPLE_LINKS} UNION ALL FROM (${PLACE_LINKS})`,
  sections: POLITICIAN_SECTIONS,
  profile: [
    'id',
    'name',
    'slug',
    'current',
    'current_party',
    'current_riding',
    'province',
    'image_url',
    'source_url',
    'last_updated',
    ...Object.keys(POLITICIAN_SECTIONS),
  ],
};
