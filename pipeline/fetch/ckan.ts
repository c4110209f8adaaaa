/** CKAN portals: files found by resource id, and tables read page by page. */
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {SourceFile} from '../../datasets/types.ts';
import {action, resultOf} from './ckan_api.ts';
import {fileNameOf} from './ckan_resources.ts';
import {download, LIVE, progress, type Visit} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {gathered} from './gathered.ts';
import {getJson} from './json.ts';
import type {Part} from './part.ts';
import {isObject, type JsonObject} from './shape.ts';

type Via<Portal> = Extract<SourceFile['via'], {portal: Portal}>;

/**
 * Downloads the file that the portal names for the resource; where the lookup fails or lacks it, the declared
 * fallback stands in and an event says so.
 */
export async function fetchCkanFile(
  source: string,
  file: SourceFile,
  via: Via<'ckan-file'>,
  visit: Visit,
): Promise<Snapshot> {
  const target = (url: string): Target => ({source, file: file.name, url});
  let url = via.fallback;
  try {
    url = await resourceUrl(target(action(via.base, 'package_show', {id: via.dataset})), via.resource, visit);
  } catch (error) {
    if (visit.signal.aborted || !(error instanceof FetchError)) throw error;
    const text = `lookup failed, the fixed address ${via.fallback} is used: ${error.what}`;
    visit.tell({kind: 'noted', source, file: file.name, text});
  }
  return download(target(url), via.entries ? 'zip' : file.format, visit);
}

async function resourceUrl(target: Target, id: string | RegExp, visit: Visit): Promise<string> {
  const {resources} = resultOf(target, await getJson(target, visit));
  const url = (Array.isArray(resources) ? resources.filter(isObject) : []).find((row) => isMeant(row, id))?.[
    'url'
  ];
  if (typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url)) return url;
  throw new FetchError(target, `resource ${id} has no address`, 'correct the resource id in the declaration');
}

/** By its id, or by the name of the file at its address. */
function isMeant({id, url}: JsonObject, wanted: string | RegExp): boolean {
  if (typeof wanted === 'string') return id === wanted;
  return typeof url === 'string' && URL.canParse(url) && wanted.test(fileNameOf(url));
}

/**
 * Reads a whole table by pages into JSON Lines, one record a line as the portal returned it but without `_id`: the
 * portal issues new ones at every reload, so with them equal tables would look changed.
 */
export async function fetchCkanDatastore(
  source: string,
  file: SourceFile,
  via: Via<'ckan-datastore'>,
  visit: Visit,
): Promise<Snapshot> {
  const start = visit.http.clock();
  const url = action(via.base, 'datastore_search', {resource_id: via.resource});
  const target: Target = {source, file: file.name, url};
  const facts = {format: 'jsonl', origin: LIVE, synthetic: false} as const;
  return gathered(target, facts, start, visit, (part) => readTable(target, via, part, visit));
}

const MOVED = 'run again: the portal changed the table while it was read';

/** Pages in the order of `_id` until `total` rows; any sign that the table changed meanwhile is an error. */
async function readTable(
  target: Target,
  via: Via<'ckan-datastore'>,
  part: Part,
  visit: Visit,
): Promise<void> {
  const tellBytes = progress(target, visit);
  const first = await page(target, via, 0, via.page, visit);
  let rows = first;
  let last = Number.NEGATIVE_INFINITY;
  for (let offset = 0; ; ) {
    if (rows.total !== first.total) {
      throw new FetchError(target, `the total changed from ${first.total} to ${rows.total} rows`, MOVED);
    }
    const due = Math.min(via.page, first.total - offset);
    if (rows.records.length !== due) {
      const what = `${rows.records.length} rows came at offset ${offset} where ${due} were due`;
      throw new FetchError(target, what, `${MOVED}, or it allows no pages of ${via.page} rows`);
    }
    for (const record of rows.records) {
      const id = idOf(target, record);
      if (id <= last) throw new FetchError(target, `row ${id} came after row ${last}`, MOVED);
      last = id;
    }
    if (due > 0) await part.write(Buffer.from(rows.records.map(line).join('')));
    tellBytes(part.bytes(), null);
    offset += due;
    if (offset >= first.total) break;
    rows = await page(target, via, offset, via.page, visit);
  }
  const head = first.records[0];
  const again = (await page(target, via, 0, 1, visit)).records[0];
  if (head && (!again || idOf(target, again) !== idOf(target, head))) {
    throw new FetchError(target, 'the table was reloaded while it was read', MOVED);
  }
}

interface Page {
  total: number;
  records: JsonObject[];
}

async function page(
  target: Target,
  via: Via<'ckan-datastore'>,
  offset: number,
  limit: number,
  visit: Visit,
): Promise<Page> {
  const query = {resource_id: via.resource, limit: `${limit}`, offset: `${offset}`, sort: '_id'};
  const asked = {...target, url: action(via.base, 'datastore_search', query)};
  const {total, records} = resultOf(asked, await getJson(asked, visit));
  if (typeof total === 'number' && Array.isArray(records) && records.every(isObject)) return {total, records};
  throw new FetchError(asked, 'the answer lacks `total` or `records`', 'correct the declaration');
}

function idOf(target: Target, record: JsonObject): number {
  const id = record['_id'];
  if (typeof id === 'number') return id;
  throw new FetchError(target, 'a record lacks `_id`', 'correct the resource id in the declaration');
}

function line({_id, ...record}: JsonObject): string {
  return `${JSON.stringify(record)}\n`;
}
