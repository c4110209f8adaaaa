/** Renders rows as JSON, CSV and NDJSON. */
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

/** Tells spreadsheets that a CSV file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The CSV header line, present even without rows. Names of fields need no quotes. */
export const csvHeader = (names: readonly string[], separator = ','): string =>
  `${names.join(separator)}\r\n`;

/** `meta` as headers, for formats that hold rows only. */
export function metaHeaders(meta: Meta): Record<string, string> {
  return {
    'X-Total-Count': String(meta.total),
    'X-Limit': String(meta.limit),
    'X-Offset': String(meta.offset),
    ...(meta.next_cursor !== null && {'X-Next-Cursor': meta.next_cursor}),
  };
}

const COMMA = 0x2c;

/**
 * Renders a page of items by copying their lines, which have the format; `header` is the line before those of
 * CSV.
 */
export function renderLines(
  lines: Lines,
  meta: Meta,
  format: RowFormat,
  header = '',
  allocate: BufferAllocator = allocateBuffer,
): Rendered {
  const type = `${MEDIA_TYPES[format]}; charset=utf-8`;
  const next = meta.next_cursor;
  if (format === 'json') return {type, body: jsonPage(lines, meta, allocate), headers: null, next};
  const [length, start] = [lengthOf(lines), Buffer.byteLength(header)];
  const body = allocate(start + length);
  body.write(header);
  lines.bytes.copy(body, start, 0, length);
  return {type, body, headers: metaHeaders(meta), next};
}

/** The items in an envelope. */
function jsonPage(lines: Lines, meta: Meta, allocate: BufferAllocator): Buffer {
  const head = '{"data":[';
  const tail = `],"meta":${JSON.stringify(meta)}}`;
  const items = Math.max(0, lengthOf(lines) - 1);
  const body = allocate(head.length + items + Buffer.byteLength(tail));
  body.write(head, 0, 'latin1');
  lines.bytes.copy(body, head.length, 0, items);
  for (let i = 0; i < lines.count - 1; i++) body[head.length + lines.ends[i]!] = COMMA;
  body.write(tail, head.length + items);
  return body;
}

const OBJECT = `${MEDIA_TYPES.json}; charset=utf-8`;

/**
 * Renders a single record or profile from its JSON. `more` are ASCII members appended to it, with a leading
 * comma.
 */
export function renderObject(
  json: Buffer | string,
  allocate: BufferAllocator = allocateBuffer,
  more = '',
  meta: Readonly<Record<string, Json>> | null = null,
): Rendered {
  const head = '{"data":';
  const rest = more === '' ? '' : `${more}}`;
  const tail = meta ? `${rest},"meta":${JSON.stringify(meta)}}` : `${rest}}`;
  const length = typeof json === 'string' ? Buffer.byteLength(json) : json.length;
  // `more` replaces the closing brace.
  const end = head.length + length - (more === '' ? 0 : 1);
  const body = allocate(end + Buffer.byteLength(tail));
  body.write(head, 0, 'latin1');
  if (typeof json === 'string') body.write(json, head.length);
  else json.copy(body, head.length, 0, end - head.length);
  body.write(tail, end);
  return {type: OBJECT, body, headers: null};
}

const GEOJSON = `${MEDIA_TYPES.geojson}; charset=utf-8`;

/** A record as a GeoJSON feature. */
export interface Feature {
  id: string;
  /** West, south, east and north; of areas alone. */
  bbox?: Json;
  geometry: Json;
  properties: Row;
}

/** Its members in their order. */
export const feature = ({id, bbox, geometry, properties}: Feature) => ({
  type: 'Feature',
  id,
  ...(bbox === undefined ? {} : {bbox}),
  geometry,
  properties,
});

/** Renders one GeoJSON Feature. */
export const renderFeature = (id: string, geometry: Json, properties: Row): Rendered => ({
  type: GEOJSON,
  body: Buffer.from(JSON.stringify(feature({id, geometry, properties}))),
  headers: null,
});

/** Renders a page as a GeoJSON FeatureCollection; without `meta` a whole list. */
export const renderFeatures = (features: readonly Feature[], meta?: Meta): Rendered => ({
  type: GEOJSON,
  body: Buffer.from(JSON.stringify({type: 'FeatureCollection', features: features.map(feature), meta})),
  headers: null,
  next: meta?.next_cursor ?? null,
});

/** Renders a whole answer from one object. */
export const renderJson = (answer: Readonly<Record<string, Json>>): Rendered => ({
  type: OBJECT,
  body: Buffer.from(JSON.stringify(answer)),
  headers: null,
});
