/**
 * Members: the people of the House of Commons, one record per person; the records of politicians show them.
 */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {listColumn, NOT_NULL} from '../columns.ts';
import type {Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_members.ts';

const riding = listColumn('text', 'as published', 'Harbour—Northline');
const province = listColumn('text', 'two-letter code', 'NS', {values: PROVINCE_CODES});
const party = listColumn('text', 'caucus', 'Independent');
const SPELL: Columns = {
  from_date: listColumn('date', 'first day', '2019-10-21'),
  to_date: listColumn('date', 'last day; null while it lasts', null),
};

/**
 * Terms in order, each once: captures of several days repeat them, and the one with a last day counts. Two
 * with the same first day and `column` are the same.
 */
const oncePerStart = (list: string, column: string): string => {
  const better =
    '(y.to_date IS NOT NULL AND x.to_date IS NULL OR (y.to_date IS NULL) = (x.to_date IS NULL) AND j < i)';
  const same = `y.from_date IS NOT DISTINCT FROM x.from_date AND y.${column} IS NOT DISTINCT FROM x.${column}`;
  const rivals = `list_filter(${list}, lambda y, j: ${same} AND ${better})`;
  return `list_sort(list_filter(${list}, lambda x, i: len(${rivals}) = 0))`;
};

export const members: Dataset = {
  name: 'members',
  title: 'Members of the House of Commons',
  help: 'People who are or were members of the House of Commons, with their mandates, caucuses, positions, committees and candidacies as published by the House. The records of politicians show them.',
  id: {column: 'person_id', prefix: ''},
  columns: {
    person_id: listColumn('text', "the House's number of the person", '104682', NOT_NULL),
    name: listColumn('text', 'first and last name', 'Maren Côté-Lindqvist', NOT_NULL),
    honorific: listColumn('text', 'title of honour', 'Hon.'),
    name_forms: listColumn('text[]', 'the name as in each of the files, each form once', [
      'Maren Côté-Lindqvist',
    ]),
    mandates: listColumn('rows', 'mandates, oldest first; one in several files is listed once', [], {
      fields: {...SPELL, riding, province, party},
    }),
    caucus_roles: listColumn('rows', 'caucuses, one row a parliament, oldest first', [], {
      fields: {...SPELL, party},
    }),
    positions: listColumn(
      'rows',
      'ministers, parliamentary secretaries, critics, whips and other positions, oldest first',
      [],
      {fields: {...SPELL, title: listColumn('text', 'as published', 'Minister of Health')}},
    ),
    committee_roles: listColumn('rows', 'places on committees, oldest first', [], {
      fields: {
        ...SPELL,
        session_id: listColumn('text', '`<parliament>-<session>`', '44-1'),
        role: listColumn('text', "publisher's word", 'Vice-Chair'),
        committee: listColumn('text', 'short English name', 'Fisheries and Oceans'),
      },
    }),
    candidacies: listColumn('rows', 'elections in which the person stood, oldest first', [], {
      fields: {
        date: listColumn('date', 'day of the election', '2021-09-20'),
        type: listColumn('text', "publisher's words", 'General Election'),
        riding,
        province,
        party: listColumn('text', 'party in full', 'Liberal Party of Canada'),
        result: listColumn('text', 'outcome', 'Elected', {values: ['Elected', 'Defeated']}),
      },
    }),
    image_url: listColumn(
      'text',
      "publisher's photo",
      'https://www.ourcommons.ca/Content/Parliamentarians/Images/OfficialMPPhotos/45/CoteLindqvistMaren_IND.jpg',
    ),
    source_url: listColumn(
      'text',
      "the person's page at the publisher",
      'https://www.ourcommons.ca/members/en/104682',
      NOT_NULL,
    ),
    source_dataset: listColumn('text', 'source label', house.label, NOT_NULL),
  },
  sort: {default: 'name', keys: {name: 'name'}},
  filters: {},
  date: null,
  published: false,
  versions: {
    fromOriginal: [],
    computed: {
      mandates: oncePerStart('rec.mandates', 'riding'),
      caucus_roles: oncePerStart('rec.caucus_roles', 'party'),
      positions: oncePerStart('rec.positions', 'title'),
      committee_roles: 'list_sort(rec.committee_roles)',
      candidacies: 'list_sort(rec.candidacies)',
    },
  },
  checks,
  sources: [house],
};
