/** Program: a lean server over ClickHouse in this process that returns the answers of the API; CLICKHOUSE_MODULE, CLICKHOUSE_FOLDER. */
import {App, type HttpResponse, us_socket_local_port} from 'uWebSockets.js';
import pLimit from 'p-limit';
import {answer} from './answers.ts';
import {openSessions} from './chdb.ts';

/** Queries at a time, each in a thread of libuv and with one thread of ClickHouse: with many clients that answers most. */
const POOL = 4;

const SETTINGS = Object.entries({
  max_threads: 1,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_decimals: 0,
  output_format_json_escape_forward_slashes: 0,
})
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ');

const {CLICKHOUSE_MODULE: modulePath, CLICKHOUSE_FOLDER: folder} = process.env;
if (!modulePath || !folder) throw new Error('set CLICKHOUSE_MODULE and CLICKHOUSE_FOLDER');
const idle = openSessions(modulePath, folder, POOL);
const turn = pLimit(POOL);

const ask = (sql: string): Promise<string[]> =>
  turn(async () => {
    const session = idle.pop()!;
    try {
      const result = await session.queryAsync(`${sql} SETTINGS ${SETTINGS}`, {format: 'JSONEachRow'});
      return result.text().split('\n').filter(Boolean);
    } finally {
      idle.push(session);
    }
  });

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
  answer(req.getUrl(), req.getQuery() ?? '', ask).then(
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
  process.exit(0);
});
