/** Rows to bodies: JSON, CSV and NDJSON (specification 1.5). */
import papaparse from 'papaparse';
import type {Json} from '../datasets/types.ts';
import type {Row} from '../engine/types.ts';
import {MEDIA_TYPES} from './request/negotiate.ts';
import type {Format} from './routes/parameters.ts';

export interface Meta {
  total: number;
  limit: number;
  offset: number;
  next_cursor: string | null;
}

export interface Rendered {
  type: string;
  body: string;
  headers: Record<string, string>;
}

const CRLF = '\r\n';

const cell = (value: Json | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Header row of field names, also without rows; arrays and objects as JSON text. */
function csv(rows: readonly Row[], names: readonly string[]): string {
  const data = rows.map((row) => names.map((name) => cell(row[name])));
  return papaparse.unparse([[...names], ...data], {newline: CRLF}) + CRLF;
}

const ndjson = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** What JSON says in `meta`, for the formats that hold rows only. */
function metaHeaders(meta: Meta): Record<string, string> {
  return {
    'X-Total-Count': String(meta.total),
    'X-Limit': String(meta.limit),
    'X-Offset': String(meta.offset),
    ...(meta.next_cursor === null ? {} : {'X-Next-Cursor': meta.next_cursor}),
  };
}

/** A page of rows; `names` are the fields of the items, in order. */
export function renderRows(
  rows: readonly Row[],
  names: readonly string[],
  meta: Meta,
  format: Format,
): Rendered {
  const type = `${MEDIA_TYPES[format]}; charset=utf-8`;
  switch (format) {
    case 'json':
      return {type, body: JSON.stringify({data: rows, meta}), headers: {}};
    case 'csv':
      return {type, body: csv(rows, names), headers: metaHeaders(meta)};
    case 'ndjson':
      return {type, body: ndjson(rows), headers: metaHeaders(meta)};
  }
}

/** A single record or profile; always JSON. */
export function renderObject(row: Row): Rendered {
  return {type: `${MEDIA_TYPES.json}; charset=utf-8`, body: JSON.stringify({data: row}), headers: {}};
}
