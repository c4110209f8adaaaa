/**
 * Names of organizations as published: what is merged into organizations, which changes far more rarely than
 * the records.
 */
import {internalColumn, NOT_NULL} from '../columns.ts';
import {unionOf} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {PUBLISHED_NAMES} from './organization_records.ts';
import {DATASETS_OF_ROLES, ROLE_NAMES} from './organization_rules.ts';

export const published_names: Derived = {
  name: 'published_names',
  title: 'Published names',
  help: 'Every name under which a dataset publishes an organization, with business number and province where its records carry them.',
  key: {column: 'published_id', rank: 'record_count'},
  columns: {
    published_id: internalColumn(
      'text',
      'dataset, role, business number, province and name, separated by `/`',
      'contracts/vendor///Northline Surveying Inc.',
      NOT_NULL,
    ),
    dataset: internalColumn('text', 'dataset that publishes the name', 'contracts', {
      ...NOT_NULL,
      values: DATASETS_OF_ROLES,
    }),
    role: internalColumn('text', 'what the organization is in its records', 'vendor', {
      ...NOT_NULL,
      values: ROLE_NAMES,
    }),
    name: internalColumn('text', 'as published', 'Northline Surveying Inc.', NOT_NULL),
    business_number: internalColumn('text', 'first nine digits, where the records carry it', null),
    province: internalColumn('text', 'two-letter code, where the records carry it', null),
    record_count: internalColumn('integer', 'records under the name', 3, NOT_NULL),
  },
  sort: {default: 'record_count', keys: {record_count: 'record_count'}},
  filters: {},
  sql: unionOf(Object.values(PUBLISHED_NAMES)),
  byDataset: PUBLISHED_NAMES,
  names: null,
  sections: {},
  profile: [],
};
