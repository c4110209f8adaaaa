/**
 * Activity of organizations: their records counted and summed by period and by institution, which totals and
 * profiles add up.
 */
import {internalColumn, NOT_NULL} from '../columns.ts';
import type {Derived} from '../types.ts';
import {organizationRecords, sqlByDataset, unionOf} from './organization_records.ts';
import {DATASETS_OF_ROLES, type OrganizationRole, ROLE_NAMES} from './organization_rules.ts';

/** What the government pays by its own disclosures: the two datasets whose values may be added. */
export const RECEIVED = ['contracts', 'grants'];

/** Datasets whose records are counted by quarter, too. */
const QUARTERLY = [...RECEIVED, 'lobbying_communications'];
const isQuarterly = ({dataset}: OrganizationRole): boolean => QUARTERLY.includes(dataset);

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

const periods = sqlByDataset(
  (roles) => `
    SELECT concat(_key, '/', dataset, '/', role, '/', year, '/', quarter) AS period_id, _key AS organization_key, dataset, role, year, quarter,
      count(*) AS record_count, sum(value) AS total_value, min(date) AS first_date, max(date) AS last_date
    FROM (${organizationRecords(roles, isQuarterly)}) GROUP BY _key, dataset, role, year, quarter`,
);

const institutions = sqlByDataset(
  (roles) => `
    SELECT concat(_key, '/', dataset, '/', department) AS institution_id, _key AS organization_key, dataset, department,
      count(*) AS record_count, sum(value) AS total_value
    FROM (${organizationRecords(roles)}) WHERE department IS NOT NULL GROUP BY _key, dataset, department`,
  ({dataset}) => RECEIVED.includes(dataset),
);

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
  sql: unionOf(periods),
  byDataset: periods,
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
  sql: unionOf(institutions),
  byDataset: institutions,
};
