/** Reads Socrata tables by `/resource/<id>.json`, in the order of the portal's row ids. */
import type {SourceFile, Via} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {isObject, type JsonObject, numberOf, textOf, textsOf} from '../runtime/unknown_json.ts';
import {absentColumns, type Reader, wantedColumns} from './columns.ts';
import {type FetchContext, warn} from './download.ts';
import {FetchError, NotFoundError, type Target, targetsOf} from './errors.ts';
import {getJson, getValue} from './json.ts';
import {jsonLine, type Page, type Table, type TableState} from './table.ts';

/** A row is a few kilobytes, but with a polygon it may be a megabyte. */
const LEAST = 100;

/** All columns of rows, and those of the system. */
const ALL = ':*,*';

const isOfSystem = (column: string): boolean => column.startsWith(':');

/**
 * The table with the columns that its source reads; all where the portal lists none. Rows are keyed by `:id`:
 * without that order pages shift, which repeated rows reveal. Warns of declared columns that the portal lists
 * no more.
 */
export async function socrataTable(
  source: Reader,
  file: SourceFile,
  via: Via<'socrata'>,
  context: FetchContext,
): Promise<Table> {
  const base = via.base.replace(/\/$/, '');
  const target = targetsOf(source, file);
  const resource = `${base}/resource/${via.dataset}.json`;
  const asked = (query: Record<string, string>) => target(`${resource}?${new URLSearchParams(query)}`);
  const wanted = wantedColumns(source, file.name);
  const readView = () => viewOf(target(`${base}/api/views/${via.dataset}.json`), context);
  let view: View | null = await readView();
  const {columns} = view;
  const absent = ({lacking, missing}: {lacking: string[]; missing: string[]}) =>
    [...lacking, ...missing].filter((name) => !isOfSystem(name));
  const gone = columns ? absentColumns(source, file.name, columns, absent) : [];
  if (gone.length)
    warn(context, target(''), `declared columns that the portal does not list: ${gone.join(', ')}`);
  const ofSystem = source.layouts.flatMap(usedColumns).filter(isOfSystem);
  const $select =
    columns && source.layouts.length
      ? [...new Set([':id', ...ofSystem, ...columns.filter(wanted)])].join(',')
      : ALL;

  async function state(): Promise<TableState> {
    const request = asked({$select: 'count(*)'});
    const {stamp} = view ?? (await readView());
    view = null;
    return {stamp, count: countIn(request, await getValue(request, context))};
  }

  async function page(from: string | null, size: number, heavy_tries: number | undefined): Promise<Page> {
    const offset = Number(from ?? 0);
    const request = asked({$select, $order: ':id', $limit: `${size}`, $offset: `${offset}`});
    const rows = rowsIn(request, await getValue(request, context, heavy_tries));
    return {
      rows: rows.map((row) => ({key: idOf(request, row), line: jsonLine(row, wanted)})),
      // A portal may cap every page below the requested size: only an empty page is the end.
      next: rows.length > 0 ? `${offset + rows.length}` : null,
    };
  }

  return {
    // The address identifies the columns, too: other ones are another file.
    target: $select === ALL ? target(resource) : asked({$select}),
    size: via.page,
    least: Math.min(LEAST, via.page),
    state,
    page,
    columns: async () => columns,
  };
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
    const names = textsOf(columns, 'fieldName');
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
  const id = textOf(row[':id']);
  if (id !== null) return id;
  throw new FetchError(target, 'a row lacks `:id`', 'look at the portal: it ignores `$select`');
}
