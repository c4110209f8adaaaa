/** The service operations with a key as the specification has them (7), written by hand. */
import {CHANGES} from './changes.ts';
import {LANG, type Specified, shared, sort, words} from './shapes.ts';

const ORGANIZATION = words('organization_key name total_value record_count last_activity datasets');
const ORGANIZATION_DATASETS = words(`contracts awards grants research_grants infrastructure_projects
  lobbying_registrations lobbying_communications permits`);
const LINK = words(`link_id organization_key dataset role name business_number province rule certainty refused
  record_count`);

export const SERVICE: Record<string, Specified> = {
  '/search': {
    parameters: [
      ['q', 'string', 'terms '],
      ['results_per_domain', 'integer', null, '5', 1, 25],
      ['prefix', 'boolean', null, 'false'],
      ['scope', 'set', null, null, null, null, ['all']],
      LANG,
    ],
    fields: ['contracts', 'lobbying', 'grants', 'contributions', 'parliament'],
    optional: ['permits', 'organizations', 'votes', 'places', 'pages'],
    messages: {
      q: [
        'q is required.',
        'q must be at most 200 characters.',
        'q takes at most 16 words.',
        'q takes at most 4 words of one or two letters: leave some out, or write longer ones.',
      ],
      results_per_domain: [
        'results_per_domain must be an integer.',
        'results_per_domain must be at least 1.',
      ],
    },
  },
  '/values/{dataset}/{field}': {
    parameters: [['q', 'string'], ['limit', 'integer', null, '20', 1, 100], LANG],
    fields: ['value', 'count'],
    missing: 'Field not found. A dataset has the fields that facets of its list takes.',
    added: true,
  },
  // Added: no part of the original specification.
  '/organizations': {
    parameters: [
      ['q', 'string', 'partial name_variants'],
      ['dataset', 'set', 'exact datasets', null, null, null, ORGANIZATION_DATASETS],
      ['min_value', 'number', 'gte total_value'],
      ...sort(['total_value', 'record_count', 'last_activity'], 'desc', 'organization_key'),
      ...shared(50, ORGANIZATION),
    ],
    fields: ORGANIZATION,
    feed: true,
    added: true,
  },
  '/organizations/{key}': {
    parameters: [LANG],
    fields:
      words(`${ORGANIZATION.join(' ')} first_activity business_number name_variants names totals years top_departments
      top_institutions top_subjects quarters similar`),
    missing: 'Organization not found. Browse names with /api/v1/organizations?q=.',
    added: true,
  },
  ...CHANGES,
  '/usage': {
    parameters: [],
    fields: ['account', 'tier', 'minute', 'day', 'month', 'permits_limit', 'export'],
    added: true,
  },
  '/export/{dataset}': {
    parameters: [
      ['since', 'since'],
      ['format', 'set', null, 'ndjson', null, null, ['ndjson', 'csv', 'parquet']],
      ['fields', 'names'],
      LANG,
      // Added: no part of the original specification.
      ['detail', 'set', null, 'list', null, null, ['list', 'full']],
      ['excel', 'set', null, 'false', null, null, ['true', 'false', 'fr']],
    ],
    fields: [],
    missing: 'Dataset not found.',
    added: true,
    messages: {format: ['format must be one of: ndjson, csv, parquet.']},
    refused: {
      '400': 'filters cannot be combined with format=parquet.',
      '403': 'Export is available on the Pro and Enterprise tiers.',
    },
    types: [
      'application/x-ndjson',
      'text/csv',
      'application/vnd.apache.parquet',
      'application/csvm+json',
      'application/geo+json',
    ],
    // GeoJSON of permits and zoning.
    formats: ['csvw', 'geojson'],
  },
  '/export/ocds': {
    parameters: [['package', 'set', null, 'releases', null, null, ['releases', 'records']]],
    fields: [],
    missing: 'Dataset not found.',
    added: true,
    messages: {package: ['package must be one of: releases, records.']},
    refused: {'403': 'Export is available on the Pro and Enterprise tiers.'},
    types: ['application/x-ndjson'],
  },
};

/** Filters of the export of the links of organizations, which no path lists. */
export const UNLISTED_LINKS: Record<string, Specified> = {
  '/organization_links': {
    parameters: [
      ['organization', 'string', 'exact organization_key'],
      ['dataset', 'set', 'exact dataset', null, null, null, ORGANIZATION_DATASETS],
    ],
    fields: LINK,
  },
};
