/** Rows to bodies: JSON, CSV and NDJSON (specification 1.5). */
import papaparse from 'papaparse';
import type {Json} from '../../../datasets/types.ts';
import {lengthOf} from '../../../engine/rows/json_lines.ts';
import type {Lines, Row} from '../../../engine/types.ts';
import {ownRoom, type Room} from '../../http/buffers.ts';
import type {Streamed} from '../../http/streamed_body.ts';
import type {RowFormat} from '../routes/formats.ts';
import {MEDIA_TYPES} from '../routes/formats.ts';

export interface Meta {
  total: number;
  limit: number;
  offset: number;
  next_cursor: string | null;
  /** What some operations say besides. */
  [further: string]: Json;
}

export interface Rendered {
  type: string;
  body: Buffer | Streamed;
  /** Further headers; null for none. */
  headers: Record<string, string> | null;
}

const CRLF = '\r\n';

const cell = (value: Json | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const records = (cells: string[][]): string => papaparse.unparse(cells, {newline: CRLF}) + CRLF;

/** The row of field names that stands before all others, also where there are none. */
export const csvHeader = (names: readonly string[]): string => records([[...names]]);

/** Rows without a header; arrays and objects as JSON text. */
export const csvRows = (rows: readonly Row[], names: readonly string[]): string =>
  rows.length === 0 ? '' : records(rows.map((row) => names.map((name) => cell(row[name]))));

export const ndjson = (rows: readonly Row[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

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
  format: RowFormat,
): Rendered {
  const type = `${MEDIA_TYPES[format]}; charset=utf-8`;
  switch (format) {
    case 'json':
      return {type, body: Buffer.from(JSON.stringify({data: rows, meta})), headers: null};
    case 'csv':
      return {type, body: Buffer.from(csvHeader(names) + csvRows(rows, names)), headers: metaHeaders(meta)};
    case 'ndjson':
      return {type, body: Buffer.from(ndjson(rows)), headers: metaHeaders(meta)};
  }
}

const COMMA = 0x2c;

/** A page of items that are given whole, put together from their bytes, which are copied. */
export function renderLines(
  lines: Lines,
  meta: Meta,
  format: 'json' | 'ndjson',
  room: Room = ownRoom,
): Rendered {
  const type = `${MEDIA_TYPES[format]}; charset=utf-8`;
  const length = lengthOf(lines);
  if (format === 'ndjson') {
    const body = room(length);
    lines.bytes.copy(body, 0, 0, length);
    return {type, body, headers: metaHeaders(meta)};
  }
  const head = '{"data":[';
  const tail = `],"meta":${JSON.stringify(meta)}}`;
  const items = Math.max(0, length - 1);
  const body = room(head.length + items + tail.length);
  body.write(head, 0, 'latin1');
  lines.bytes.copy(body, head.length, 0, items);
  for (let i = 0; i < lines.count - 1; i++) body[head.length + lines.ends[i]!] = COMMA;
  body.write(tail, head.length + items, 'latin1');
  return {type, body, headers: null};
}

const OBJECT = `${MEDIA_TYPES.json}; charset=utf-8`;

/**
 * A single record or profile from its JSON; always JSON. `more` are fields behind its own, in ASCII, with a comma
 * before them.
 */
export function renderObject(json: Buffer | string, room: Room = ownRoom, more = ''): Rendered {
  const head = '{"data":';
  const tail = more === '' ? '}' : `${more}}}`;
  const length = typeof json === 'string' ? Buffer.byteLength(json) : json.length;
  // Fields come in the place of the brace.
  const end = head.length + length - (more === '' ? 0 : 1);
  const body = room(end + tail.length);
  body.write(head, 0, 'latin1');
  if (typeof json === 'string') body.write(json, head.length);
  else json.copy(body, head.length, 0, end - head.length);
  body.write(tail, end, 'latin1');
  return {type: OBJECT, body, headers: null};
}

const GEOJSON = `${MEDIA_TYPES.geojson}; charset=utf-8`;

/** One record with its place, as GeoJSON has it. */
export interface Feature {
  id: string;
  geometry: Json;
  properties: Row;
}

const feature = ({id, geometry, properties}: Feature) => ({type: 'Feature', id, geometry, properties});

/** One record as a GeoJSON Feature. */
export const renderFeature = (id: string, geometry: Json, properties: Row): Rendered => ({
  type: GEOJSON,
  body: Buffer.from(JSON.stringify(feature({id, geometry, properties}))),
  headers: null,
});

/** A page of records as a GeoJSON FeatureCollection. */
export const renderFeatures = (features: readonly Feature[], meta: Meta): Rendered => ({
  type: GEOJSON,
  body: Buffer.from(JSON.stringify({type: 'FeatureCollection', features: features.map(feature), meta})),
  headers: null,
});

/** An answer that is put together as a whole. */
export const renderJson = (answer: Readonly<Record<string, Json>>): Rendered => ({
  type: OBJECT,
  body: Buffer.from(JSON.stringify(answer)),
  headers: null,
});
