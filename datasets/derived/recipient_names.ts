/** Names of recipients as published, each with the recipient that it leads to. */
import {INDIVIDUAL} from '../codes/grants.ts';
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {internalColumn, NOT_NULL} from '../columns.ts';
import {literal} from '../rules/sql.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';

/** What a recipient is. Null: its records have no type, and others of its name have several. */
export const RECIPIENT_KINDS = ['individual', 'organization'] as const;

/** Boolean SQL: whether a name is that under which a grant is published; both by their aliases. */
export const isNameOf = (name: string, grant: string): string =>
  `${name}.name = ${grant}.recipient AND ${name}.is_individual IS NOT DISTINCT FROM (${grant}.recipient_type = ${literal(INDIVIDUAL)})
  AND ${name}.business_number IS NOT DISTINCT FROM ${grant}.recipient_business_number
  AND ${name}.province IS NOT DISTINCT FROM ${grant}.recipient_province`;

export const recipient_names: Derived = {
  name: 'recipient_names',
  title: 'Names of recipients',
  help: 'Every name under which grants are published, by type, business number and province of the recipient, with the recipient that it leads to.',
  key: {column: 'published_id', rank: 'grant_count'},
  columns: {
    published_id: internalColumn(
      'text',
      'whether the recipient is an individual, business number, province and name, separated by `/`',
      'false/812345676/MB/Riverbend Wetland Society',
      NOT_NULL,
    ),
    name: internalColumn('text', 'as published', 'Riverbend Wetland Society', NOT_NULL),
    folded: internalColumn('text', 'folded name', 'riverbend wetland society', NOT_NULL),
    is_individual: internalColumn('boolean', 'by the type of the recipient; null without one', false),
    business_number: internalColumn('text', 'first nine digits, where the records carry it', '812345676'),
    province: internalColumn('text', 'two-letter code, where the records carry it', 'MB', {
      values: PROVINCE_CODES,
    }),
    kind: internalColumn('text', 'what the recipient is', 'organization', {values: RECIPIENT_KINDS}),
    spelling: internalColumn(
      'text',
      'name of the recipient without what tells namesakes apart',
      'Riverbend Wetland Society',
      NOT_NULL,
    ),
    recipient: internalColumn('text', 'name of the recipient', 'Riverbend Wetland Society', NOT_NULL),
    organization_key: internalColumn(
      'text',
      'key of the organization; null of individuals',
      'riverbend-wetland-society',
    ),
    grant_count: internalColumn('integer', 'grant records', 3, NOT_NULL),
    total_value: internalColumn('money', 'CAD sum of the grant records', 125000.5, {
      ...NOT_NULL,
      unit: 'CAD',
    }),
    first_grant_date: internalColumn('date', 'oldest `date`', '2024-04-01'),
    last_grant_date: internalColumn('date', 'newest `date`', '2024-04-01'),
  },
  sort: {default: 'grant_count', keys: {grant_count: 'grant_count'}},
  filters: {},
  sql: sqlFile('datasets/derived/recipient_names.sql', {individual: INDIVIDUAL}),
  names: null,
  sections: {},
  profile: [],
};
