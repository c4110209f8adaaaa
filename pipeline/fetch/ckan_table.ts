/** Reads tables of CKAN datastores in the order of `_id`. */
import type {SourceFile, Via} from '../../datasets/types.ts';
import {isObject, type JsonObject, textOf, textsOf} from '../runtime/unknown_json.ts';
import {action, resultOf} from './ckan_resources.ts';
import {type Reader, wantedColumns} from './columns.ts';
import type {FetchContext} from './download.ts';
import {FetchError, type Target, targetsOf} from './errors.ts';
import {getValue} from './json.ts';
import {isRefusal} from './retry.ts';
import {jsonLine, lastOf, type Page, type Table, type TableState} from './table.ts';

const LEAST = 100;
const ID = '_id';

/**
 * The table with the columns that its source reads, without `_id`, which the portal renumbers at every
 * reload, so that equal tables would differ. An unchanged first `_id` shows that the table was not reloaded
 * while it was read.
 */
export async function ckanTable(
  source: Reader,
  file: SourceFile,
  via: Via<'ckan-datastore'>,
  context: FetchContext,
): Promise<Table> {
  const wanted = wantedColumns(source, file.name);
  const isWritten = (column: string) => column !== ID && wanted(column);
  const targetOf = (name: string, query: Record<string, string>): Target =>
    targetsOf(source, file)(action(via.base, name, query));
  async function search(request: Target, heavy_tries?: number) {
    const {total, records, fields} = await resultAt(request, context, heavy_tries);
    if (typeof total === 'number' && Array.isArray(records) && records.every(isObject))
      return {total, records, fields};
    throw new FetchError(request, 'the answer lacks `total` or `records`', 'correct the declaration');
  }

  let query: Record<string, string> = {resource_id: via.resource};
  const pageAt = (offset: number, limit: number): Target =>
    targetOf('datastore_search', {...query, limit: `${limit}`, offset: `${offset}`, sort: ID});

  let first: Awaited<ReturnType<typeof search>> | null = await search(pageAt(0, 1));
  const listed = textsOf(first.fields, 'id');
  const asked = listed.filter((column) => column === ID || wanted(column));
  if (asked.length < listed.length) query = {...query, fields: asked.join(',')};

  async function state(): Promise<TableState> {
    const request = pageAt(0, 1);
    const {total, records} = first ?? (await search(request));
    first = null;
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
    const ids = records.map((record) => idOf(request, record));
    const last = lastOf(ids, before);
    return {
      rows: records.map((record) => ({key: null, line: jsonLine(record, isWritten)})),
      // The portal silently caps pages at 32,000 rows: only an empty page is the end.
      next: records.length > 0 ? `${offset + records.length} ${last}` : null,
    };
  }

  return {
    target: targetOf('datastore_search', query),
    size: via.page,
    least: Math.min(LEAST, via.page),
    state,
    page,
    ...(listed.length ? {columns: async () => listed.filter((column) => column !== ID)} : {}),
  };
}

async function resultAt(request: Target, context: FetchContext, heavy_tries?: number): Promise<JsonObject> {
  const answer = await getValue(request, context, heavy_tries);
  return resultOf(request, isObject(answer) ? answer : {});
}

/** `last_modified` of the resource; null where the portal has none. */
async function changedAt(request: Target, context: FetchContext): Promise<string | null> {
  try {
    const time = textOf((await resultAt(request, context))['last_modified']);
    return time && `last_modified ${time}`;
  } catch (error) {
    // A portal that hides its resources is read every time; a failure that may pass is an error.
    if (isRefusal(error)) return null;
    throw error;
  }
}

function idOf(target: Target, record: JsonObject): number {
  const id = record[ID];
  if (typeof id === 'number') return id;
  throw new FetchError(target, 'a record lacks `_id`', 'correct the resource id in the declaration');
}
