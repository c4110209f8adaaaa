/** Research grants: one record per payment of an award in a fiscal year. */

import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detailColumn, listColumn, NOT_NULL} from '../columns.ts';
import {details} from '../contracts/columns.ts';
import {ORGANIZATION_KEY, organizationOf} from '../derived/organization_keys.ts';
import {INSTITUTION_KEY} from '../derived/public_bodies.ts';
import {byBucket} from '../series.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import nserc from './sources/nserc_awards.ts';
import sshrc from './sources/sshrc_awards.ts';

export const research_grants: Dataset = {
  name: 'research_grants',
  title: 'Research grants',
  help: 'Awards of the two federal research councils, NSERC (natural sciences and engineering) and SSHRC (social sciences and humanities). One record per award and fiscal year; where the council publishes several payments of an award in one year, each is a record.',
  id: {column: 'record_id', prefix: 'r_'},
  columns: {
    record_id: listColumn('text', 'stable identifier', 'r_9f31a2b4c5d6e7f8', NOT_NULL),
    source: listColumn('text', 'the council: `NSERC` or `SSHRC`', 'NSERC', {
      ...NOT_NULL,
      values: ['NSERC', 'SSHRC'],
    }),
    researcher_name: listColumn('text', 'as published (`Last, First`)', 'Lindqvist, Maren'),
    institution: listColumn(
      'text',
      'as published; null where the award was paid to the person',
      'University of Saskatchewan',
    ),
    province: listColumn('text', 'two-letter code of the institution; null outside Canada', 'SK', {
      values: PROVINCE_CODES,
    }),
    award_amount: listColumn('money', 'CAD, paid in the fiscal year', 31000),
    fiscal_year: listColumn('text', '`YYYY-YY`, from April to March', '2023-24'),
    program_en: listColumn('text', 'program name', 'Discovery Grants Program - Individual'),
    keywords: listColumn('text', 'comma-separated text', 'permafrost, slope stability'),
    title: detailColumn(
      'text',
      'title of the application, as published',
      'Slope stability in thawing permafrost',
    ),
    program_fr: detailColumn(
      'text',
      'as published',
      'Programme de subventions à la découverte - individuelles',
    ),
    discipline_en: detailColumn('text', 'subject of the research, as published', 'Geotechnical engineering'),
    discipline_fr: detailColumn('text', 'as published', 'Génie géotechnique'),
    source_dataset: detailColumn('text', 'source label', 'NSERC Awards', NOT_NULL),
    source_url: detailColumn(
      'text',
      "the dataset's page at the open-data portal",
      'https://open.canada.ca/data/en/dataset/c1b0f627-8c29-427c-ab73-33968ad9176e',
      NOT_NULL,
    ),
    last_updated: details.last_updated,
    organization_key: ORGANIZATION_KEY,
    institution_key: INSTITUTION_KEY,
  },
  sort: {default: 'date', keys: {date: 'fiscal_year', value: 'award_amount'}},
  filters: {
    source: 'exact',
    researcher_name: 'partial',
    institution: 'partial',
    organization_key: 'exact',
    program_en: 'partial',
    province: 'exact',
    fiscal_year: 'exact',
    award_amount: 'range',
    last_updated: 'range',
  },
  facets: [
    'source',
    'researcher_name',
    'institution',
    'organization_key',
    'program_en',
    'province',
    'fiscal_year',
  ],
  search: ['researcher_name', 'institution', 'program_en', 'keywords'],
  globalSearch: {
    columns: ['researcher_name', 'institution', 'program_en', 'keywords'],
    label: {pair: ['researcher_name', 'institution'], between: ' (', end: ')'},
    date: 'fiscal_year',
  },
  date: null,
  published: true,
  joins: {organization_of: organizationOf('research_grants', 'institution')},
  stats: {
    groups: {
      source: {sql: 'r.source'},
      institution: {sql: 'r.institution', key: 'institution_key'},
      province: {sql: 'r.province'},
      fiscal_year: {sql: 'r.fiscal_year', chronological: true},
      bucket: byBucket('award_amount'),
    },
    sum: 'award_amount',
  },
  checks,
  sources: [nserc, sshrc],
};
