/** Serves the folder of a site on this machine: files, ranges of them, and the shell for all other addresses. */
import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {extname, join, normalize} from 'node:path';
import {contentRange, rangeOf} from '../server/http/ranges.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** The size of a file; null where there is none. */
const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );

async function answer(
  out: string,
  {url = '/', headers}: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = normalize(`/${decodeURIComponent(new URL(url, 'http://host').pathname)}`);
  const index = join(out, path, 'index.html');
  const file = (await sizeOf(index)) === null ? join(out, path) : index;
  const size = await sizeOf(file);
  if (size === null) {
    response.writeHead(404, {'Content-Type': TYPES['.html']});
    createReadStream(join(out, '404.html')).pipe(response);
    return;
  }
  // There are no entity tags: whoever asks for a part gets one of the file as it is.
  const range = rangeOf({range: headers.range ?? ''}, size, '');
  const {from, to} = range === 'outside' ? {from: 0, to: 0} : (range ?? {from: 0, to: size});
  response.writeHead(range === null ? 200 : range === 'outside' ? 416 : 206, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
    'Content-Length': to - from,
    ...(range && {'Content-Range': contentRange(range, size)}),
  });
  if (from === to) response.end();
  else createReadStream(file, {start: from, end: to - 1}).pipe(response);
}

/** A server of the folder; call `listen` on it. */
export const staticServer = (out: string): Server =>
  createServer((request, response) => {
    answer(out, request, response).catch(() => response.writeHead(400).end());
  });
