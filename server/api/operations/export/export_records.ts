/** Exports all records of a list as NDJSON or CSV. */
import {datasetOrEntity, directionOf} from '../../../../datasets/index.ts';
import {rowsIn} from '../../../../engine/rows/json_lines.ts';
import type {Answer, Engine, ListQuery, Page} from '../../../../engine/types.ts';
import type {StreamedBody} from '../../../http/streamed_body.ts';
import {isVerbatim, itemMapper} from '../../formats/items.ts';
import {BYTE_ORDER_MARK, csvHeader, csvRows, ndjson} from '../../formats/render.ts';
import {mapMaybe} from '../../map_maybe.ts';
import {type Call, outputFields} from '../../request/call.ts';
import {conditions} from '../../request/conditions.ts';
import {toNear} from '../../request/near.ts';
import {pointOf} from '../../routes/answers.ts';
import type {ListRoute} from '../../routes/types.ts';
import {CHUNK_LINES, createLineBatch} from './line_batch.ts';

/** Each batch evaluates the filters again, which pays off for about this many rows or two megabytes. */
const FILTERED_BATCH_LINES = 4096;

export interface Records {
  total: number;
  /** A stream if the records exceed one chunk. */
  body: Buffer | StreamedBody;
}

/** How records are written. */
interface RecordFormat {
  /** Written before the first record. */
  prefix: string;
  /** Converts stored lines to output; may return the same bytes. */
  write(lines: Buffer): Buffer;
}

function recordFormat(call: Call, format: 'ndjson' | 'csv'): RecordFormat {
  if (format === 'ndjson' && isVerbatim(call)) return {prefix: '', write: (lines) => lines};
  const [mapItems, names] = [itemMapper(call), outputFields(call)];
  if (format === 'csv') {
    const excel = call.exported?.excel ?? false;
    return {
      prefix: (excel ? BYTE_ORDER_MARK : '') + csvHeader(names),
      write: (lines) => Buffer.from(csvRows(mapItems(rowsIn(lines)), names, excel)),
    };
  }
  return {prefix: '', write: (lines) => Buffer.from(ndjson(mapItems(rowsIn(lines))))};
}

/**
 * Streams the first page and all that follow. Between batches only the position of the last row is kept, since a
 * slow client may take long to ask for more.
 */
function streamRecords(
  firstPage: Page,
  query: ListQuery,
  engine: Engine,
  {prefix, write}: RecordFormat,
): StreamedBody {
  const batch = createLineBatch();
  let {last} = firstPage;
  let remaining = firstPage.total;
  let header = prefix;

  function load(page: Page): void {
    if (page.items.count === 0) throw new Error(`${query.dataset} ended ${remaining} records early`);
    batch.fill(page.items);
    ({last} = page);
    remaining -= page.items.count;
  }

  function chunk(): Buffer | null {
    const lines = batch.next();
    if (!lines || header === '') return lines && write(lines);
    const bytes = Buffer.concat([Buffer.from(header), write(lines)]);
    header = '';
    return bytes;
  }

  load(firstPage);
  return {
    next() {
      const buffered = chunk();
      if (buffered || remaining === 0 || !last) return buffered;
      return mapMaybe(engine.list({...query, after: last}), (page) => {
        load(page);
        return chunk();
      });
    },
    close() {},
  };
}

function renderAll({items}: Page, {prefix, write}: RecordFormat): Buffer {
  const batch = createLineBatch();
  batch.fill(items);
  const lines = batch.next();
  return Buffer.concat([Buffer.from(prefix), ...(lines ? [write(lines)] : [])]);
}

/** All records that match the filters of the call, in the list's default order. */
export function exportRecords(
  call: Call,
  list: ListRoute,
  format: 'ndjson' | 'csv',
  engine: Engine,
): Answer<Records> {
  const {dataset} = list;
  const declaration = datasetOrEntity(dataset);
  const sort = declaration.sort.default;
  const where = conditions(call);
  const {proximity} = call;
  const limit = where.length > 0 || proximity ? FILTERED_BATCH_LINES : CHUNK_LINES;
  const full = call.route.kind === 'export' && call.route.details;
  const withDetails = full || list.inFrench || (list.details && format === 'ndjson' && call.fields === null);
  const query: ListQuery = {
    dataset,
    where,
    near: proximity ? toNear(proximity) : undefined,
    // Single records have their point among their fields.
    points: !full && pointOf(dataset) !== null,
    details: withDetails,
    sort,
    order: directionOf(declaration, sort),
    limit,
    offset: 0,
  };
  return mapMaybe(engine.list(query), (firstPage) => {
    const form = recordFormat(call, format);
    const single = firstPage.total <= CHUNK_LINES;
    return {
      total: firstPage.total,
      body: single ? renderAll(firstPage, form) : streamRecords(firstPage, query, engine, form),
    };
  });
}
