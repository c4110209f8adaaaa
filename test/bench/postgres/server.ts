/** Program: a lean server in front of PostgreSQL that returns the answers of the API; PG_SOCKET, PG_POOL, PG_VARIANT. */
import {App, type HttpResponse, us_socket_local_port} from 'uWebSockets.js';
import pg from 'pg';
import {DATABASE, OWNER} from './cluster.ts';
import {readRequest} from './requests.ts';
import {vendorProfile} from './vendor.ts';

const pool = new pg.Pool({
  host: process.env['PG_SOCKET'] ?? '',
  user: OWNER,
  database: DATABASE,
  max: Number(process.env['PG_POOL'] ?? 4),
});

interface Found {
  total: string;
  data: string | null;
  /** A JSON object with further members of `meta`. */
  more?: string;
}

/** Body of the answer, or null where nothing is found. */
async function answer(path: string, query: string): Promise<string | null> {
  const request = readRequest(path, query);
  if (request === null) return null;
  if (request.kind === 'vendor') {
    const profile = await vendorProfile(pool, request.name);
    return profile === null ? null : `{"data":${profile}}`;
  }
  const {rows} = await pool.query<Found>(request.statement);
  const row = rows[0];
  if (!row) return null;
  if (request.paging === null) return `{"data":${row.data}}`;
  const {limit, offset} = request.paging;
  const more = row.more === undefined ? '' : `,${row.more.trim().slice(1, -1)}`;
  return `{"data":${row.data ?? '[]'},"meta":{"total":${row.total},"limit":${limit},"offset":${offset}${more}}}`;
}

function send(res: HttpResponse, status: string, body: string): void {
  res.cork(() => {
    res.writeStatus(status).writeHeader('Content-Type', 'application/json; charset=utf-8').end(body);
  });
}

const app = App().get('/*', (res, req) => {
  let gone = false;
  res.onAborted(() => {
    gone = true;
  });
  answer(req.getUrl(), req.getQuery() ?? '').then(
    (body) => {
      if (!gone) send(res, body === null ? '404 Not Found' : '200 OK', body ?? '{}');
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      if (!gone) send(res, '500 Internal Server Error', '{}');
    },
  );
});

app.listen('127.0.0.1', 0, (socket) => {
  if (!socket) throw new Error('no free port on 127.0.0.1');
  process.stdout.write(`listening on http://127.0.0.1:${us_socket_local_port(socket)}\n`);
});

process.once('SIGTERM', () => {
  app.close();
  pool.end().then(() => process.exit(0));
});
