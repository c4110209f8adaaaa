/** Bodies that are too large, announced or chunked, at every endpoint with a body. */
import {request} from 'node:http';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {type Database, openDatabase} from '../../../server/accounts/database.ts';
import {FORM_PATHS} from '../../../server/pages/forms/index.ts';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {lines, rawAnswer, statusOf} from '../../helpers/raw_http.ts';
import {failures, type Server, startServer} from '../../helpers/stack.ts';
import {grantToken} from '../../helpers/tools.ts';

let store: Store;
let database: Database;
let server: Server;
let token: string;

beforeAll(async () => {
  store = ownStore();
  database = openDatabase(dataPaths(store.dataDir).accounts);
  server = await startServer(store.dataDir, {WORKERS: '1'});
  token = grantToken(database, store.account({}).id, server.base);
});
afterAll(async () => {
  await server?.stop();
  database.close();
  store.close();
});

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Addresses that read a body, and of what type. */
const READERS: Record<string, string> = {
  ...Object.fromEntries(FORM_PATHS.map((path) => [path, FORM])),
  '/oauth/consent': FORM,
  '/oauth/token': FORM,
  '/oauth/revoke': FORM,
  '/oauth/register': JSON_TYPE,
  '/mcp': JSON_TYPE,
};

/** Larger than any bound, and sent in part only: who waits for the rest waits for ever. */
const SENT_BYTES = 70_000;

const SIZES: Record<string, Record<string, string>> = {
  'told before': {'Content-Length': '1000000'},
  'told as far more than there can be': {'Content-Length': '9007199254740991'},
  'in pieces': {'Transfer-Encoding': 'chunked'},
};

function statusFor(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.base}${path}`,
      {
        method: 'POST',
        agent: false,
        headers: {
          Origin: server.base,
          ...(path === '/mcp' && {Authorization: `Bearer ${token}`}),
          'Content-Type': READERS[path],
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
        sent.destroy();
      },
    );
    sent.on('error', reject);
    sent.write('x'.repeat(SENT_BYTES));
  });
}

describe.each(Object.keys(READERS))('%s', (path) => {
  test.each(Object.entries(SIZES))('refuses a body that is too large, %s', async (_, headers) => {
    expect(await statusFor(path, headers)).toBe(413);
  });
});

const smuggled = 'GET /account/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';

test.each<[string, string[], string]>([
  ['two lengths', ['Content-Length: 5', 'Content-Length: 50'], 'a=b&c'],
  ['a length and pieces', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
  ['a length that is none', ['Content-Length: 5, 5'], 'a=b&c'],
  ['a negative length', ['Content-Length: -1'], ''],
  ['an unknown coding', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled}`],
  ['a length of a piece that is none', ['Transfer-Encoding: chunked'], `-5\r\na=b&c\r\n0\r\n\r\n`],
])('a body with %s is refused, and nothing behind it is read as a request', async (_, headers, body) => {
  const head = lines('POST /oauth/token HTTP/1.1', ['Host: x', `Content-Type: ${FORM}`, ...headers]);
  const answer = await rawAnswer(server.base, head.replace('Connection: close\r\n', '') + body);
  expect(statusOf(answer)).toBe(400);
  expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
});

test('endless headers are refused', async () => {
  const answer = await rawAnswer(
    server.base,
    lines('GET /account HTTP/1.1', ['Host: x', `Cookie: account=${'x'.repeat(70_000)}`]),
  );
  expect(statusOf(answer)).toBe(431);
});

test('the server answers as before', async () => {
  expect((await fetch(`${server.base}/account`)).status).toBe(200);
  expect(failures(server)).toEqual([]);
});
