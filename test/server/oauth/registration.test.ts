/** Tool clients register themselves (RFC 7591). */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {CALLBACK, refusal, type ToolClient, toolClient} from '../../helpers/tool_client.ts';

let client: ToolClient;
beforeAll(async () => {
  client = await toolClient();
});
afterAll(() => client.close());

const at = (address: string) => ({'X-Forwarded-For': address});

test('a client gets an id and the metadata in force, whatever it requested', async () => {
  const answer = await client.registration({
    client_name: 'Example Tools',
    redirect_uris: [CALLBACK, 'http://localhost:3000/cb'],
    grant_types: ['client_credentials'],
    response_types: ['token'],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: 'everything',
    logo_uri: 'javascript:alert(1)',
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const body = (await answer.json()) as {client_id: string};
  expect(body).toEqual({
    client_id: expect.stringMatching(/^[\w-]{36}$/),
    client_id_issued_at: Math.floor(client.clock.now / 1000),
    client_name: 'Example Tools',
    redirect_uris: [CALLBACK, 'http://localhost:3000/cb'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'data:read',
  });
  expect(client.tables.clients.find(body.client_id)).toMatchObject({name: 'Example Tools'});
});

test('a client without a name is named by its host', async () => {
  const answer = await client.registration({redirect_uris: ['http://localhost:3000/cb']});
  expect(await answer.json()).toMatchObject({client_name: 'localhost:3000'});
});

test('addresses that nobody may be sent to are left out, which the answer shows', async () => {
  const redirect_uris = ['cursor://anysphere.cursor-retrieval/oauth/callback', CALLBACK, 'http://a.example/'];
  const answer = await client.registration({redirect_uris});
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({redirect_uris: [CALLBACK]});
});

describe('a registration is refused', () => {
  const valid = {redirect_uris: [CALLBACK]};
  test.each<[string, unknown, string]>([
    ['that is a list', [valid], 'invalid_client_metadata'],
    ['that is null', null, 'invalid_client_metadata'],
    ['that is a text', 'client', 'invalid_client_metadata'],
    ['without redirect addresses', {client_name: 'x'}, 'invalid_redirect_uri'],
    ['with none of them', {redirect_uris: []}, 'invalid_redirect_uri'],
    ['with one that is no list', {redirect_uris: CALLBACK}, 'invalid_redirect_uri'],
    ['with one that is no text', {redirect_uris: [{}]}, 'invalid_redirect_uri'],
    ['with too many of them', {redirect_uris: Array(11).fill(CALLBACK)}, 'invalid_redirect_uri'],
    ['with bad ones alone', {redirect_uris: ['cursor://a/cb', 'http://a.example/']}, 'invalid_redirect_uri'],
    ['with a name that is no text', {...valid, client_name: {en: 'x'}}, 'invalid_client_metadata'],
    ['with an empty name', {...valid, client_name: '  '}, 'invalid_client_metadata'],
    ['with a long name', {...valid, client_name: 'x'.repeat(101)}, 'invalid_client_metadata'],
    ['with control characters in the name', {...valid, client_name: 'a\u0000b'}, 'invalid_client_metadata'],
    ['with line breaks in the name', {...valid, client_name: 'a\r\nb'}, 'invalid_client_metadata'],
    [
      'with a name that turns the text around it',
      {...valid, client_name: 'a\u202eb'},
      'invalid_client_metadata',
    ],
  ])('%s', async (_, body, error) => {
    expect(await refusal(await client.registration(body))).toEqual([400, error]);
  });

  test.each([
    ['that is no JSON', 'application/json', '{'],
    ['of another type', 'text/plain', JSON.stringify(valid)],
    ['that is a form', 'application/x-www-form-urlencoded', 'redirect_uris=x'],
  ])('%s', async (_, type, body) => {
    expect(await refusal(await client.post('/oauth/register', type, body))).toEqual([
      400,
      'invalid_client_metadata',
    ]);
  });

  test('that is too large, without an echo of its content', async () => {
    const answer = await client.registration({...valid, client_name: 'y'.repeat(20_000)});
    const text = await answer.clone().text();
    expect(await refusal(answer)).toEqual([413, 'invalid_request']);
    expect(text).not.toContain('yyy');
  });
});

test('one client address may register 50 clients an hour; others are unaffected', async () => {
  const one = (address: string) => client.registration({redirect_uris: [CALLBACK]}, at(address));
  const before = client.clock.now;
  for (let i = 0; i < 50; i++) expect((await one('192.0.2.1')).status).toBe(201);
  const refused = await one('192.0.2.1');
  expect(refused.headers.get('retry-after')).toBe('3600');
  expect(await refusal(refused)).toEqual([429, 'temporarily_unavailable']);
  expect((await one('192.0.2.2')).status).toBe(201);
  client.clock.now = before + 3_599_000;
  expect((await one('192.0.2.1')).status).toBe(429);
  client.clock.now = before + 3_600_000;
  expect((await one('192.0.2.1')).status).toBe(201);
});

test('all addresses of an IPv6 /64 network count as one', async () => {
  const statuses = [];
  for (let i = 0; i < 51; i++) {
    const {status} = await client.registration(
      {redirect_uris: [CALLBACK]},
      at(`2001:db8:0:1::${i.toString(16)}`),
    );
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(50);
  expect(statuses.at(-1)).toBe(429);
});

test('the networks of an IPv6 site may register 200 clients an hour together', async () => {
  const statuses = [];
  for (let i = 0; i < 201; i++) {
    const {status} = await client.registration(
      {redirect_uris: [CALLBACK]},
      at(`2001:db8:7:${(i % 40).toString(16)}::1`),
    );
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(200);
  expect(statuses.at(-1)).toBe(429);
  const {status} = await client.registration({redirect_uris: [CALLBACK]}, at('2001:db8:8:1::1'));
  expect(status).toBe(201);
});

test('entries that a visitor puts at the head of X-Forwarded-For are ignored', async () => {
  const statuses = [];
  for (let i = 0; i < 51; i++) {
    const {status} = await client.registration(
      {redirect_uris: [CALLBACK]},
      at(`203.0.113.${i}, 198.51.100.7`),
    );
    statuses.push(status);
  }
  expect(statuses.at(-1)).toBe(429);
});
