/** Shows a site without a server on this machine: files and ranges of them, as a bucket gives them. */
import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {extname, join, normalize} from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** The file of an address, or the shell. */
async function fileOf(out: string, path: string): Promise<{file: string; size: number; status: number}> {
  const inside = normalize(decodeURIComponent(path)).replace(/^(\.\.(\/|$))+/, '');
  for (const file of [join(out, inside), join(out, inside, 'index.html')]) {
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) return {file, size: found.size, status: 200};
  }
  const file = join(out, '404.html');
  return {file, size: (await stat(file)).size, status: 404};
}

async function answer(out: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const {file, size, status} = await fileOf(out, new URL(request.url ?? '/', 'http://host').pathname);
  const headers = {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-cache',
  };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || status !== 200) {
    response.writeHead(status, {...headers, 'Content-Length': size});
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
    return;
  }
  const from = Number(first);
  const to = Math.min(size - 1, last ? Number(last) : size - 1);
  if (from > to) {
    response.writeHead(416, {'Content-Range': `bytes */${size}`}).end();
    return;
  }
  response.writeHead(206, {
    ...headers,
    'Content-Length': to - from + 1,
    'Content-Range': `bytes ${from}-${to}/${size}`,
  });
  createReadStream(file, {start: from, end: to}).pipe(response);
}

/** A server of the folder; call `listen` on it. */
export const staticServer = (out: string): Server =>
  createServer((request, response) => {
    answer(out, request, response).catch(() => response.destroy());
  });
