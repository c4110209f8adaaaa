/** Politicians: members of the House of Commons and senators, one record per person. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {DISSOLUTIONS} from '../codes/sessions.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Columns, Derived} from '../types.ts';
import {COMMITTEE_SEATS, POLITICIAN_SECTIONS} from './politician_sections.ts';

const PROVINCE = {values: PROVINCE_CODES};
/** Periods for which something is known of a person. */
const SPELL: Columns = {
  from_date: internalColumn('date', 'first day', '2019-10-21'),
  to_date: internalColumn('date', 'last day; null while it lasts', null),
};

/**
 * People of the House and of the Library: who is the same is known by number, link, or name, riding and
 * dates.
 */
const OF_BOTH = {
  house_people: sqlFile('datasets/derived/politicians.house_people.sql', {dissolutions: DISSOLUTIONS}),
  library_people: sqlFile('datasets/derived/politicians.library_people.sql'),
};
const PEOPLE = {...OF_BOTH, same_people: sqlFile('datasets/derived/politicians.same_people.sql', OF_BOTH)};

export const politicians: Derived = {
  name: 'politicians',
  title: 'Politicians',
  help: 'Members of the House of Commons and senators, now and before: the people of the House and of the Library of Parliament, one record per person. Links from communications, bills and committees compare names where no number is published; namesakes cannot be distinguished then.',
  published: true,
  key: {column: 'slug', rank: 'name'},
  columns: {
    id: listColumn(
      'integer',
      "person number: that of the House of Commons; where there is none, the Library of Parliament's plus 10,000,000",
      104682,
      NOT_NULL,
    ),
    name: listColumn('text', 'first and last name', 'Maren Côté-Lindqvist', NOT_NULL),
    slug: listColumn(
      'text',
      'the name as a slug; of several people with one slug the smallest `id` keeps it plain, the others add `-<id>`',
      'maren-cote-lindqvist',
      NOT_NULL,
    ),
    current: listColumn('boolean', 'a sitting member of the House of Commons', true, NOT_NULL),
    current_party: listColumn(
      'text',
      'House caucus, of former members the last one; of senators the party or group',
      'Independent',
    ),
    current_riding: listColumn(
      'text',
      'riding, of former members the last one; of senators the division',
      'Harbour—Northline',
    ),
    province: listColumn('text', 'two-letter code of the riding or senate division', 'NS', PROVINCE),
    image_url: detailColumn(
      'text',
      "publisher's photo",
      'https://www.ourcommons.ca/Content/Parliamentarians/Images/OfficialMPPhotos/45/CoteLindqvistMaren_IND.jpg',
    ),
    source_url: detailColumn(
      'text',
      "the person's page at the publisher",
      'https://www.ourcommons.ca/members/en/104682',
    ),
    last_updated: detailColumn(
      'timestamp',
      'load in which the record of the House or of the Library last changed, UTC',
      '2026-11-21T06:00:00',
      NOT_NULL,
    ),
    house_id: internalColumn('integer', 'person number of the House of Commons', 104682),
    library_id: internalColumn('integer', 'person number of the Library of Parliament', 21345),
    folded_names: internalColumn(
      'text[]',
      'keys of the name (`person_key_of`), first name first: as the House and the Library write it, with the formal and with the usual first name, and as it stood on ballots',
      ['maren cote lindqvist'],
    ),
    terms: internalColumn(
      'rows',
      'terms in Parliament, oldest first: those of the House, and of the Library where the House has none; one that is open in a parliament that was dissolved ends with it',
      [],
      {
        fields: {
          ...SPELL,
          chamber: internalColumn('text', '`House` or `Senate`', 'House', {
            ...NOT_NULL,
            values: ['House', 'Senate'],
          }),
          riding: internalColumn('text', 'riding or senate division', 'Harbour—Northline'),
          province: internalColumn('text', 'two-letter code', 'NS', PROVINCE),
          party: internalColumn('text', 'House caucus of the term', 'Independent'),
        },
      },
    ),
    parties: internalColumn('rows', 'parties in Parliament, oldest first', [], {
      fields: {
        ...SPELL,
        party: internalColumn(
          'text',
          'House caucus, else the party as the Library names it',
          'Independent',
          NOT_NULL,
        ),
      },
    }),
  },
  sort: {default: 'name', keys: {name: 'name'}},
  filters: {
    name: 'partial',
    current_party: 'partial',
    current_riding: 'partial',
    province: 'exact',
    current: 'exact',
  },
  facets: ['current_party', 'current_riding', 'province', 'current'],
  globalSearch: {columns: ['name', 'current_party', 'current_riding'], label: {column: 'name'}},
  sql: sqlFile('datasets/derived/politicians.sql', PEOPLE),
  names: sqlFile('datasets/derived/politicians.spellings.sql'),
  exactNamesOnly: true,
  links: sqlFile('datasets/derived/politicians.links.sql', {...PEOPLE, committee_seats: COMMITTEE_SEATS}),
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
