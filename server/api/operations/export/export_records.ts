/** Exports all records of a list as NDJSON, CSV or GeoJSON. */
import {datasetOrEntity, directionOf} from '../../../../datasets/index.ts';
import {lengthOf} from '../../../../engine/rows/json_lines.ts';
import {LineConverter} from '../../../../engine/rows/line_converter.ts';
import type {Engine, ListQuery, Page} from '../../../../engine/types.ts';
import type {StreamedBody} from '../../../http/streamed_body.ts';
import {featureWriter} from '../../formats/geojson.ts';
import {cutBelow, headerOf, isVerbatim, lineForm} from '../../formats/items.ts';
import type {Call} from '../../request/call.ts';
import {conditions} from '../../request/conditions.ts';
import {toNear} from '../../request/near.ts';
import {pointOf} from '../../routes/answers.ts';
import type {ListRoute} from '../../routes/types.ts';
import {createLineBatch, type LineWriter, wholeOf} from './line_batch.ts';

/**
 * Bounds of a batch: as many rows as the engine renders at once, and few enough bytes that no other request
 * waits long.
 */
const BATCH = {rows: 512, bytes: 1 << 18};
const MIN_ROWS = 16;

/**
 * So many whole records first: they may be long, and one that is parsed to be cut takes as long as ten that
 * are not.
 */
const WHOLE_ROWS = 64;

/** Formats of the records themselves. */
export type StreamedFormat = 'ndjson' | 'csv' | 'geojson';

export interface Records {
  total: number;
  /** A stream if the records exceed one batch. */
  body: Buffer | StreamedBody;
}

/** Rows of the next batch, by those of the last one. */
function rowsAfter({items}: Page): number {
  const rows = Math.floor((BATCH.bytes * items.count) / (lengthOf(items) + 1));
  return Math.max(MIN_ROWS, Math.min(BATCH.rows, rows));
}

/**
 * Streams the first page and all that follow. Between batches only the position of the last row and the set
 * of matching rows are kept, since a slow client may take long to ask for more.
 */
function streamRecords(
  firstPage: Page,
  query: ListQuery,
  read: (query: ListQuery) => Page,
  writer: LineWriter,
): StreamedBody {
  const batch = createLineBatch(writer);
  let {last} = firstPage;
  let remaining = firstPage.total;
  let {limit} = query;

  function load(page: Page): void {
    if (page.items.count === 0) throw new Error(`${query.dataset} ended ${remaining} records early`);
    const isFirst = remaining === firstPage.total;
    remaining -= page.items.count;
    batch.fill(page.items, {isFirst, isLast: remaining === 0});
    ({last} = page);
    limit = rowsAfter(page);
  }

  load(firstPage);
  return {
    next() {
      const buffered = batch.next();
      if (buffered || remaining === 0 || !last) return buffered;
      load(read({...query, limit, after: last}));
      return batch.next();
    },
    close() {},
  };
}

/** How the records of a call are written. */
function writerOf(call: Call, format: StreamedFormat): LineWriter {
  if (format === 'geojson') return featureWriter(call);
  // Lines are written as they are stored where they may.
  const converter =
    format === 'ndjson' && isVerbatim(call) ? null : new LineConverter(lineForm(call, format));
  return {
    head: headerOf(call),
    convert: (lines) => converter?.convert(lines) ?? lines,
    tail: () => '',
  };
}

/** Whether records need the fields of single ones. */
function takesDetails(call: Call, list: ListRoute, format: StreamedFormat): boolean {
  // Areas are no field of lists.
  if (format === 'geojson' && pointOf(list.dataset) === null) return true;
  return list.more !== undefined || (list.details === true && format === 'ndjson' && call.fields === null);
}

/** The query of the records of an export, as its lines have them, in the list's default order. */
export function exportQuery(call: Call, list: ListRoute, format: StreamedFormat): ListQuery {
  const {dataset} = list;
  const declaration = datasetOrEntity(dataset);
  const sort = declaration.sort.default;
  const full = call.route.kind === 'export' && call.route.details;
  const withDetails = full || takesDetails(call, list, format);
  return {
    dataset,
    where: conditions(call),
    near: toNear(call.proximity),
    // Single records have their point among their fields.
    points: !full && pointOf(dataset) !== null,
    details: withDetails,
    sort,
    order: directionOf(declaration, sort),
    limit: withDetails ? WHOLE_ROWS : BATCH.rows,
    offset: 0,
    walk: {},
  };
}

/** All records that match the filters of the call, in the list's default order. */
export function exportRecords(call: Call, list: ListRoute, format: StreamedFormat, engine: Engine): Records {
  const query = exportQuery(call, list, format);
  const cut = cutBelow(call);
  const read = (asked: ListQuery): Page => {
    const page = engine.list(asked);
    return cut ? {...page, items: cut(page.items)} : page;
  };
  const firstPage = read(query);
  const writer = writerOf(call, format);
  const single = firstPage.total <= query.limit;
  return {
    total: firstPage.total,
    body: single ? wholeOf(firstPage.items, writer) : streamRecords(firstPage, query, read, writer),
  };
}
