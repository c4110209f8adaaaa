/** Reads Socrata tables by `/resource/<id>.json`, in the order of the portal's row ids. */
import type {Source, SourceFile} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {tableLayouts, tryLayout} from '../read/header.ts';
import type {FetchContext} from './download.ts';
import {FetchError, NotFoundError, type Target} from './errors.ts';
import {numberOf} from './exact_json.ts';
import {getJson, getValue} from './json.ts';
import {jsonLine, type Page, type Table, type TableState} from './table.ts';
import {isObject, type JsonObject} from './unknown_json.ts';
import {wantedColumns} from './wanted_columns.ts';

type Via = Extract<SourceFile['via'], {portal: 'socrata'}>;

/** A row is a few kilobytes, but with a polygon it may be a megabyte. */
const LEAST = 100;

type Read = Pick<Source, 'slug' | 'personal' | 'layouts'>;

/**
 * The table with the columns that its source reads; all where the portal lists none. Rows are keyed by `:id`:
 * without that order pages shift, which repeated rows reveal. Warns of declared columns that the portal lists
 * no more.
 */
export async function socrataTable(
  source: Read,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Table> {
  const base = via.base.replace(/\/$/, '');
  const target = (url: string): Target => ({source: source.slug, file: file.name, url});
  const resource = `${base}/resource/${via.dataset}.json`;
  const wanted = wantedColumns(source, file.name);
  const readView = () => viewOf(target(`${base}/api/views/${via.dataset}.json`), context);
  let view: View | null = await readView();
  const {columns} = view;
  if (columns) warnOfGone(source, file.name, columns, context);
  const select = columns && source.layouts.length ? selected(source, columns.filter(wanted)) : ALL;
  // The address identifies the columns, too: other ones are another file.
  const address = select === ALL ? resource : `${resource}?${new URLSearchParams({$select: select})}`;

  async function state(): Promise<TableState> {
    const request = target(`${resource}?${new URLSearchParams({$select: 'count(*)'})}`);
    const {stamp} = view ?? (await readView());
    view = null;
    return {stamp, count: countIn(request, await getValue(request, context))};
  }

  async function page(from: string | null, size: number, heavy_tries: number | undefined): Promise<Page> {
    const offset = Number(from ?? 0);
    const query = {$select: select, $order: ':id', $limit: `${size}`, $offset: `${offset}`};
    const request = target(`${resource}?${new URLSearchParams(query)}`);
    const rows = rowsIn(request, await getValue(request, context, heavy_tries));
    return {
      rows: rows.map((row) => ({
        key: idOf(request, row),
        line: jsonLine(Object.fromEntries(Object.entries(row).filter(([column]) => wanted(column)))),
      })),
      // A portal may cap every page below the requested size: only an empty page is the end.
      next: rows.length > 0 ? `${offset + rows.length}` : null,
    };
  }

  return {
    ...{target: target(address), size: via.page, least: Math.min(LEAST, via.page), state, page},
    columns: async () => columns,
  };
}

/** All columns of rows, and those of the system. */
const ALL = ':*,*';

/** The columns to select: the id of the row, those of the system that a layout reads, and the given ones. */
function selected({layouts}: Read, columns: readonly string[]): string {
  const own = layouts.flatMap(usedColumns).filter((name) => name.startsWith(':'));
  return [...new Set([':id', ...own, ...columns])].join(',');
}

function warnOfGone(source: Read, file: string, listed: readonly string[], {emit}: FetchContext): void {
  const absent = tableLayouts(source, file).map((layout) => {
    const {lacking, missing} = tryLayout(layout, listed);
    return [...lacking, ...missing].filter((name) => !name.startsWith(':'));
  });
  const [first, ...others] = absent;
  if (!first) return;
  const gone = others.reduce((a, b) => (b.length < a.length ? b : a), first);
  const text = `declared columns that the portal does not list: ${gone.join(', ')}`;
  if (gone.length) emit({kind: 'warning', source: source.slug, file, text});
}

/** What the portal says of a table. */
interface View {
  columns: string[] | null;
  /** Changes with the rows. */
  stamp: string | null;
}

/** Without facts where the portal hides the view. */
async function viewOf(target: Target, context: FetchContext): Promise<View> {
  try {
    const {columns, rowsUpdatedAt} = await getJson(target, context);
    const seconds = numberOf(rowsUpdatedAt);
    const names = (Array.isArray(columns) ? columns.filter(isObject) : []).flatMap(({fieldName}) =>
      typeof fieldName === 'string' ? [fieldName] : [],
    );
    return {
      columns: names.length ? names : null,
      stamp: seconds === null ? null : `rowsUpdatedAt ${seconds}`,
    };
  } catch (error) {
    if (error instanceof NotFoundError) return {columns: null, stamp: null};
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
