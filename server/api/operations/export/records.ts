/** The records of a list from the first to the last, as NDJSON or CSV. */
import {datasetOrEntity, directionOf} from '../../../../datasets/index.ts';
import {rowsIn} from '../../../../engine/rows/json_lines.ts';
import type {Answer, Engine, ListQuery, Page} from '../../../../engine/types.ts';
import type {Streamed} from '../../../http/streamed_body.ts';
import {areWhole, shaper} from '../../formats/items.ts';
import {csvHeader, csvRows, ndjson} from '../../formats/render.ts';
import {after} from '../../map_maybe.ts';
import {type Call, givenFields} from '../../request/call.ts';
import {conditions} from '../../request/conditions.ts';
import {nearOf} from '../../request/near.ts';
import {pointOf} from '../../routes/answers.ts';
import type {ListRoute} from '../../routes/types.ts';
import {openBatch, PIECE_LINES} from './batch.ts';

/** Every batch evaluates the filters anew; so many rows are worth it, and are about two megabytes. */
const FILTERED_LINES = 4096;

export interface Records {
  total: number;
  /** A stream where the records are more than one piece. */
  body: Buffer | Streamed;
}

/** The form of records. */
interface Form {
  /** Stands before all records. */
  head: string;
  /** Lines as the client gets them: the same bytes, or others. */
  write(lines: Buffer): Buffer;
}

function formOf(call: Call, format: 'ndjson' | 'csv'): Form {
  if (format === 'ndjson' && areWhole(call)) return {head: '', write: (lines) => lines};
  const [shaped, names] = [shaper(call), givenFields(call)];
  if (format === 'csv') {
    return {head: csvHeader(names), write: (lines) => Buffer.from(csvRows(shaped(rowsIn(lines)), names))};
  }
  return {head: '', write: (lines) => Buffer.from(ndjson(shaped(rowsIn(lines))))};
}

/**
 * The first page and all behind it. Between two batches nothing is held but the position of the last row: the time
 * until the client takes the next one may be long.
 */
function stream(first: Page, query: ListQuery, engine: Engine, {head, write}: Form): Streamed {
  const batch = openBatch();
  let {last} = first;
  let left = first.total;
  let begin = head;

  function take(page: Page): void {
    if (page.items.count === 0) throw new Error(`${query.dataset} ended ${left} records early`);
    batch.fill(page.items);
    ({last} = page);
    left -= page.items.count;
  }

  function piece(): Buffer | null {
    const lines = batch.next();
    if (!lines || begin === '') return lines && write(lines);
    const bytes = Buffer.concat([Buffer.from(begin), write(lines)]);
    begin = '';
    return bytes;
  }

  take(first);
  return {
    next() {
      const held = piece();
      if (held || left === 0 || !last) return held;
      return after(engine.list({...query, after: last}), (page) => {
        take(page);
        return piece();
      });
    },
    close() {},
  };
}

function whole({items}: Page, {head, write}: Form): Buffer {
  const batch = openBatch();
  batch.fill(items);
  const lines = batch.next();
  return Buffer.concat([Buffer.from(head), ...(lines ? [write(lines)] : [])]);
}

/** All records that match the filters of the call, in the default order of the list. */
export function records(
  call: Call,
  {dataset, details}: ListRoute,
  format: 'ndjson' | 'csv',
  engine: Engine,
): Answer<Records> {
  const of = datasetOrEntity(dataset);
  const sort = of.sort.default;
  const where = conditions(call);
  const {proximity} = call;
  const limit = where.length > 0 || proximity ? FILTERED_LINES : PIECE_LINES;
  const wide = details && format === 'ndjson' && call.fields === null;
  const query: ListQuery = {
    dataset,
    where,
    near: proximity ? nearOf(proximity) : undefined,
    points: pointOf(dataset) !== null,
    details: wide,
    sort,
    order: directionOf(of, sort),
    limit,
    offset: 0,
  };
  return after(engine.list(query), (first) => {
    const form = formOf(call, format);
    const few = first.total <= PIECE_LINES;
    return {total: first.total, body: few ? whole(first, form) : stream(first, query, engine, form)};
  });
}
