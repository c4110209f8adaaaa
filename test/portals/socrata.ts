/**
 * A Socrata portal: `/resource/<id>.json` by pages, and `/api/views/<id>.json` with the time of the last
 * load.
 */
import {answer, type Fault} from './faults.ts';
import {type Server, startServer} from './server.ts';

export interface SocrataTable {
  /** Rows with `:id`, in the portal's order of it; each as JSON text, so that numbers keep their form. */
  rows: string[];
  /** Seconds since 1970; absent: the portal hides the view. */
  rowsUpdatedAt?: number;
  /** Names that the view lists; absent: it lists none. */
  columns?: string[];
  /** Largest page, whatever is requested. */
  longest?: number;
  /** A page of more rows than this is HTTP 500. */
  breaks_above?: number;
  /** A false count. */
  count?: number;
  /** Name of the count. */
  counted_as?: string;
  /** By the number of the request for a page, from 1. */
  faults?: Record<number, Fault>;
  /** Changes the table before the page of this number is answered. */
  before?: (page: number, table: SocrataTable) => void;
}

export interface Socrata extends Server {
  tables: Map<string, SocrataTable>;
  /** `$limit` and `$offset` of the requested pages. */
  pages: () => string[];
}

export async function startSocrata(): Promise<Socrata> {
  const tables: Socrata['tables'] = new Map();
  const requests = new Map<string, number>();
  const server = await startServer((_, url, response) => {
    const id = /([a-z0-9-]+)\.json$/.exec(url.pathname)?.[1] ?? '';
    const table = tables.get(id);
    const missing = JSON.stringify({error: true, message: 'Cannot find view with id'});
    if (!table) return answer(response, '', {kind: 'status', status: 404, body: missing});
    if (url.pathname.startsWith('/api/views/')) {
      if (table.rowsUpdatedAt === undefined) return answer(response, '', {kind: 'status', status: 404});
      return answer(response, JSON.stringify(viewOf(id, table)));
    }
    const query = url.searchParams;
    if (query.get('$select') === 'count(*)') {
      const name = table.counted_as ?? 'count';
      return answer(response, JSON.stringify([{[name]: `${table.count ?? table.rows.length}`}]));
    }
    const page = (requests.get(id) ?? 0) + 1;
    requests.set(id, page);
    table.before?.(page, table);
    const limit = Number(query.get('$limit') ?? 1000);
    const offset = Number(query.get('$offset') ?? 0);
    if (limit > (table.breaks_above ?? limit)) return answer(response, '', {kind: 'status', status: 500});
    // Without an order every page has a different one.
    const rows = query.get('$order') === ':id' ? table.rows : [...table.rows].reverse();
    const shown = rows.slice(offset, offset + Math.min(limit, table.longest ?? limit));
    const select = query.get('$select') ?? '*';
    const unknown = select.split(',').find((name) => !/^:|^\*$/.test(name) && !table.columns?.includes(name));
    if (unknown) {
      const body = JSON.stringify({error: true, message: `No such column: ${unknown}`});
      return answer(response, '', {kind: 'status', status: 400, body});
    }
    const texts = select === ':*,*' ? shown : shown.map((row) => selectedOf(row, select));
    answer(response, `[${texts.join('\n,')}]`, table.faults?.[page]);
  });
  const pages = () =>
    server.requests.flatMap(({path}) => {
      const query = new URL(path, server.base).searchParams;
      return query.has('$limit') ? [`${query.get('$limit')} ${query.get('$offset')}`] : [];
    });
  return {...server, tables, pages};
}

function selectedOf(row: string, select: string): string {
  const names = select.split(',');
  const cells = Object.entries(JSON.parse(row)).filter(
    ([name]) => names.includes(name) || names.includes(name.startsWith(':') ? ':*' : '*'),
  );
  return JSON.stringify(Object.fromEntries(cells));
}

const viewOf = (id: string, {rowsUpdatedAt, columns}: SocrataTable) => ({
  id,
  rowsUpdatedAt,
  ...(columns ? {columns: columns.map((fieldName) => ({fieldName}))} : {}),
});
