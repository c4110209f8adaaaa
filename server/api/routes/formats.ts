/** Formats of answers and their media types. */

/** Formats of lists and statistics. */
export const LIST_FORMATS = ['json', 'csv', 'ndjson'] as const;

export type RowFormat = (typeof LIST_FORMATS)[number];

export const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet', 'csvw'] as const;

export const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  /** A feed (RFC 4287): each record of a list by date is an entry. */
  atom: 'application/atom+xml',
  parquet: 'application/vnd.apache.parquet',
  /** What the columns of a CSV file are, for programs: CSV on the Web (https://www.w3.org/TR/tabular-metadata/). */
  csvw: 'application/csvm+json',
} as const;

export type Format = keyof typeof MEDIA_TYPES;
