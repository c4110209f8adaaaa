/**
 * Links of organizations: one row for every published name, with the rule that leads it to its organization.
 */
import {detailColumn, internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import {codeTable, sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {NAMES_TO_MERGE} from './organization_records.ts';
import {DATASETS_OF_ROLES, LINK_RULES, REFUSALS, ROLE_NAMES, UNLINKED} from './organization_rules.ts';

const listed = (rules: Readonly<Record<string, string | {help: string}>>): string =>
  Object.entries(rules)
    .map(([name, rule]) => `\`${name}\` (${typeof rule === 'string' ? rule : rule.help})`)
    .join('; ');

export const CERTAINTIES = [...new Set(Object.values(LINK_RULES).map(({certainty}) => certainty))];

export const organization_links: Derived = {
  name: 'organization_links',
  title: 'Links of organizations',
  help: 'For every name under which a dataset publishes an organization, the organization that it leads to, with the rule and the certainty of the link. Names that name nobody in particular lead to none. Looser likeness never links.',
  published: true,
  uncounted: true,
  key: {column: 'link_id', rank: 'record_count'},
  columns: {
    link_id: listColumn(
      'text',
      'dataset, role, business number, province and name, separated by `/`',
      'contracts/vendor///Northline Surveying Inc.',
      NOT_NULL,
    ),
    organization_key: listColumn(
      'text',
      'key of the organization; null where the name leads to none',
      'northline-surveying',
    ),
    dataset: listColumn('text', 'dataset that publishes the name', 'contracts', {
      ...NOT_NULL,
      values: DATASETS_OF_ROLES,
    }),
    role: listColumn('text', 'what the organization is in its records', 'vendor', {
      ...NOT_NULL,
      values: ROLE_NAMES,
    }),
    name: listColumn('text', 'as published', 'Northline Surveying Inc.', NOT_NULL),
    business_number: listColumn('text', 'first nine digits, where the records carry it', null),
    province: listColumn('text', 'two-letter code, where the records carry it', null),
    rule: listColumn(
      'text',
      `the weakest rule on the way from the name to the organization: ${listed(LINK_RULES)}. Without an organization, the reason: ${listed(UNLINKED)}`,
      'own name',
      {...NOT_NULL, values: [...Object.keys(LINK_RULES), ...Object.keys(UNLINKED)]},
    ),
    certainty: listColumn('text', 'of the rule; null without an organization', 'certain', {
      values: CERTAINTIES,
    }),
    refused: listColumn(
      'text',
      `why this name was kept apart from another one that a rule would have merged it with; null: it was not. ${listed(REFUSALS)}`,
      null,
      {values: Object.keys(REFUSALS)},
    ),
    record_count: listColumn('integer', 'records under the name', 3, NOT_NULL),
    legal_name: detailColumn('text', 'the name as rules compare it', 'northline surveying'),
    likeness: internalColumn('text', 'the words that similar organizations share', 'northline surveying'),
    spelling: internalColumn(
      'text',
      'what the spellings of the name share that differ in punctuation or give one language of two; null where it is the legal name',
      'northline surveying inc',
    ),
  },
  sort: {default: 'record_count', keys: {record_count: 'record_count'}},
  filters: {organization_key: 'exact', dataset: 'exact'},
  resolved: NAMES_TO_MERGE,
  sql: sqlFile('datasets/derived/organization_links.sql', {
    link_rules: codeTable(
      ['rule', 'certainty'],
      Object.entries(LINK_RULES).map(([rule, {certainty}]) => [rule, certainty]),
    ),
  }),
  links: sqlFile('datasets/derived/organization_links.links.sql'),
  names: null,
  sections: {},
  profile: [],
};
