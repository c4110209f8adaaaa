/** Response formats: which ones a route offers, and their media types. */
import {pointOf} from './answers.ts';
import type {Route} from './types.ts';

/** Formats of lists and statistics. */
export const LIST_FORMATS = ['json', 'csv', 'ndjson'] as const;

export type RowFormat = (typeof LIST_FORMATS)[number];

/** Formats of lists whose records have a point. */
const PLACED_LIST_FORMATS = [...LIST_FORMATS, 'geojson'] as const;

/** Formats of single records that have a point. */
export const PLACED_FORMATS = ['json', 'geojson'] as const;
export type Format = (typeof LIST_FORMATS | typeof PLACED_FORMATS)[number];

const JSON_ONLY = ['json'] as const;

/** Formats of a response other than exports; the first is the default. */
export function formatsOf(route: Route): readonly Format[] {
  if (route.kind === 'list' && pointOf(route.dataset)) return PLACED_LIST_FORMATS;
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
  parquet: 'application/vnd.apache.parquet',
};
