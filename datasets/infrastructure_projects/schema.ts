/** Infrastructure projects: one record per project of the federal list. */

import {PROVINCE_CODES} from '../codes/provinces.ts';
import {details, VERSION_RULE, versionsColumn} from '../contracts/columns.ts';
import {ORGANIZATION_KEY, organizationOf} from '../derived/organization_keys.ts';
import {byBucket, byQuarterAndMonth, byYear} from '../series.ts';
import type {Column, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import list from './sources/infrastructure_projects.ts';

const text = (visibility: Column['visibility'], help: string, example: string): Column => ({
  type: 'text',
  nullable: true,
  visibility,
  help,
  example,
});

const money = (visibility: Column['visibility'], help: string, example: number): Column => ({
  type: 'money',
  nullable: true,
  visibility,
  unit: 'CAD',
  help,
  example,
});

const date = (visibility: Column['visibility'], help: string, example: string): Column => ({
  type: 'date',
  nullable: true,
  visibility,
  help,
  example,
});

export const infrastructure_projects: Dataset = {
  name: 'infrastructure_projects',
  title: 'Infrastructure projects',
  help: 'Projects with a federal share in the list of Housing, Infrastructure and Communities Canada, one record per project and program, whatever the number of its places.',
  id: {column: 'record_id', prefix: 'i_'},
  columns: {
    record_id: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: 'stable identifier',
      example: 'i_9f31a2b4c5d6e7f8',
    },
    title_en: text('list', 'project title', 'Wharf Street Pumping Station'),
    location_en: text(
      'list',
      'place; several are separated by `; `',
      "Gullhaven, District of; St. Brigid's, City of",
    ),
    program_en: text('list', 'program', 'Harbour Renewal Fund'),
    recipient_name: text('list', 'ultimate recipient', 'Gullhaven, District of'),
    province: {
      ...text('list', 'two-letter code; null for a project in several provinces', 'BC'),
      values: PROVINCE_CODES,
    },
    federal_contribution: money('list', 'federal share', 1250000.5),
    approved_date: date('list', 'approval date', '2019-06-14'),
    status: text(
      'list',
      "publisher's word; the list gives none so far, so it is derived from the construction dates, actual before forecast, as of the day on which the file was fetched: `Completed` when the end has passed, `In Progress` when the start has, else `Not Started`; null without dates",
      'In Progress',
    ),
    title_fr: text('detail', 'project title in French', 'Station de pompage de la rue Wharf'),
    location_fr: text('detail', 'place in French', "Gullhaven, District de; St. Brigid's, Ville de"),
    program_fr: text('detail', 'program in French', 'Fonds de renouvellement des ports'),
    recipient_name_fr: text('detail', 'ultimate recipient in French', 'Gullhaven, District de'),
    total_eligible_cost: money('detail', 'eligible cost of the whole project', 3750001),
    start_date: date('detail', 'construction start, actual or forecast', '2019-09-01'),
    end_date: date('detail', 'construction end, actual or forecast', '2026-10-30'),
    source_dataset: {
      type: 'text',
      nullable: false,
      visibility: 'detail',
      help: 'source label',
      example: 'Infrastructure Projects',
    },
    source_url: {
      type: 'text',
      nullable: false,
      visibility: 'detail',
      help: "the dataset's page at the publisher, which has none for single projects",
      example: 'https://open.canada.ca/data/en/dataset/beee0771-dab9-4be8-9b80-f8e8b3fdfd9d',
    },
    versions: versionsColumn({
      location: text('detail', 'place in that row', 'Gullhaven, District of'),
      value: money('detail', 'federal share in that row', 1250000.5),
      rule: VERSION_RULE,
    }),
    last_updated: details.last_updated,
    organization_key: ORGANIZATION_KEY,
    project_number: {
      type: 'text',
      nullable: true,
      visibility: 'internal',
      help: "publisher's number, which the list may lack",
      example: 'X-40117',
    },
    category_en: text('internal', 'kind of infrastructure', 'Wastewater'),
  },
  sort: {default: 'date', keys: {date: 'approved_date', value: 'federal_contribution'}},
  filters: {
    province: 'exact',
    program_en: 'partial',
    status: 'exact',
    organization_key: 'exact',
    federal_contribution: 'range',
    approved_date: 'range',
    last_updated: 'range',
  },
  facets: ['province', 'program_en', 'status', 'organization_key'],
  search: ['title_en', 'recipient_name', 'location_en'],
  globalSearch: {
    columns: ['title_en', 'recipient_name', 'location_en', 'program_en'],
    label: {column: 'title_en'},
    date: 'approved_date',
  },
  date: 'approved_date',
  published: true,
  stats: {
    groups: {
      province: {sql: 'r.province'},
      program: {sql: 'r.program_en', key: 'program_key'},
      status: {sql: 'r.status'},
      year: {...byYear('approved_date'), added: true},
      ...byQuarterAndMonth('approved_date'),
      bucket: byBucket('federal_contribution'),
    },
    sum: 'federal_contribution',
  },
  versions: {
    fromOriginal: [],
    computed: {},
    entries: {location: 'v.place', value: 'v.federal_contribution', rule: 'v._rule'},
  },
  joins: {organization_of: organizationOf('infrastructure_projects', 'recipient')},
  checks,
  sources: [list],
};
