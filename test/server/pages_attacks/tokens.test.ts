/** Keys, tokens and cookies at the wrong endpoints: each works at its own only. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {type Database, openDatabase} from '../../../server/accounts/database.ts';
import {get, ownStore, type Store} from '../../helpers/limited.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {grantToken} from '../../helpers/tools.ts';

let store: Store;
let database: Database;
let server: Server;
let key: string;
let token: string;
let foreign: string;

beforeAll(async () => {
  store = ownStore();
  database = openDatabase(dataPaths(store.dataDir).accounts);
  server = await startServer(store.dataDir, {WORKERS: '1'});
  const account = store.account({});
  key = account.key;
  token = grantToken(database, account.id, server.base);
  foreign = grantToken(database, account.id, 'https://other.example.org');
});
afterAll(async () => {
  await server?.stop();
  database.close();
  store.close();
});

async function tools(headers: Record<string, string>, query = ''): Promise<number> {
  const answer = await fetch(`${server.base}/mcp${query}`, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', ...headers},
    body: '{"jsonrpc": "2.0", "id": 1, "method": "ping"}',
  });
  await answer.arrayBuffer();
  return answer.status;
}

const api = async (headers: Record<string, string>, query = '') => {
  const answer = await fetch(`${server.base}/api/v1/usage${query}`, {headers});
  await answer.arrayBuffer();
  return answer.status;
};

test('each credential works at its own endpoint', async () => {
  expect((await get(server.base, '/api/v1/usage', key)).status).toBe(200);
  expect(await tools({Authorization: `Bearer ${token}`})).toBe(200);
});

describe('at the tool server', () => {
  test.each<[string, () => Promise<number>]>([
    ['a key as a token', () => tools({Authorization: `Bearer ${key}`})],
    ['a key in its own header', () => tools({'X-API-Key': key})],
    ['a token in the address', () => tools({}, `?access_token=${token}`)],
    ['a token in a cookie', () => tools({Cookie: `access_token=${token}; account=${token}`})],
    ['a token as a password', () => tools({Authorization: `Basic ${btoa(`x:${token}`)}`})],
    ['a token for another resource', () => tools({Authorization: `Bearer ${foreign}`})],
    ['a token with something behind it', () => tools({Authorization: `Bearer ${token}, Bearer ${token}`})],
  ])('%s is refused', async (_, call) => {
    expect(await call()).toBe(401);
  });
});

describe('at the API', () => {
  test.each<[string, () => Promise<number>]>([
    ['a token as a key', () => api({'X-API-Key': token})],
    ['a token in its own header', () => api({Authorization: `Bearer ${token}`})],
    ['a key as a token', () => api({Authorization: `Bearer ${key}`})],
    ['a key in the address', () => api({}, `?api_key=${key}`)],
    ['a key in a cookie', () => api({Cookie: `X-API-Key=${key}; account=${key}`})],
  ])('%s is refused', async (_, call) => {
    expect(await call()).toBe(401);
  });
});
