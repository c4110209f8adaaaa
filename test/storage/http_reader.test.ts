/** Objects read over connections of one's own: whatever a server sends, and in whatever pieces, it is the body or an error. */
import {once} from 'node:events';
import {createServer as createHttp, type Server as HttpServer, type RequestListener} from 'node:http';
import {type AddressInfo, createServer, type Server, type Socket} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {HttpReader} from '../../storage/http_reader.ts';
import {PIECE_BYTES} from '../../storage/pieces.ts';

const opened: {close(): unknown}[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const BODY = Buffer.from(
  Array.from({length: 3 * PIECE_BYTES + 12_345}, (_, at) => (at * 7 + (at >> 11)) & 255),
);

async function listening(server: Server | HttpServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server of HTTP; returns its origin. */
async function http(listener: RequestListener): Promise<string> {
  const server = createHttp(listener);
  opened.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return listening(server);
}

/** A server that gets every request as a text, and the connection to answer on. */
async function raw(answer: (socket: Socket, request: string) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => answer(socket, chunk.toString()));
  });
  opened.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return listening(server);
}

function reader(): HttpReader {
  const made = new HttpReader();
  opened.push(made);
  return made;
}

const ask = (origin: string, target = '/object') => ({origin, target, headers: {host: new URL(origin).host}});

/** What is read of an object, each piece copied while it is valid; `slowly`: others arrive meanwhile. */
async function read(from: HttpReader, origin: string, slowly = false, target = '/object') {
  const {status, headers, body} = await from.get(ask(origin, target));
  const pieces: Buffer[] = [];
  try {
    for await (const piece of body) {
      if (slowly) await new Promise((resolve) => setTimeout(resolve, 5));
      pieces.push(Buffer.from(piece));
    }
    return {status, headers, bytes: Buffer.concat(pieces), error: null};
  } catch (error) {
    return {status, headers, bytes: Buffer.concat(pieces), error: error as Error};
  }
}

test.each([false, true])(
  'a body is whole, and its connection serves the next one (slow reader: %s)',
  async (slowly) => {
    const ports = new Set<number | undefined>();
    const origin = await http((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200, {'content-length': BODY.length, etag: '"x"'}).end(BODY);
    });
    const from = reader();
    for (let turn = 0; turn < 3; turn++) {
      const {status, headers, bytes} = await read(from, origin, slowly);
      expect([status, headers.get('etag'), bytes.equals(BODY)]).toEqual([200, '"x"', true]);
    }
    expect(ports.size).toBe(1);
  },
);

test('bodies that are read beside each other do not mix', async () => {
  const origin = await http((request, response) => {
    const body = Buffer.alloc(BODY.length, Number(request.url?.slice(1)));
    response.writeHead(200, {'content-length': body.length}).end(body);
  });
  const from = reader();
  const all = await Promise.all(Array.from({length: 9}, (_, at) => read(from, origin, true, `/${at + 1}`)));
  expect(all.map(({bytes}, at) => bytes.equals(Buffer.alloc(BODY.length, at + 1)))).toEqual(
    Array(9).fill(true),
  );
});

test('heads and bodies may come in any pieces, after an interim answer, too', async () => {
  const text = `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\n${'b'.repeat(300)}`;
  for (const size of [1, 7, 64, 1000]) {
    const origin = await raw(async (socket) => {
      for (let at = 0; at < text.length; at += size) {
        socket.write(text.slice(at, at + size));
        await new Promise(setImmediate);
      }
    });
    expect((await read(reader(), origin)).bytes.toString()).toBe('b'.repeat(300));
  }
});

test('an empty body, again and again, does not fill the memory of a connection', async () => {
  const long = 'x'.repeat(20_000);
  const origin = await raw((socket) =>
    socket.write(`HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nX-Long: ${long}\r\n\r\n`),
  );
  const from = reader();
  for (let turn = 0; turn < 3 + PIECE_BYTES / long.length; turn++) {
    expect((await read(from, origin)).bytes).toHaveLength(0);
  }
});

test('chunks, which tell no length, are put together', async () => {
  const origin = await http((_, response) => {
    response.write(BODY.subarray(0, 100_000));
    response.end(BODY.subarray(100_000));
  });
  expect((await read(reader(), origin)).bytes.equals(BODY)).toBe(true);
});

test('a body that breaks off is an error after what came of it', async () => {
  const origin = await raw((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n`);
    socket.end(BODY.subarray(0, PIECE_BYTES + 5000));
  });
  const {bytes, error} = await read(reader(), origin);
  expect(bytes.equals(BODY.subarray(0, PIECE_BYTES + 5000))).toBe(true);
  expect(error?.message).toMatch(/closed the connection/);
});

test.each([
  ['HELLO\r\n\r\n', 'is not HTTP/1.1'],
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc', 'more than it announced'],
  [`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(PIECE_BYTES)}`, 'has no end'],
])('nonsense is refused: %.20s', async (answer, expected) => {
  const origin = await raw((socket) => socket.write(answer));
  const {body} = await reader()
    .get(ask(origin))
    .catch((error: Error) => {
      expect(error.message).toContain(expected);
      return {body: null};
    });
  if (body) await expect(body.next()).rejects.toThrow(expected);
});

test('an idle connection that the store has closed costs nothing but another one', async () => {
  let connections = 0;
  const origin = await raw((socket) => {
    connections++;
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    // Closed once it is idle.
    setTimeout(() => socket.destroy(), 20);
  });
  const from = reader();
  for (let turn = 0; turn < 3; turn++) {
    expect((await read(from, origin)).bytes.toString()).toBe('ok');
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  expect(connections).toBe(3);
});

test('a connection that the store wants closed is not used again', async () => {
  const ports = new Set<number | undefined>();
  const origin = await http((request, response) => {
    ports.add(request.socket.remotePort);
    response.writeHead(200, {'content-length': 2, connection: 'close'}).end('ok');
  });
  const from = reader();
  for (let turn = 0; turn < 2; turn++) expect((await read(from, origin)).bytes.toString()).toBe('ok');
  expect(ports.size).toBe(2);
});

test('a body that nobody wants is not received', async () => {
  const closed = Promise.withResolvers<void>();
  const origin = await raw((socket) => {
    socket.once('close', () => closed.resolve());
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n`);
  });
  const {discard} = await reader().get(ask(origin));
  discard();
  await closed.promise;
});

test('of a body that nobody reads on, only a little is received', async () => {
  let sent = 0;
  const origin = await raw((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${1 << 30}\r\n\r\n`);
    const more = (): void => {
      while (socket.writable && socket.write(BODY)) sent += BODY.length;
    };
    socket.on('drain', more);
    more();
  });
  const {body} = await reader().get(ask(origin));
  await body.next();
  let before = -1;
  while (sent > before) {
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // What the system holds for both ends, and a few pieces.
  expect(sent).toBeLessThan(200 << 20);
  await body.return(undefined);
});
