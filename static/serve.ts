/** Shows a site without a server on this machine: files and ranges of them, as a bucket gives them. */
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
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** A path without percent signs; as it is where they say nothing. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The file of an address, or the shell. */
async function fileOf(out: string, path: string): Promise<{file: string; size: number; status: number}> {
  const inside = normalize(decoded(path)).replace(/^(\.\.(\/|$))+/, '');
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
  // There are no entity tags: whoever asks for a part gets one of the file as it is.
  const {range: asked} = request.headers;
  const range = status === 200 && asked !== undefined ? rangeOf({range: asked}, size, '') : null;
  if (range === null) {
    response.writeHead(status, {...headers, 'Content-Length': size});
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
    return;
  }
  const described = {...headers, 'Content-Range': contentRange(range, size)};
  if (range === 'outside') {
    response.writeHead(416, described).end();
    return;
  }
  const {from, to} = range;
  response.writeHead(206, {...described, 'Content-Length': to - from});
  createReadStream(file, {start: from, end: to - 1}).pipe(response);
}

/** A server of the folder; call `listen` on it. */
export const staticServer = (out: string): Server =>
  createServer((request, response) => {
    answer(out, request, response).catch(() => response.destroy());
  });
