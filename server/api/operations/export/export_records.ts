/** Exports all records of a list as NDJSON or CSV. */
import {datasetOrEntity, directionOf} from '../../../../datasets/index.ts';
import {lengthOf} from '../../../../engine/rows/json_lines.ts';
import {convertLines, type LineForm} from '../../../../engine/rows/line_converter.ts';
import type {Answer, Engine, ListQuery, Page} from '../../../../engine/types.ts';
import type {StreamedBody} from '../../../http/streamed_body.ts';
import {isVerbatim, lineForm} from '../../formats/items.ts';
import {BYTE_ORDER_MARK, csvHeader} from '../../formats/render.ts';
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
  /** Null where the lines are written as they are stored. */
  form: LineForm | null;
}

function recordFormat(call: Call, format: 'ndjson' | 'csv'): RecordFormat {
  if (format === 'ndjson') return {prefix: '', form: isVerbatim(call) ? null : lineForm(call, format)};
  const mark = call.exported?.excel ? BYTE_ORDER_MARK : '';
  return {prefix: mark + csvHeader(outputFields(call)), form: lineForm(call, format)};
}

/**
 * Streams the first page and all that follow. Between batches only the position of the last row is kept, since a
 * slow client may take long to ask for more.
 */
function streamRecords(
  firstPage: Page,
  query: ListQuery,
  engine: Engine,
  {prefix, form}: RecordFormat,
): StreamedBody {
  const batch = createLineBatch(form);
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
    if (!lines || header === '') return lines;
    const bytes = Buffer.concat([Buffer.from(header), lines]);
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

function renderAll({items}: Page, {prefix, form}: RecordFormat): Buffer {
  const {bytes, ...lines} = form ? convertLines(items, form) : items;
  return Buffer.concat([Buffer.from(prefix), bytes.subarray(0, lengthOf({bytes, ...lines}))]);
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
