/** Reads tables of CKAN datastores in the order of `_id`. */
import type {SourceFile} from '../../datasets/types.ts';
import {action, resultOf} from './ckan_api.ts';
import type {FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {getValue} from './json.ts';
import {TransientError} from './retry.ts';
import {jsonLine, type Page, type Table, TableChanged, type TableState} from './table.ts';
import {isObject, type JsonObject} from './unknown_json.ts';

type Via = Extract<SourceFile['via'], {portal: 'ckan-datastore'}>;

const LEAST = 100;

/**
 * The table without `_id`, which the portal renumbers at every reload, so that equal tables would differ. An unchanged
 * first `_id` shows that the table was not reloaded while it was read.
 */
export function ckanTable(source: string, file: SourceFile, via: Via, context: FetchContext): Table {
  const targetOf = (name: string, query: Record<string, string>): Target => ({
    source,
    file: file.name,
    url: action(via.base, name, query),
  });

  async function search(request: Target, heavy_tries?: number) {
    const answer = await getValue(request, context, heavy_tries);
    const {total, records} = resultOf(request, isObject(answer) ? answer : {});
    if (typeof total === 'number' && Array.isArray(records) && records.every(isObject))
      return {total, records};
    throw new FetchError(request, 'the answer lacks `total` or `records`', 'correct the declaration');
  }

  const pageAt = (offset: number, limit: number): Target =>
    targetOf('datastore_search', {
      resource_id: via.resource,
      limit: `${limit}`,
      offset: `${offset}`,
      sort: '_id',
    });

  async function state(): Promise<TableState> {
    const request = pageAt(0, 1);
    const {total, records} = await search(request);
    const mark = records[0] ? `first row ${idOf(request, records[0])}` : 'no row';
    return {
      count: total,
      stamp: await changedAt(targetOf('resource_show', {id: via.resource}), context),
      mark,
    };
  }

  async function page(from: string | null, size: number, heavy_tries: number | undefined): Promise<Page> {
    // Offset of the page, and the last `_id` of the page before.
    const [offset = 0, before = Number.NEGATIVE_INFINITY] = from ? from.split(' ').map(Number) : [];
    const request = pageAt(offset, size);
    const {records} = await search(request, heavy_tries);
    let last = before;
    for (const record of records) {
      const id = idOf(request, record);
      if (id <= last) throw new TableChanged(`row ${id} came after row ${last}`);
      last = id;
    }
    return {
      rows: records.map(({_id, ...record}) => ({key: null, line: jsonLine(record)})),
      // The portal silently caps pages at 32,000 rows: only an empty page is the end.
      next: records.length > 0 ? `${offset + records.length} ${last}` : null,
    };
  }

  const target = targetOf('datastore_search', {resource_id: via.resource});
  return {target, size: via.page, least: Math.min(LEAST, via.page), state, page};
}

/** `last_modified` of the resource; null where the portal has none. */
async function changedAt(target: Target, context: FetchContext): Promise<string | null> {
  try {
    const answer = await getValue(target, context);
    const modified = resultOf(target, isObject(answer) ? answer : {})['last_modified'];
    return typeof modified === 'string' && modified ? `last_modified ${modified}` : null;
  } catch (error) {
    // A portal that hides its resources is read every time; a failure that may pass is an error.
    if (error instanceof FetchError && !(error.cause instanceof TransientError)) return null;
    throw error;
  }
}

function idOf(target: Target, record: JsonObject): number {
  const id = record['_id'];
  if (typeof id === 'number') return id;
  throw new FetchError(target, 'a record lacks `_id`', 'correct the resource id in the declaration');
}
