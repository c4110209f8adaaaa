/** Links of bills: sponsors to politicians, and the House divisions on each bill with the votes by party. */
import {VOTES} from '../bills/columns.ts';
import {internalColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {WHOLE} from './ballots.ts';

/** How a sponsor was linked, or why it was not. */
const SPONSOR_RULES = {
  'person number': 'the publisher names the politician by number',
  'name and term': 'one politician of this name was in Parliament on the day of introduction',
  name: 'one politician has this name, and the term or the day is not known',
  ambiguous: 'several politicians of this name may have been in Parliament on that day',
  'out of office': 'the politicians of this name were not in Parliament on that day',
  'other name': 'no politician has this name',
  'no sponsor': 'no sponsor is published',
} as const;

export const bill_links: Derived = {
  name: 'bill_links',
  title: 'Links of bills',
  help: 'For every bill the politician who sponsors it, with the rule of the link, and the divisions of the House on it with how the parties voted.',
  key: {column: 'bill_id', rank: 'bill_id'},
  columns: {
    bill_id: internalColumn('text', 'the bill', '44-1/C-11', NOT_NULL),
    sponsor_slug: internalColumn('text', 'slug of the politician', 'maren-cote-lindqvist'),
    sponsor_rule: internalColumn(
      'text',
      `how the sponsor was linked: ${Object.entries(SPONSOR_RULES)
        .map(([rule, why]) => `\`${rule}\` (${why})`)
        .join('; ')}`,
      'person number',
      {...NOT_NULL, values: Object.keys(SPONSOR_RULES)},
    ),
    sponsor_party: internalColumn(
      'text',
      'party at introduction; as an archived copy of the bill names it where it is not known',
      'Independent',
    ),
    votes: {...VOTES, visibility: 'internal'},
  },
  sort: {default: 'bill_id', keys: {bill_id: 'bill_id'}},
  filters: {},
  sql: sqlFile('datasets/derived/bill_links.sql', {whole: WHOLE}),
  links: sqlFile('datasets/derived/bill_links.links.sql'),
  names: null,
  sections: {},
  profile: [],
};
