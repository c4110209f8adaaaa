/** Links of communications: to their registration, and from their officials to politicians. */
import {OFFICES} from '../codes/officials.ts';
import {internalColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Column, Derived} from '../types.ts';

/** Columns of `dpohs` in the record of a communication. */
export const DPOHS: Column = internalColumn(
  'rows',
  'one entry per official; `politician_slug` by name match, which cannot distinguish namesakes',
  [
    {
      name: 'Maren Côté-Lindqvist',
      title: 'Member of Parliament',
      branch: null,
      institution: 'House of Commons',
      politician_slug: 'maren-cote-lindqvist',
    },
  ],
  {
    fields: {
      name: internalColumn('text', 'first and last name as filed', 'Maren Côté-Lindqvist', NOT_NULL),
      title: internalColumn('text', 'as filed', 'Member of Parliament'),
      branch: internalColumn('text', 'branch or unit as filed', "Minister's Office"),
      institution: internalColumn('text', 'institution', 'House of Commons'),
      politician_slug: internalColumn('text', 'slug of the politician', 'maren-cote-lindqvist'),
    },
  },
);

/** How a communication was linked to its registration, or why it was not. */
const REGISTRATION_RULES = {
  'registrant, client and date': 'of the same registrant and folded client name, in force on that day',
  'registrant, client but for the legal form, and date':
    'of the same registrant and client under another legal form, in force on that day',
  'none of this registrant and client in force': 'not linked',
} as const;

/** How an official was linked, or why it was not. */
export const OFFICIAL_RULES = {
  'name and term':
    'one politician of this name was in office on that day, in the chamber that the title names, else the institution',
  'name, riding and term':
    'several politicians have this name, and the title names the riding of one in office',
  'exchanged names and term':
    'nobody has this name, and one politician in office has it with first and last name exchanged',
  name: 'one politician has this name, and the term of office or the day is not known',
  ambiguous: 'several politicians of this name may have been in office on that day',
  'out of office': 'the politicians of this name were not in office on that day, or in the other chamber',
  'other title': 'a politician has this name, but the title or the institution is not that of one',
  'other name': 'no politician has this name',
} as const;

const listed = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([rule, why]) => `\`${rule}\` (${why})`)
    .join('; ');

export const communication_links: Derived = {
  name: 'communication_links',
  title: 'Links of communications',
  help: 'For every communication the registration of the same registrant and client that was in force on its day, and the politicians among its officials, each with the rule of its link.',
  key: {column: 'com_id', rank: 'com_id'},
  columns: {
    com_id: internalColumn('text', 'the communication', '344458', NOT_NULL),
    reg_id: internalColumn('text', 'the registration', '484710'),
    reg_rule: internalColumn(
      'text',
      `how the registration was found: ${listed(REGISTRATION_RULES)}`,
      'registrant, client and date',
      {
        ...NOT_NULL,
        values: Object.keys(REGISTRATION_RULES),
      },
    ),
    lobbyist_name: internalColumn('text', 'registrant as filed, else as in the registration', 'Priya Nadeau'),
    lobbyist_firm: internalColumn('text', 'firm of the registration', 'Northline Strategies'),
    registration_type: internalColumn('text', 'type of the registration', 'Consultant'),
    dpohs: DPOHS,
    rules: internalColumn(
      'text[]',
      `how each official of \`dpohs\` was linked, in the same order: ${listed(OFFICIAL_RULES)}`,
      ['name and term'],
    ),
  },
  sort: {default: 'com_id', keys: {com_id: 'com_id'}},
  filters: {},
  sql: sqlFile('datasets/derived/communication_links.sql', {
    registration_of: sqlFile('datasets/derived/communication_links.registrations.sql'),
    official_hits: sqlFile('datasets/derived/communication_links.officials.sql', OFFICES),
  }),
  links: sqlFile('datasets/derived/communication_links.links.sql'),
  names: null,
  sections: {},
  profile: [],
};
