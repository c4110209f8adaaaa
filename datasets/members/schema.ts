/** Members: the people of the House of Commons, one record a person; the records of politicians show them. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {listed, NEVER_NULL} from '../columns.ts';
import type {Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_members.ts';

const riding = listed('text', 'as published', 'Harbour—Northline');
const province = listed('text', 'two-letter code', 'NS', {values: PROVINCE_CODES});
const party = listed('text', 'caucus', 'Independent');
const SPELL: Columns = {
  from_date: listed('date', 'first day', '2019-10-21'),
  to_date: listed('date', 'last day; null while it lasts', null),
};

/**
 * Spells in their order, each once: captures of several days repeat them, and the one that knows the last day stands.
 * Two with the same first day and `what` are the same.
 */
const oncePerStart = (list: string, what: string): string => {
  const better =
    '(y.to_date IS NOT NULL AND x.to_date IS NULL OR (y.to_date IS NULL) = (x.to_date IS NULL) AND j < i)';
  const same = `y.from_date IS NOT DISTINCT FROM x.from_date AND y.${what} IS NOT DISTINCT FROM x.${what}`;
  const rivals = `list_filter(${list}, lambda y, j: ${same} AND ${better})`;
  return `list_sort(list_filter(${list}, lambda x, i: len(${rivals}) = 0))`;
};

export const members: Dataset = {
  name: 'members',
  title: 'Members of the House of Commons',
  help: 'People who are or were members of the House of Commons, with their mandates, caucuses, positions, committees and candidacies as the House publishes them. The records of politicians show them.',
  id: {column: 'person_id', prefix: ''},
  columns: {
    person_id: listed('text', "the House's number of the person", '104682', NEVER_NULL),
    name: listed('text', 'first and last name', 'Maren Côté-Lindqvist', NEVER_NULL),
    honorific: listed('text', 'title of honour', 'Hon.'),
    name_forms: listed('text[]', 'the name as it stands in each of the files, each form once', [
      'Maren Côté-Lindqvist',
    ]),
    mandates: listed('rows', 'mandates, oldest first; one that stands in several files, once', [], {
      fields: {...SPELL, riding, province, party},
    }),
    caucus_roles: listed('rows', 'caucuses, one row a parliament, oldest first', [], {
      fields: {...SPELL, party},
    }),
    positions: listed(
      'rows',
      'ministers, parliamentary secretaries, critics, whips and other positions, oldest first',
      [],
      {fields: {...SPELL, title: listed('text', 'as published', 'Minister of Health')}},
    ),
    committee_roles: listed('rows', 'places on committees, oldest first', [], {
      fields: {
        ...SPELL,
        session_id: listed('text', '`<parliament>-<session>`', '44-1'),
        role: listed('text', "publisher's word", 'Vice-Chair'),
        committee: listed('text', 'short English name', 'Fisheries and Oceans'),
      },
    }),
    candidacies: listed('rows', 'elections in which the person stood, oldest first', [], {
      fields: {
        date: listed('date', 'day of the election', '2021-09-20'),
        type: listed('text', "publisher's words", 'General Election'),
        riding,
        province,
        party: listed('text', 'party in full', 'Liberal Party of Canada'),
        result: listed('text', 'outcome', 'Elected', {values: ['Elected', 'Defeated']}),
      },
    }),
    image_url: listed(
      'text',
      "publisher's photo",
      'https://www.ourcommons.ca/Content/Parliamentarians/Images/OfficialMPPhotos/45/CoteLindqvistMaren_IND.jpg',
    ),
    source_url: listed(
      'text',
      "the person's page at the publisher",
      'https://www.ourcommons.ca/members/en/104682',
      NEVER_NULL,
    ),
    source_dataset: listed('text', 'source label', house.label, NEVER_NULL),
  },
  sort: {default: 'name', keys: {name: 'name'}},
  filters: {},
  date: null,
  published: false,
  versions: {
    from_original: [],
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
