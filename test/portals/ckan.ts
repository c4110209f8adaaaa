/** A CKAN portal: package_show, downloads that redirect to object storage, and tables by pages. */
import type {ServerResponse} from 'node:http';
import {type Server, sendJson, startServer} from './server.ts';

export interface CkanResource {
  id: string;
  /** Where the portal's download address redirects to. */
  storage: string;
  /** Metadata besides the id, instead of a CSV at its download URL. */
  listed?: {
    name?: string;
    url?: string;
    format?: string;
    last_modified?: string;
    datastore_active?: true;
  };
}

/** A table of the datastore; `rows` as JSON text of each record, so that numbers keep their form. */
export interface CkanTable {
  rows: string[];
  /** Names of its columns; absent: not reported. */
  fields?: string[];
  /** False total of a page, by offset. */
  totals?: Record<number, number>;
  /** Largest page, whatever is requested. */
  longest?: number;
  /** Offsets with HTTP 500. */
  broken?: Set<number>;
  /** Of its resource; absent: not reported. */
  last_modified?: string;
  /** Changes the table before the request of this number (from 1) is answered. */
  before?: (request: number, table: CkanTable) => void;
}

export interface Ckan extends Server {
  packages: Map<string, CkanResource[]>;
  tables: Map<string, CkanTable>;
}

/** Starts an empty portal. */
export async function startCkan(): Promise<Ckan> {
  const packages: Ckan['packages'] = new Map();
  const tables: Ckan['tables'] = new Map();
  const requests = new Map<string, number>();
  const server = await startServer((_, url, response) => {
    const id = url.searchParams.get('id') ?? '';
    const table = url.searchParams.get('resource_id') ?? '';
    if (url.pathname === '/data/api/3/action/package_show')
      return showPackage(response, server.base, packages, id);
    if (url.pathname === '/data/api/3/action/resource_show') {
      const last_modified = tables.get(id)?.last_modified;
      if (last_modified === undefined) return notFound(response);
      return sendJson(response, 200, {help: '', success: true, result: {id, last_modified}});
    }
    if (url.pathname === '/data/api/3/action/datastore_search') {
      const number = (requests.get(table) ?? 0) + 1;
      requests.set(table, number);
      return search(response, tables.get(table), url.searchParams, number);
    }
    const resource = [...packages.values()].flat().find((row) => url.pathname === `/download/${row.id}.csv`);
    if (resource) return void response.writeHead(302, {location: resource.storage}).end();
    response.writeHead(404).end();
  });
  return {...server, packages, tables};
}

function notFound(response: ServerResponse) {
  return sendJson(response, 404, {success: false, error: {__type: 'Not Found Error', message: 'Not found'}});
}

function showPackage(response: ServerResponse, base: string, packages: Ckan['packages'], id: string) {
  const rows = packages.get(id);
  if (!rows) return notFound(response);
  const resources = rows.map((row) => ({
    id: row.id,
    format: 'CSV',
    url: `${base}/download/${row.id}.csv`,
    ...row.listed,
  }));
  sendJson(response, 200, {help: '', success: true, result: {id, resources}});
}

function search(
  response: ServerResponse,
  table: CkanTable | undefined,
  query: URLSearchParams,
  number: number,
) {
  if (!table || query.get('sort') !== '_id') return notFound(response);
  table.before?.(number, table);
  const offset = Number(query.get('offset'));
  if (table.broken?.has(offset)) return response.writeHead(500).end();
  const limit = Math.min(Number(query.get('limit')), table.longest ?? 32_000);
  const asked = query.get('fields')?.split(',');
  const only = (row: string) => {
    const cells = Object.entries(JSON.parse(row)).filter(([name]) => asked?.includes(name));
    return JSON.stringify(Object.fromEntries(cells));
  };
  const shown = table.rows.slice(offset, offset + limit);
  const records = (asked ? shown.map(only) : shown).join(', ');
  const fields = table.fields ? `, "fields": ${JSON.stringify(table.fields.map((id) => ({id})))}` : '';
  const total = table.totals?.[offset] ?? table.rows.length;
  response.writeHead(200, {'content-type': 'application/json; charset=utf-8'});
  response.end(
    `{"help": "", "success": true, "result": {"records": [${records}], "total": ${total}${fields}}}`,
  );
}
