/** The kinds of work that are measured: one row each, with its representative targets and its goal. */
import {API, columnar, combined, filtered, grouped, type Kind, page, query} from './kind.ts';
import {COUNTING} from './kinds_counting.ts';
import {KEY_KINDS} from './kinds_keys.ts';
import {LOBBYING} from './kinds_lobbying.ts';
import {PERMIT_KINDS} from './kinds_permits.ts';
import {ZONE} from './kinds_zone.ts';
import type {Values} from './values.ts';

const PAGE = 50;

/** Ranges of value and date that differ from target to target. */
function ranged(vendor: string, i: number): string {
  const year = 2008 + (i % 14);
  return query('/contracts', {
    vendor,
    min_value: 10_000 + (i % 20) * 2500,
    max_value: 500_000 + i * 1000,
    date_from: `${year}-04-01`,
    date_to: `${year + 4}-03-31`,
  });
}

/** 200 full pages in a row, of a dataset of so many records; fewer where it ends before. */
function pagesFrom(first: number, {records}: Values): string[] {
  const left = Math.floor(((records['contracts'] ?? 0) - first) / PAGE);
  const pages = Math.max(1, Math.min(200, left));
  return Array.from({length: pages}, (_, i) => query('/contracts', {offset: first + i * PAGE}));
}

/** Searches of one, two and three terms in turn, or of a fixed number. */
function searches({research_words}: Values, terms?: number): string[] {
  return research_words.map((_, i) => {
    const many = terms ?? (i % 3) + 1;
    const all = Array.from(
      {length: many},
      (_, n) => research_words[(i * 7 + n * 31) % research_words.length],
    );
    return query('/research_grants', {q: [...new Set(all)].join(' ')});
  });
}

export const KINDS: readonly Kind[] = [
  {
    name: 'vendor',
    title: 'partial vendor',
    goals: [filtered],
    targets: ({vendor_words}) => vendor_words.map((vendor) => query('/contracts', {vendor})),
    compared: true,
    clickhouse: true,
    growth: true,
  },
  {
    name: 'department',
    title: 'partial department',
    goals: [filtered],
    targets: ({department_words}) => department_words.map((department) => query('/contracts', {department})),
    compared: true,
    growth: true,
  },
  {
    name: 'narrow',
    title: 'narrow partial vendor',
    goals: [filtered],
    targets: ({vendor_narrow}) => vendor_narrow.map((vendor) => query('/contracts', {vendor})),
    compared: true,
    growth: true,
  },
  {
    name: 'page_first',
    title: 'unfiltered page, offset 0 on',
    goals: [page],
    targets: (values) => pagesFrom(0, values),
    compared: true,
    growth: true,
  },
  {
    name: 'page_million',
    title: 'unfiltered page, offset 1,000,000 on',
    goals: [page, {against: 'kind', kind: 'page_first', times: 1.3}],
    targets: (values) => pagesFrom(deep(values), values),
    compared: true,
  },
  {
    name: 'page_last',
    title: 'unfiltered page, the last ones',
    goals: [page],
    targets: (values) => pagesFrom(Math.max(0, (values.records['contracts'] ?? 0) - 200 * PAGE), values),
    compared: true,
  },
  {
    name: 'walk',
    title: 'deep page by cursor',
    goals: [],
    targets: ({records}) =>
      Array.from({length: 200}, (_, i) =>
        query('/contracts', {offset: Math.floor(((records['contracts'] ?? 0) * (i + 0.5)) / 201)}),
      ),
    walk: true,
    compared: true,
    growth: true,
  },
  {
    name: 'detail',
    title: 'detail by id',
    goals: [{against: 'limit', share: 0.6}],
    targets: ({contract_ids}) => contract_ids.map((id) => `${API}/contracts/${id}`),
    compared: true,
    clickhouse: true,
    growth: true,
  },
  {
    name: 'ranges',
    title: 'partial vendor, value range, date range',
    goals: [combined],
    targets: ({vendor_words}) => vendor_words.map(ranged),
    compared: true,
    growth: true,
  },
  {
    name: 'sorted',
    title: 'partial vendor, sorted by value',
    goals: [],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) => query('/contracts', {vendor, sort_by: 'value'})),
    compared: true,
  },
  {
    name: 'search',
    title: 'search of research grants, 1 to 3 terms',
    goals: [combined],
    targets: (values) => searches(values),
    compared: true,
    growth: true,
  },
  ...[1, 2, 3].map(
    (terms): Kind => ({
      name: `search_${terms}`,
      title: `search of research grants, ${terms} term${terms > 1 ? 's' : ''}`,
      goals: [combined],
      targets: (values) => searches(values, terms),
      compared: true,
    }),
  ),
  {
    name: 'grants',
    title: 'grants by partial recipient',
    goals: [],
    targets: ({recipient_words}) => recipient_words.map((recipient) => query('/grants', {recipient})),
    compared: true,
    growth: true,
  },
  {
    name: 'recipients',
    title: 'recipients by part of the name',
    goals: [],
    targets: ({recipient_words}) => recipient_words.map((q) => query('/grants/recipients', {q})),
    compared: true,
  },
  {
    name: 'stats',
    title: 'statistics, unfiltered',
    goals: [grouped, columnar],
    targets: () => ['department', 'vendor', 'year'].map((group_by) => query('/contracts/stats', {group_by})),
    compared: true,
    clickhouse: true,
  },
  {
    name: 'stats_department',
    title: 'statistics by department of a partial vendor',
    goals: [grouped, columnar],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) => query('/contracts/stats', {group_by: 'department', vendor})),
    compared: true,
    clickhouse: true,
    growth: true,
  },
  {
    name: 'stats_vendor',
    title: 'statistics by vendor of a partial department',
    goals: [grouped],
    targets: ({department_words}) =>
      department_words.map((department) => query('/contracts/stats', {group_by: 'vendor', department})),
    compared: true,
  },
  {
    name: 'stats_year',
    title: 'statistics by year of a partial vendor',
    goals: [grouped],
    targets: ({vendor_words}) =>
      vendor_words.map((vendor) => query('/contracts/stats', {group_by: 'year', vendor})),
    compared: true,
  },
  {
    name: 'profile',
    title: 'vendor profile',
    goals: [],
    targets: ({vendors}) => vendors.map((name) => `${API}/vendors/${encodeURIComponent(name)}`),
    compared: true,
  },
  ...LOBBYING,
  ...PERMIT_KINDS,
  ...ZONE,
  ...COUNTING,
  ...KEY_KINDS,
  {
    name: 'csv',
    title: 'unfiltered page as CSV',
    goals: [],
    targets: (values) => pagesFrom(0, values).map((target) => `${target}&format=csv`),
    compared: false,
  },
  {
    name: 'gzip',
    title: 'unfiltered page, gzip',
    goals: [],
    targets: (values) => pagesFrom(0, values),
    headers: {'Accept-Encoding': 'gzip'},
    compared: false,
  },
];

/** Offset 1,000,000, or four fifths of a smaller dataset. */
const deep = ({records}: Values): number =>
  Math.min(1_000_000, Math.floor(((records['contracts'] ?? 0) * 4) / 5 / PAGE) * PAGE);
