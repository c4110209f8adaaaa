/** Organizations: one name across contracts, grants, research, infrastructure, lobbying and permits. */
import {detailColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {codeTable, sqlFile} from '../sql_file.ts';
import type {Column, Derived} from '../types.ts';
import {topLists} from './lobbying.ts';
import {RECEIVED} from './organization_records.ts';
import {
  DATASETS_OF_ROLES,
  LINK_RULES,
  ORGANIZATION_ROLES,
  ROLE_NAMES,
  RULE_NAMES,
} from './organization_rules.ts';

const DEPARTMENT = 'Health Canada | Santé Canada';
const money = (help: string, example = 48250.75, more: Partial<Column> = {}): Column =>
  detailColumn('money', help, example, {nullable: false, unit: 'CAD', ...more});
const count = (help: string, example = 1): Column => detailColumn('integer', help, example, NOT_NULL);
const dataset = detailColumn('text', 'dataset of the records', 'contracts', {
  ...NOT_NULL,
  values: DATASETS_OF_ROLES,
});
const role = detailColumn('text', 'what the organization is in the records', 'vendor', {
  ...NOT_NULL,
  values: ROLE_NAMES,
});
const AMOUNTS =
  'contracts and grants: their value; awards: the value of the notice; research grants: paid in the fiscal year; infrastructure projects: the federal share; permits: the estimated cost of the work, which is no payment to the organization; lobbying: null';

/** Longest text that a list takes as a filter. */
const LONGEST = 200;
const BASE_PATH = '/api/v1';

/** The addresses of the lists that hold the records under a published name, up to that name. */
const ROLE_LISTS = codeTable(
  ['dataset', 'role', 'path'],
  ORGANIZATION_ROLES.flatMap(({dataset, role, list}) =>
    list ? [[dataset, role, `${BASE_PATH}${list.path}?${list.parameter}=`]] : [],
  ),
);

const COMMUNICATIONS = sqlFile('datasets/derived/organizations.communications.sql');

/** Most organizations that may share their telling words and still count as similar. */
const MOST_ALIKE = 100;

const profileSections: Derived['sections'] = {
  names: {
    column: rowsColumn(
      'names as published, with the rule that links each, and the list that holds its records: 50 of most records; a list finds names that contain the text, so that it may hold records of others',
      {
        name: detailColumn('text', 'as published', 'Northline Surveying Inc.', NOT_NULL),
        dataset,
        role,
        rule: detailColumn('text', 'how the name is linked', 'own name', {...NOT_NULL, values: RULE_NAMES}),
        certainty: detailColumn('text', 'certainty of the rule', 'certain', {
          ...NOT_NULL,
          values: [...new Set(Object.values(LINK_RULES).map(({certainty}) => certainty))],
        }),
        record_count: count('records under the name'),
        url: detailColumn(
          'text',
          'relative path of the list, filtered by the name; null: no list takes it',
          '/api/v1/contracts?vendor=Northline%20Surveying%20Inc.',
        ),
      },
    ),
    sql: sqlFile('datasets/derived/organizations.names.sql', {longest: LONGEST, role_lists: ROLE_LISTS}),
    order: 'record_count DESC, name, dataset, role, rule',
    limit: 50,
  },
  totals: {
    column: rowsColumn(
      'records by dataset and role; sums of different datasets are never to be added, since they report the same money more than once',
      {
        dataset,
        role,
        record_count: count('records'),
        total_value: money(`CAD sum. ${AMOUNTS}`, 48250.75, {nullable: true}),
        first_date: detailColumn('date', 'oldest record', '2024-03-05'),
        last_date: detailColumn('date', 'newest record', '2024-03-05'),
      },
    ),
    sql: sqlFile('datasets/derived/organizations.totals.sql'),
    order: 'dataset, role',
  },
  years: {
    column: rowsColumn('records by year, newest first, dataset and role', {
      year: detailColumn(
        'text',
        'calendar year of the date, of research grants the fiscal year; null without one',
        '2024',
      ),
      dataset,
      role,
      record_count: count('records'),
      total_value: money('CAD sum, as in `totals`', 48250.75, {nullable: true}),
    }),
    sql: sqlFile('datasets/derived/organizations.years.sql'),
    order: 'year DESC NULLS LAST, dataset, role',
  },
  top_departments: {
    column: rowsColumn('institutions that signed its contracts or grants: top 10 by `total_value`', {
      name: detailColumn('text', 'bilingual', DEPARTMENT, {...NOT_NULL, bilingual: true}),
      total_value: money('CAD sum of contracts and grants'),
      contract_count: count('contract records'),
      grant_count: count('grant records', 0),
    }),
    sql: sqlFile('datasets/derived/organizations.top_departments.sql'),
    order: 'total_value DESC, name',
    limit: 10,
  },
  ...topLists(COMMUNICATIONS),
  quarters: {
    column: rowsColumn(
      'quarters with money or communications, newest first. A contract or grant counts with its whole value in the quarter of its award or start. The two stand side by side; neither says anything about the cause of the other',
      {
        quarter: detailColumn('text', 'calendar quarter', '2024-Q1', NOT_NULL),
        contract_value: money('CAD sum of contracts'),
        grant_value: money('CAD sum of grants and contributions', 0),
        received_value: money('CAD sum of both'),
        communications: count(
          'lobbying communications filed for it as a client, by date of the communication',
          0,
        ),
      },
    ),
    sql: sqlFile('datasets/derived/organizations.quarters.sql', {received: RECEIVED}),
    order: 'quarter DESC',
  },
  similar: {
    column: rowsColumn(
      'other organizations whose names share all telling words, in any order, by `total_value`, at most 10; likeness alone merges none',
      {
        organization_key: detailColumn(
          'text',
          'key of the other organization',
          'northline-surveying-group',
          NOT_NULL,
        ),
        name: detailColumn('text', 'its name', 'Northline Surveying Group Ltd.', {
          ...NOT_NULL,
          bilingual: true,
        }),
        total_value: money('CAD sum of its contracts and grants'),
        record_count: count('its records'),
      },
    ),
    sql: sqlFile('datasets/derived/organizations.similar.sql', {most: MOST_ALIKE}),
    order: 'total_value DESC, organization_key',
    limit: 10,
  },
};

export const organizations: Derived = {
  name: 'organizations',
  title: 'Organizations',
  help: 'Vendors, recipients, research institutions, lobbying clients with their parents and beneficiaries, and the companies among applicants and contractors of permits, under one name across all datasets. Names are merged by the rules of `organization_links` only.',
  published: true,
  uncounted: true,
  key: {column: 'organization_key', rank: 'total_value'},
  columns: {
    organization_key: listColumn(
      'text',
      'key of the profile: `bn` and the business number, else the first of its legal names; other keys that it had lead to it, too',
      'northline-surveying',
      NOT_NULL,
    ),
    name: listColumn('text', 'published name of most records', 'Northline Surveying Inc.', {
      ...NOT_NULL,
      bilingual: true,
    }),
    total_value: listColumn('money', 'CAD sum of its contracts and grants', 48250.75, {
      ...NOT_NULL,
      unit: 'CAD',
    }),
    record_count: listColumn(
      'integer',
      'records of all datasets that name it, once for each role',
      3,
      NOT_NULL,
    ),
    last_activity: listColumn('date', 'date of its newest record', '2024-05-06'),
    datasets: listColumn('text[]', 'datasets that name it', ['contracts', 'lobbying_communications']),
    first_activity: detailColumn('date', 'date of its oldest record', '2019-02-11'),
    business_number: detailColumn('text', 'first nine digits, where a record carries it', null),
    name_variants: detailColumn('text[]', 'published spellings, of most records first, at most 50', [
      'Northline Surveying Inc.',
    ]),
  },
  sort: {
    default: 'total_value',
    keys: {total_value: 'total_value', record_count: 'record_count', last_activity: 'last_activity'},
  },
  filters: {name_variants: 'partial', datasets: 'exact', total_value: 'range'},
  sql: sqlFile('datasets/derived/organizations.sql', {received: RECEIVED}),
  names: sqlFile('datasets/derived/organizations.spellings.sql'),
  exactNamesOnly: true,
  sections: profileSections,
  profile: [
    'organization_key',
    'name',
    'total_value',
    'record_count',
    'last_activity',
    'datasets',
    'first_activity',
    'business_number',
    'name_variants',
    'names',
    'totals',
    'years',
    'top_departments',
    'top_institutions',
    'top_subjects',
    'quarters',
    'similar',
  ],
};
