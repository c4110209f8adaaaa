/** Renders rows as JSON, CSV and NDJSON. */
import papaparse from 'papaparse';
import type {Json} from '../../../datasets/types.ts';
import {lengthOf} from '../../../engine/rows/json_lines.ts';
import type {Lines, Row} from '../../../engine/types.ts';
import {allocateBuffer, type BufferAllocator} from '../../http/buffers.ts';
import type {StreamedBody} from '../../http/streamed_body.ts';
import type {RowFormat} from '../routes/formats.ts';
import {MEDIA_TYPES} from '../routes/formats.ts';

export interface Meta {
  total: number;
  limit: number;
  offset: number;
  next_cursor: string | null;
  /** Extra members of some operations. */
  [further: string]: Json;
}

export interface Rendered {
  type: string;
  body: Buffer | StreamedBody;
  /** Additional headers; null for none. */
  headers: Record<string, string> | null;
  /** Cursor of the next page; absent or null where there is none. */
  next?: string | null;
}

const CRLF = '\r\n';

const cell = (value: Json | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Tells spreadsheets that a CSV file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Texts that spreadsheets would run as formulas; signed numbers are none. */
const FORMULA = /^(?![+-]\d+(?:\.\d+)?(?:e[+-]?\d+)?$)[=+\-@\t\r]/i;

/** `excel` puts an apostrophe before formulas. */
const records = (cells: string[][], excel = false): string =>
  papaparse.unparse(cells, {newline: CRLF, escapeFormulae: excel ? FORMULA : false}) + CRLF;

/** The CSV header line, present even without rows. */
export const csvHeader = (names: readonly string[]): string => records([[...names]]);

/** CSV rows without a header; arrays and objects as JSON text. `excel` makes them safe for spreadsheets. */
export const csvRows = (rows: readonly Row[], names: readonly string[], excel = false): string =>
  rows.length === 0
    ? ''
    : records(
        rows.map((row) => names.map((name) => cell(row[name]))),
        excel,
      );

export const ndjson = (rows: readonly Row[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** `meta` as headers, for formats that hold rows only. */
function metaHeaders(meta: Meta): Record<string, string> {
  return {
    'X-Total-Count': String(meta.total),
    'X-Limit': String(meta.limit),
    'X-Offset': String(meta.offset),
    ...(meta.next_cursor === null ? {} : {'X-Next-Cursor': meta.next_cursor}),
  };
}

/** Renders a page of rows; `names` are the item fields in order. */
export function renderRows(
  rows: readonly Row[],
  names: readonly string[],
  meta: Meta,
  format: RowFormat,
): Rendered {
  const type = `${MEDIA_TYPES[format]}; charset=utf-8`;
  const next = meta.next_cursor;
  switch (format) {
    case 'json':
      return {type, body: Buffer.from(JSON.stringify({data: rows, meta})), headers: null, next};
    case 'csv':
      return {
        type,
        body: Buffer.from(csvHeader(names) + csvRows(rows, names)),
        headers: metaHeaders(meta),
        next,
      };
    case 'ndjson':
      return {type, body: Buffer.from(ndjson(rows)), headers: metaHeaders(meta), next};
  }
}

const COMMA = 0x2c;

/** Renders a page of unchanged items by copying their bytes. */
export function renderLines(
  lines: Lines,
  meta: Meta,
  format: 'json' | 'ndjson',
  allocate: BufferAllocator = allocateBuffer,
): Rendered {
  const type = `${MEDIA_TYPES[format]}; charset=utf-8`;
  const next = meta.next_cursor;
  const length = lengthOf(lines);
  if (format === 'ndjson') {
    const body = allocate(length);
    lines.bytes.copy(body, 0, 0, length);
    return {type, body, headers: metaHeaders(meta), next};
  }
  const head = '{"data":[';
  const tail = `],"meta":${JSON.stringify(meta)}}`;
  const items = Math.max(0, length - 1);
  const body = allocate(head.length + items + Buffer.byteLength(tail));
  body.write(head, 0, 'latin1');
  lines.bytes.copy(body, head.length, 0, items);
  for (let i = 0; i < lines.count - 1; i++) body[head.length + lines.ends[i]!] = COMMA;
  body.write(tail, head.length + items);
  return {type, body, headers: null, next};
}

const OBJECT = `${MEDIA_TYPES.json}; charset=utf-8`;

/** Renders a single record or profile from its JSON. `more` are ASCII members appended to it, with a leading comma. */
export function renderObject(
  json: Buffer | string,
  allocate: BufferAllocator = allocateBuffer,
  more = '',
): Rendered {
  const head = '{"data":';
  const tail = more === '' ? '}' : `${more}}}`;
  const length = typeof json === 'string' ? Buffer.byteLength(json) : json.length;
  // `more` replaces the closing brace.
  const end = head.length + length - (more === '' ? 0 : 1);
  const body = allocate(end + tail.length);
  body.write(head, 0, 'latin1');
  if (typeof json === 'string') body.write(json, head.length);
  else json.copy(body, head.length, 0, end - head.length);
  body.write(tail, end, 'latin1');
  return {type: OBJECT, body, headers: null};
}

const GEOJSON = `${MEDIA_TYPES.geojson}; charset=utf-8`;

/** A record as a GeoJSON feature. */
export interface Feature {
  id: string;
  geometry: Json;
  properties: Row;
}

const feature = ({id, geometry, properties}: Feature) => ({type: 'Feature', id, geometry, properties});

/** Renders one GeoJSON Feature. */
export const renderFeature = (id: string, geometry: Json, properties: Row): Rendered => ({
  type: GEOJSON,
  body: Buffer.from(JSON.stringify(feature({id, geometry, properties}))),
  headers: null,
});

/** Renders a page as a GeoJSON FeatureCollection. */
export const renderFeatures = (features: readonly Feature[], meta: Meta): Rendered => ({
  type: GEOJSON,
  body: Buffer.from(JSON.stringify({type: 'FeatureCollection', features: features.map(feature), meta})),
  headers: null,
  next: meta.next_cursor,
});

/** Renders a whole answer from one object. */
export const renderJson = (answer: Readonly<Record<string, Json>>): Rendered => ({
  type: OBJECT,
  body: Buffer.from(JSON.stringify(answer)),
  headers: null,
});
