/**
 * The HTTP layer before each database that the bench compares with: the same one, so that the databases
 * differ and nothing else.
 */
import {App, type HttpResponse, us_socket_local_port} from 'uWebSockets.js';

function send(res: HttpResponse, status: string, body: string): void {
  res.cork(() => {
    res.writeStatus(status).writeHeader('Content-Type', 'application/json; charset=utf-8').end(body);
  });
}

/**
 * Serves answers on a free port of 127.0.0.1 and says where; ends with SIGTERM, after `close`. `answer` gives
 * the body, or null where nothing is found.
 */
export function serveJson(
  answer: (path: string, query: string) => Promise<string | null>,
  close: () => Promise<unknown>,
): void {
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
    close().then(() => process.exit(0));
  });
}
