/** Members: the people of the House of Commons, one record a person; the records of politicians show them. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import type {Column, Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_members.ts';

const text = (help: string, example: string | null, more: object = {}): Column => ({
  type: 'text',
  nullable: true,
  shown: 'list',
  help,
  example,
  ...more,
});
const list = (help: string, example: string): Column => ({
  type: 'text[]',
  nullable: false,
  shown: 'list',
  help,
  example: [example],
});
const day = (help: string, example: string | null): Column => ({
  type: 'date',
  nullable: true,
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

const riding = text('as published', 'Harbour—Northline');
const province = text('two-letter code', 'NS', {values: PROVINCE_CODES});
const SPELL: Columns = {
  from_date: day('first day', '2019-10-21'),
  to_date: day('last day; null while it lasts', null),
};

/**
 * Spells in their order, each once: captures of several days repeat them, and the one that knows the last day stands.
 * Two with the same first day and `what` are the same.
 */
const oncePerStart = (list: string, what: string): string => {
  const better = `(y.to_date IS NOT NULL AND x.to_date IS NULL OR (y.to_date IS NULL) = (x.to_date IS NULL) AND j < i)`;
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
    person_id: text("the House's number of the person", '104682', {nullable: false}),
    name: text('first and last name', 'Maren Côté-Lindqvist', {nullable: false}),
    honorific: text('title of honour', 'Hon.'),
    name_forms: list('the name as it stands in each of the files, each once', 'Maren Côté-Lindqvist'),
    mandates: rows('mandates, oldest first; one that stands in several files, once', {
      ...SPELL,
      riding,
      province,
      party: text('caucus', 'Independent'),
    }),
    caucus_roles: rows('caucuses, one row a parliament, oldest first', {
      ...SPELL,
      party: text('caucus', 'Independent'),
    }),
    positions: rows(
      'ministers, parliamentary secretaries, critics, whips and other positions, oldest first',
      {
        ...SPELL,
        title: text('as published', 'Minister of Health'),
      },
    ),
    committee_roles: rows('places on committees, oldest first', {
      ...SPELL,
      session_id: text('`<parliament>-<session>`', '44-1'),
      role: text("publisher's word", 'Vice-Chair'),
      committee: text('short English name', 'Fisheries and Oceans'),
    }),
    candidacies: rows('elections in which the person stood, oldest first', {
      date: day('day of the election', '2021-09-20'),
      type: text("publisher's words", 'General Election'),
      riding,
      province,
      party: text('party in full', 'Liberal Party of Canada'),
      result: text('outcome', 'Elected', {values: ['Elected', 'Defeated']}),
    }),
    image_url: text(
      "publisher's photo",
      'https://www.ourcommons.ca/Content/Parliamentarians/Images/OfficialMPPhotos/45/CoteLindqvistMaren_IND.jpg',
    ),
    source_url: text("the person's page at the publisher", 'https://www.ourcommons.ca/members/en/104682', {
      nullable: false,
    }),
    source_dataset: text('source label', 'House of Commons Members', {nullable: false}),
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
