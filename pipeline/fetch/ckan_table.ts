/** Reads tables of CKAN datastores in the order of `_id`. */
import type {Source, SourceFile} from '../../datasets/types.ts';
import {action, resultOf} from './ckan_api.ts';
import type {FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {getValue} from './json.ts';
import {TransientError} from './retry.ts';
import {jsonLine, type Page, type Table, TableChanged, type TableState} from './table.ts';
import {isObject, type JsonObject} from './unknown_json.ts';
import {wantedColumns} from './wanted_columns.ts';

type Via = Extract<SourceFile['via'], {portal: 'ckan-datastore'}>;

const LEAST = 100;

/**
 * The table with the columns that its source reads, without `_id`, which the portal renumbers at every
 * reload, so that equal tables would differ. An unchanged first `_id` shows that the table was not reloaded
 * while it was read.
 */
export async function ckanTable(
  source: Pick<Source, 'slug' | 'personal' | 'layouts'>,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Table> {
  const wanted = wantedColumns(source, file.name);
  const targetOf = (name: string, query: Record<string, string>): Target => ({
    source: source.slug,
    file: file.name,
    url: action(via.base, name, query),
  });

  async function search(request: Target, heavy_tries?: number) {
    const answer = await getValue(request, context, heavy_tries);
    const {total, records, fields} = resultOf(request, isObject(answer) ? answer : {});
    if (typeof total === 'number' && Array.isArray(records) && records.every(isObject))
      return {total, records, fields};
    throw new FetchError(request, 'the answer lacks `total` or `records`', 'correct the declaration');
  }

  let columns: {fields?: string} = {};
  const pageAt = (offset: number, limit: number): Target =>
    targetOf('datastore_search', {
      resource_id: via.resource,
      ...columns,
      limit: `${limit}`,
      offset: `${offset}`,
      sort: '_id',
    });

  const head = pageAt(0, 1);
  let first: Awaited<ReturnType<typeof search>> | null = await search(head);
  const listed = namesOf(first.fields);
  const asked = listed.filter((column) => column === ID || wanted(column));
  if (asked.length < listed.length) columns = {fields: asked.join(',')};

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
    let last = before;
    for (const record of records) {
      const id = idOf(request, record);
      if (id <= last) throw new TableChanged(`row ${id} came after row ${last}`);
      last = id;
    }
    return {
      rows: records.map(({_id, ...record}) => ({
        key: null,
        line: jsonLine(Object.fromEntries(Object.entries(record).filter(([column]) => wanted(column)))),
      })),
      // The portal silently caps pages at 32,000 rows: only an empty page is the end.
      next: records.length > 0 ? `${offset + records.length} ${last}` : null,
    };
  }

  const target = targetOf('datastore_search', {resource_id: via.resource, ...columns});
  return {
    ...{target, size: via.page, least: Math.min(LEAST, via.page), state, page},
    ...(listed.length ? {columns: async () => listed.filter((column) => column !== ID)} : {}),
  };
}

const ID = '_id';

/** Names of the columns; empty where the portal does not list them. */
const namesOf = (fields: unknown): string[] =>
  (Array.isArray(fields) ? fields.filter(isObject) : []).flatMap(({id}) =>
    typeof id === 'string' ? [id] : [],
  );

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
  const id = record[ID];
  if (typeof id === 'number') return id;
  throw new FetchError(target, 'a record lacks `_id`', 'correct the resource id in the declaration');
}
