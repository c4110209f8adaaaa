/** Infrastructure projects: one record per project of the federal list. */

import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import {details, VERSION_RULE, versionsColumn} from '../contracts/columns.ts';
import {ORGANIZATION_KEY, organizationOf} from '../derived/organization_keys.ts';
import {byBucket, byQuarterAndMonth, byYear} from '../series.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import list from './sources/infrastructure_projects.ts';

export const infrastructure_projects: Dataset = {
  name: 'infrastructure_projects',
  title: 'Infrastructure projects',
  help: 'Projects with a federal share in the list of Housing, Infrastructure and Communities Canada, one record per project and program, whatever the number of its places.',
  id: {column: 'record_id', prefix: 'i_'},
  columns: {
    record_id: listColumn('text', 'stable identifier', 'i_9f31a2b4c5d6e7f8', NOT_NULL),
    title_en: listColumn('text', 'project title', 'Wharf Street Pumping Station'),
    location_en: listColumn(
      'text',
      'place; several are separated by `; `',
      "Gullhaven, District of; St. Brigid's, City of",
    ),
    program_en: listColumn('text', 'program', 'Harbour Renewal Fund'),
    recipient_name: listColumn('text', 'ultimate recipient', 'Gullhaven, District of'),
    province: listColumn('text', 'two-letter code; null for a project in several provinces', 'BC', {
      values: PROVINCE_CODES,
    }),
    federal_contribution: listColumn('money', 'federal share', 1250000.5),
    approved_date: listColumn('date', 'approval date', '2019-06-14'),
    status: listColumn(
      'text',
      "publisher's word; the list gives none so far, so it is derived from the construction dates, actual before forecast, as of the day on which the file was fetched: `Completed` when the end has passed, `In Progress` when the start has, else `Not Started`; null without dates",
      'In Progress',
    ),
    title_fr: detailColumn('text', 'project title in French', 'Station de pompage de la rue Wharf'),
    location_fr: detailColumn('text', 'place in French', "Gullhaven, District de; St. Brigid's, Ville de"),
    program_fr: detailColumn('text', 'program in French', 'Fonds de renouvellement des ports'),
    recipient_name_fr: detailColumn('text', 'ultimate recipient in French', 'Gullhaven, District de'),
    total_eligible_cost: detailColumn('money', 'eligible cost of the whole project', 3750001),
    start_date: detailColumn('date', 'construction start, actual or forecast', '2019-09-01'),
    end_date: detailColumn('date', 'construction end, actual or forecast', '2026-10-30'),
    source_dataset: detailColumn('text', 'source label', 'Infrastructure Projects', NOT_NULL),
    source_url: detailColumn(
      'text',
      "the dataset's page at the publisher, which has none for single projects",
      'https://open.canada.ca/data/en/dataset/beee0771-dab9-4be8-9b80-f8e8b3fdfd9d',
      NOT_NULL,
    ),
    versions: versionsColumn({
      location: detailColumn('text', 'place in that row', 'Gullhaven, District of'),
      value: detailColumn('money', 'federal share in that row', 1250000.5),
      rule: VERSION_RULE,
    }),
    last_updated: details.last_updated,
    organization_key: ORGANIZATION_KEY,
    project_number: internalColumn('text', "publisher's number, which the list may lack", 'X-40117'),
    category_en: internalColumn('text', 'kind of infrastructure', 'Wastewater'),
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
    entries: {location: 'v.place', value: 'v.federal_contribution'},
  },
  joins: {organization_of: organizationOf('infrastructure_projects', 'recipient')},
  checks,
  sources: [list],
};
