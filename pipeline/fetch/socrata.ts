/** Reads Socrata tables by `/resource/<id>.json`, in the order of the portal's row ids. */
import type {SourceFile} from '../../datasets/types.ts';
import type {FetchContext} from './download.ts';
import {FetchError, NotFoundError, type Target} from './errors.ts';
import {getJson, getValue, numberOf} from './json.ts';
import {jsonLine, type Page, type Table, type TableState} from './table.ts';
import {isObject, type JsonObject} from './unknown_json.ts';

type Via = Extract<SourceFile['via'], {portal: 'socrata'}>;

/** A row is a few kilobytes, but with a polygon it may be a megabyte. */
const LEAST = 100;

/**
 * The table with all its own and system columns. Rows are keyed by `:id`: without that order pages shift, which
 * repeated rows reveal.
 */
export function socrataTable(source: string, file: SourceFile, via: Via, context: FetchContext): Table {
  const base = via.base.replace(/\/$/, '');
  const target = (url: string): Target => ({source, file: file.name, url});
  const resource = `${base}/resource/${via.dataset}.json`;

  async function state(): Promise<TableState> {
    const request = target(`${resource}?${new URLSearchParams({$select: 'count(*)'})}`);
    return {
      stamp: await changedAt(target(`${base}/api/views/${via.dataset}.json`), context),
      count: countIn(request, await getValue(request, context)),
    };
  }

  async function page(from: string | null, size: number, heavy_tries: number | undefined): Promise<Page> {
    const offset = Number(from ?? 0);
    const query = {$select: ':*,*', $order: ':id', $limit: `${size}`, $offset: `${offset}`};
    const request = target(`${resource}?${new URLSearchParams(query)}`);
    const rows = rowsIn(request, await getValue(request, context, heavy_tries));
    return {
      rows: rows.map((row) => ({key: idOf(request, row), line: jsonLine(row)})),
      // A portal may cap every page below the requested size: only an empty page is the end.
      next: rows.length > 0 ? `${offset + rows.length}` : null,
    };
  }

  async function columns(): Promise<string[] | null> {
    const view = target(`${base}/api/views/${via.dataset}.json`);
    try {
      const listed = (await getJson(view, context))['columns'];
      if (!Array.isArray(listed)) return null;
      return listed
        .filter(isObject)
        .flatMap(({fieldName}) => (typeof fieldName === 'string' ? [fieldName] : []));
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }

  return {target: target(resource), columns, size: via.page, least: Math.min(LEAST, via.page), state, page};
}

/** `rowsUpdatedAt` of the view; null where the portal has none. */
async function changedAt(target: Target, context: FetchContext): Promise<string | null> {
  try {
    const seconds = numberOf((await getJson(target, context))['rowsUpdatedAt']);
    return seconds === null ? null : `rowsUpdatedAt ${seconds}`;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** The only value of the only row; its name varies (`count`, `count_1`). */
function countIn(target: Target, answer: unknown): number {
  const [row] = rowsIn(target, answer);
  const [value] = Object.values(row ?? {});
  const count = typeof value === 'string' ? Number(value) : numberOf(value);
  if (count !== null && Number.isSafeInteger(count)) return count;
  throw new FetchError(target, 'the answer holds no count', 'correct `dataset` in the declaration');
}

function rowsIn(target: Target, answer: unknown): JsonObject[] {
  if (Array.isArray(answer) && answer.every(isObject)) return answer;
  const message = isObject(answer) && typeof answer['message'] === 'string' ? `: ${answer['message']}` : '';
  throw new FetchError(
    target,
    `the answer is no list of rows${message}`,
    'correct `dataset` in the declaration',
  );
}

function idOf(target: Target, row: JsonObject): string {
  const id = row[':id'];
  if (typeof id === 'string') return id;
  throw new FetchError(target, 'a row lacks `:id`', 'look at the portal: it ignores `$select`');
}
