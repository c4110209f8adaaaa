/**
 * Activity of organizations: their records counted and summed by period and by institution, which totals and
 * profiles add up.
 */
import {internalColumn, NOT_NULL} from '../columns.ts';
import {unionOf} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {INSTITUTIONS, PERIODS} from './organization_records.ts';
import {DATASETS_OF_ROLES, ROLE_NAMES} from './organization_rules.ts';

const key = internalColumn('text', 'key of the organization', 'northline-surveying', NOT_NULL);
const dataset = internalColumn('text', 'dataset of the records', 'contracts', {
  ...NOT_NULL,
  values: DATASETS_OF_ROLES,
});
const count = internalColumn('integer', 'records', 1, NOT_NULL);
const value = internalColumn('money', 'CAD sum; null where no record has a value', 48250.75, {unit: 'CAD'});

const BOTH = {
  sort: {default: 'record_count', keys: {record_count: 'record_count'}},
  filters: {},
  names: null,
  sections: {},
  profile: [],
} satisfies Partial<Derived>;

export const organization_periods: Derived = {
  ...BOTH,
  name: 'organization_periods',
  title: 'Organizations by period',
  help: 'The records that name an organization by dataset, role and year, and by quarter where the dataset counts for the quarters of a profile.',
  key: {column: 'period_id', rank: 'record_count'},
  columns: {
    period_id: internalColumn(
      'text',
      'organization, dataset, role, year and quarter, separated by `/`',
      'northline-surveying/contracts/vendor/2024/2024-Q1',
      NOT_NULL,
    ),
    organization_key: key,
    dataset,
    role: internalColumn('text', 'what the organization is in the records', 'vendor', {
      ...NOT_NULL,
      values: ROLE_NAMES,
    }),
    year: internalColumn('text', 'year, of research grants the fiscal year; null without one', '2024'),
    quarter: internalColumn('text', 'calendar quarter', '2024-Q1'),
    record_count: count,
    total_value: value,
    first_date: internalColumn('date', 'oldest record', '2024-03-05'),
    last_date: internalColumn('date', 'newest record', '2024-03-05'),
  },
  sql: unionOf(Object.values(PERIODS)),
  byDataset: PERIODS,
};

export const organization_institutions: Derived = {
  ...BOTH,
  name: 'organization_institutions',
  title: 'Organizations by institution',
  help: 'The contracts and grants of an organization by the institution that signed them.',
  key: {column: 'institution_id', rank: 'record_count'},
  columns: {
    institution_id: internalColumn(
      'text',
      'organization, dataset and institution, separated by `/`',
      'northline-surveying/contracts/Health Canada | Santé Canada',
      NOT_NULL,
    ),
    organization_key: key,
    dataset,
    department: internalColumn('text', 'bilingual', 'Health Canada | Santé Canada', NOT_NULL),
    record_count: count,
    total_value: value,
  },
  sql: unionOf(Object.values(INSTITUTIONS)),
  byDataset: INSTITUTIONS,
};
