/**
 * Kinds of work that count: facets, values, two dimensions and medians, `q` over the search file, and
 * profiles of organizations.
 */
import {API, columnar, combined, grouped, type Kind, query} from './kind.ts';

const FACETS = 'vendor,department,method,source,commodity_type';

/** Beginnings of words, as they are typed. */
const typed = (words: readonly string[]): string[] =>
  words.map((word, i) => encodeURIComponent(word.slice(0, 1 + (i % 5))));

const STATS = '/contracts/stats';

export const COUNTING: readonly Kind[] = [
  {
    name: 'facets',
    title: 'five facets of a partial vendor',
    goals: [combined, columnar],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) => query('/contracts', {vendor, limit: 1, facets: FACETS})),
    compared: true,
    clickhouse: true,
  },
  {
    name: 'values',
    title: 'values of a field, by 1 to 5 characters',
    // Whoever completes names in PostgreSQL has them in a table of their own.
    goals: [{against: 'names', times: 20}],
    targets: ({vendor_words}) => typed(vendor_words).map((q) => `${API}/values/contracts/vendor?q=${q}`),
    compared: true,
    clickhouse: true,
  },
  {
    name: 'two_groups',
    title: 'statistics by year and department of a partial vendor',
    goals: [grouped, columnar],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) => query(STATS, {group_by: 'year,department', vendor})),
    compared: true,
    clickhouse: true,
  },
  {
    name: 'two_groups_all',
    title: 'statistics by year and department, unfiltered',
    goals: [grouped, columnar],
    targets: () => [query(STATS, {group_by: 'year,department'})],
    compared: true,
    clickhouse: true,
  },
  {
    name: 'medians',
    title: 'medians by department of a partial vendor',
    goals: [],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) => query(STATS, {group_by: 'department', median: 'true', vendor})),
    compared: false,
  },
  {
    name: 'contracts_q',
    title: 'contracts by words',
    goals: [combined],
    targets: ({vendor_words}) => vendor_words.map((q) => query('/contracts', {q})),
    compared: true,
  },
  {
    name: 'organization',
    title: 'organization profile',
    goals: [{against: 'rate', requests_s: 10_000}],
    targets: ({organizations}) =>
      organizations.map((key) => `${API}/organizations/${encodeURIComponent(key)}`),
    compared: true,
  },
];
