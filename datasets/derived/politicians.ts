/** Politicians: members of the House of Commons and senators, one a person (specification 5.2). */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detail, internal, listed, NEVER_NULL} from '../columns.ts';
import type {Columns, Derived} from '../types.ts';
import {PEOPLE, PEOPLE_LINKS} from './politician_people.ts';
import {PLACE_LINKS} from './politician_places.ts';
import {POLITICIAN_SECTIONS} from './politician_sections.ts';

const PROVINCE = {values: PROVINCE_CODES};
/** Times for which something is known of a person. */
const SPELL: Columns = {
  from_date: internal('date', 'first day', '2019-10-21'),
  to_date: internal('date', 'last day; null while it lasts', null),
};

export const politicians: Derived = {
  name: 'politicians',
  title: 'Politicians',
  help: 'Members of the House of Commons and senators, now and before: the people of the House and of the Library of Parliament, one record a person. Links from communications, bills and committees compare names where no number is published; people of one name cannot be told apart then.',
  published: true,
  key: {column: 'slug', rank: 'name'},
  columns: {
    id: listed(
      'integer',
      "person number: that of the House of Commons; where there is none, the Library of Parliament's plus 10,000,000",
      104682,
      NEVER_NULL,
    ),
    name: listed('text', 'first and last name', 'Maren Côté-Lindqvist', NEVER_NULL),
    slug: listed(
      'text',
      'the name as a slug; of several people with one slug the smallest `id` keeps it plain, the others add `-<id>`',
      'maren-cote-lindqvist',
      NEVER_NULL,
    ),
    current: listed('boolean', 'a sitting member of the House of Commons', true, NEVER_NULL),
    current_party: listed(
      'text',
      'House caucus, of former members the last one; of senators the party or group',
      'Independent',
    ),
    current_riding: listed(
      'text',
      'riding, of former members the last one; of senators the division',
      'Harbour—Northline',
    ),
    province: listed('text', 'two-letter code of the riding or senate division', 'NS', PROVINCE),
    image_url: detail(
      'text',
      "publisher's photo",
      'https://www.ourcommons.ca/Content/Parliamentarians/Images/OfficialMPPhotos/45/CoteLindqvistMaren_IND.jpg',
    ),
    source_url: detail(
      'text',
      "the person's page at the publisher",
      'https://www.ourcommons.ca/members/en/104682',
    ),
    last_updated: detail(
      'timestamp',
      'load in which the record of the House or of the Library last changed, UTC',
      '2026-11-21T06:00:00',
      NEVER_NULL,
    ),
    house_id: internal('integer', 'person number of the House of Commons', 104682),
    library_id: internal('integer', 'person number of the Library of Parliament', 21345),
    folded_names: internal(
      'text[]',
      'keys of the name (`person_key_of`), first name first: as the House and the Library write it, with the formal and with the usual first name, and as it stood on ballots',
      ['maren cote lindqvist'],
    ),
    terms: internal(
      'rows',
      'terms in Parliament, oldest first: those of the House, and of the Library where the House has none; one that is open in a parliament that was dissolved ends with it',
      [],
      {
        fields: {
          ...SPELL,
          chamber: internal('text', '`House` or `Senate`', 'House', {
            ...NEVER_NULL,
            values: ['House', 'Senate'],
          }),
          riding: internal('text', 'riding or senate division', 'Harbour—Northline'),
          province: internal('text', 'two-letter code', 'NS', PROVINCE),
          party: internal('text', 'House caucus of the term', 'Independent'),
        },
      },
    ),
    parties: internal('rows', 'parties in Parliament, oldest first', [], {
      fields: {
        ...SPELL,
        party: internal(
          'text',
          'House caucus, else the party as the Library names it',
          'Independent',
          NEVER_NULL,
        ),
      },
    }),
  },
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
