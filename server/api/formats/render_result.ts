/** Renders what an operation answers in the format of the call. */
import {linesOf} from '../../../engine/rows/json_lines.ts';
import type {BuildInfo} from '../../../engine/types.ts';
import type {BufferAllocator} from '../../http/buffers.ts';
import {
  engineRows,
  type PageResult,
  type RecordResult,
  type Result,
  recordRow,
} from '../operations/result.ts';
import type {Call} from '../request/call.ts';
import type {RowFormat} from '../routes/formats.ts';
import {type FeedAddress, renderFeed} from './atom.ts';
import {renderRecordFeature, toFeatures} from './geojson.ts';
import {headerOf, itemLines} from './items.ts';
import {type Rendered, renderFeatures, renderJson, renderLines, renderObject} from './render.ts';

/** A page of items, which are copied as they are stored where the client gets them unchanged. */
function renderPage(
  call: Call,
  page: PageResult,
  info: BuildInfo,
  allocate: BufferAllocator,
  feed: FeedAddress | null,
): Rendered {
  const {items, meta} = page;
  if (call.format === 'geojson') return renderFeatures(toFeatures(call, engineRows(page)), meta);
  if (call.format !== 'atom') {
    const lines = 'bytes' in items ? items : linesOf(items);
    return renderLines(itemLines(call, lines), meta, call.format as RowFormat, headerOf(call), allocate);
  }
  if (!feed) throw new Error(`${call.route.path}: a feed needs its address for its links`);
  return renderFeed(call, {...page, items: engineRows(page)}, info, feed);
}

function renderRecord(call: Call, result: RecordResult, allocate: BufferAllocator): Rendered {
  if (call.format === 'geojson') return renderRecordFeature(call, recordRow(result), result.geometry);
  const {record, more, meta} = result;
  return renderObject(
    Buffer.isBuffer(record) ? record : JSON.stringify(record),
    allocate,
    more && `,${JSON.stringify(more).slice(1, -1)}`,
    meta,
  );
}

/** The body is allocated by `allocate`. Only feeds need `feed`, for their links. */
export function renderResult(
  call: Call,
  result: Result,
  info: BuildInfo,
  allocate: BufferAllocator,
  feed: FeedAddress | null,
): Rendered {
  if ('items' in result) return renderPage(call, result, info, allocate, feed);
  return 'record' in result ? renderRecord(call, result, allocate) : renderJson({...result});
}
