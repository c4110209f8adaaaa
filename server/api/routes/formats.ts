/** The formats of responses: which ones a route offers, and their media types. */
import {pointOf} from './answers.ts';
import type {Route} from './types.ts';

/** Formats of lists and of statistics. */
export const LIST_FORMATS = ['json', 'csv', 'ndjson'] as const;

export type RowFormat = (typeof LIST_FORMATS)[number];

/** Formats of a list whose records have a place. */
const PLACED_LIST_FORMATS = [...LIST_FORMATS, 'geojson'] as const;

/** Formats of a record that has a place. */
export const PLACED_FORMATS = ['json', 'geojson'] as const;
export type Format = (typeof LIST_FORMATS | typeof PLACED_FORMATS)[number];

const JSON_ONLY = ['json'] as const;

/** Formats of the answer, but for exports; the first unless another is asked for. */
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
