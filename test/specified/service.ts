/** The service operations with a key as the specification has them (7), written by hand. */
import {LANG, type Specified} from './shapes.ts';

export const SERVICE: Record<string, Specified> = {
  '/search': {
    parameters: [['q', 'string', 'terms '], ['results_per_domain', 'integer', null, '5', 1, 25], LANG],
    fields: ['contracts', 'lobbying', 'grants', 'contributions', 'parliament'],
    messages: {
      q: ['q is required.', 'q must be at most 200 characters.'],
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
  '/usage': {
    parameters: [],
    fields: ['account', 'tier', 'minute', 'day', 'month', 'permits_limit', 'export'],
    added: true,
  },
  '/export/{dataset}': {
    parameters: [
      ['format', 'set', null, 'ndjson', null, null, ['ndjson', 'csv', 'parquet']],
      ['fields', 'names'],
      LANG,
      // Added: no part of the original specification.
      ['detail', 'set', null, 'list', null, null, ['list', 'full']],
      ['excel', 'boolean', null, 'false'],
    ],
    fields: [],
    missing: 'Dataset not found.',
    added: true,
    messages: {format: ['format must be one of: ndjson, csv, parquet.']},
    refused: {
      '400': 'filters cannot be combined with format=parquet.',
      '403': 'Export is available on the Pro and Enterprise tiers.',
    },
    types: ['application/x-ndjson', 'text/csv', 'application/vnd.apache.parquet'],
  },
};
