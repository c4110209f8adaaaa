/** Response formats: which ones a route offers, and their media types. */
import {pointOf} from './answers.ts';
import {feedSorts} from './feeds.ts';
import type {ListRoute, Route} from './types.ts';

/** Formats of lists and statistics. */
export const LIST_FORMATS = ['json', 'csv', 'ndjson'] as const;

export type RowFormat = (typeof LIST_FORMATS)[number];

/** Formats of single records that have a point. */
export const PLACED_FORMATS = ['json', 'geojson'] as const;

/** The format of lists by date: each record is an entry of an Atom feed (RFC 4287). */
const FEED_FORMAT = 'atom';

export type Format = (typeof LIST_FORMATS | typeof PLACED_FORMATS)[number] | typeof FEED_FORMAT;

const JSON_ONLY = ['json'] as const;

/** Formats of a list: GeoJSON where records have a point, Atom where they can be sorted by date. */
function listFormats(route: ListRoute): readonly Format[] {
  const placed: readonly Format[] = pointOf(route.dataset) ? ['geojson'] : [];
  const fed: readonly Format[] = feedSorts(route).length > 0 ? [FEED_FORMAT] : [];
  return [...LIST_FORMATS, ...placed, ...fed];
}

const computed = new WeakMap<ListRoute, readonly Format[]>();

/** Formats of a response other than exports; the first is the default. */
export function formatsOf(route: Route): readonly Format[] {
  if (route.kind === 'list') {
    const formats = computed.get(route) ?? listFormats(route);
    computed.set(route, formats);
    return formats;
  }
  if ('limit' in route) return LIST_FORMATS;
  const placed = route.kind === 'zone' || (route.kind === 'detail' && pointOf(route.dataset));
  return placed ? PLACED_FORMATS : JSON_ONLY;
}

export const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const MEDIA_TYPES: Record<Format | ExportFormat, string> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  atom: 'application/atom+xml',
  parquet: 'application/vnd.apache.parquet',
};
