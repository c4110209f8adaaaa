/** Kinds of work that count: facets, values, two dimensions and medians, and `q` over the search file. */
import {API, type Kind, query} from './kind.ts';

const FACETS = 'vendor,department,method,source,commodity_type';

/** Beginnings of words, as they are typed. */
const typed = (words: readonly string[]): string[] =>
  words.map((word, i) => encodeURIComponent(word.slice(0, 1 + (i % 5))));

export const COUNTING: readonly Kind[] = [
  {
    name: 'facets',
    title: 'five facets of a partial vendor',
    goals: [],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) => query('/contracts', {vendor, limit: 1, facets: FACETS})),
    compared: false,
  },
  {
    name: 'values',
    title: 'values of a field, by 1 to 5 characters',
    goals: [],
    targets: ({vendor_words}) => typed(vendor_words).map((q) => `${API}/values/contracts/vendor?q=${q}`),
    compared: false,
  },
  {
    name: 'two_groups',
    title: 'statistics by year and department of a partial vendor',
    goals: [],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) => query('/contracts/stats', {group_by: 'year,department', vendor})),
    compared: false,
  },
  {
    name: 'medians',
    title: 'medians by department of a partial vendor',
    goals: [],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) =>
        query('/contracts/stats', {group_by: 'department', median: 'true', vendor}),
      ),
    compared: false,
  },
  {
    name: 'contracts_q',
    title: 'contracts by words',
    goals: [],
    targets: ({vendor_words}) => vendor_words.map((q) => query('/contracts', {q})),
    compared: false,
  },
];
