/** The records of a list from the first to the last, batch by batch, as NDJSON or CSV. */
import {directionOf, listed} from '../../datasets/index.ts';
import {lengthOf, rowsOf} from '../../engine/lines.ts';
import type {Answer, Engine, Lines, ListQuery, Page} from '../../engine/types.ts';
import {csvHeader, csvRows, ndjson} from '../formats.ts';
import {areWhole, shaper} from '../items.ts';
import {after} from '../later.ts';
import {type Call, givenFields} from '../request/call.ts';
import {conditions} from '../request/conditions.ts';
import type {ListRoute} from '../routes/types.ts';
import type {Streamed} from '../streamed.ts';

/** Rows of a batch. */
const BATCH = 512;
const FILTERED = 4096;

export interface Records {
  total: number;
  /** A stream where there are more than one batch holds. */
  body: Buffer | Streamed;
}

type Write = (items: Lines) => Buffer;

/** Bytes of a batch, which stay as they are until the next one is written. */
function writer(call: Call, format: 'ndjson' | 'csv'): Write {
  if (format === 'ndjson' && areWhole(call)) {
    let room = Buffer.alloc(0);
    return (items) => {
      const length = lengthOf(items);
      if (length > room.length) room = Buffer.allocUnsafeSlow(length);
      items.bytes.copy(room, 0, 0, length);
      return room.subarray(0, length);
    };
  }
  const [shaped, names] = [shaper(call), givenFields(call)];
  if (format === 'ndjson') return (items) => Buffer.from(ndjson(shaped(rowsOf(items))));
  let head = csvHeader(names);
  return (items) => {
    const text = head + csvRows(shaped(rowsOf(items)), names);
    head = '';
    return Buffer.from(text);
  };
}

/**
 * Goes on behind the first page, whose bytes are given. Between two batches nothing is held but the position of the
 * last row: the time until the client takes the next one may be long.
 */
function following(first: Page, bytes: Buffer, query: ListQuery, engine: Engine, write: Write): Streamed {
  let begun = false;
  let {last} = first;
  let left = first.total - first.items.count;
  const more = (page: Page): Buffer => {
    if (page.items.count === 0) throw new Error(`${query.dataset} ended ${left} records early`);
    ({last} = page);
    left -= page.items.count;
    return write(page.items);
  };
  return {
    next() {
      if (!begun) {
        begun = true;
        return bytes;
      }
      if (left === 0 || last === null) return null;
      return after(engine.list({...query, after: last}), more);
    },
    close() {},
  };
}

/** All records that match the filters of the call, in the default order of the list. */
export function records(
  call: Call,
  {dataset}: ListRoute,
  format: 'ndjson' | 'csv',
  engine: Engine,
): Answer<Records> {
  const of = listed(dataset);
  const sort = of.sort.default;
  const where = conditions(call);
  const limit = where.length > 0 ? FILTERED : BATCH;
  const query: ListQuery = {dataset, where, sort, order: directionOf(of, sort), limit, offset: 0};
  const write = writer(call, format);
  return after(engine.list(query), (first) => {
    const {total, items} = first;
    const bytes = write(items);
    return {total, body: items.count === total ? bytes : following(first, bytes, query, engine, write)};
  });
}
