/** Clients whose id is the address of the document that describes them. */
import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {Agent} from 'undici';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {fetchPublic, isPublicUrl} from '../../../server/http/fetch_public.ts';
import {isDocumentAddress} from '../../../server/oauth/client_document.ts';
import {DOCUMENT_MS, DOCUMENT_READS, DOCUMENTS} from '../../../server/oauth/constants.ts';
import {CALLBACK, type ToolClient, toolClient} from '../../helpers/tool_client.ts';

const ID = 'https://client.example/oauth/metadata.json';
const DOCUMENT = {client_id: ID, client_name: 'Described Tools', redirect_uris: [CALLBACK]};

let client: ToolClient;
let principal: ReturnType<ToolClient['account']>;
/** What hosts answer, and what they were asked. */
let documents: Record<string, string>;
let asked: string[];

beforeAll(async () => {
  client = await toolClient();
  principal = client.account();
  client.services.fetchDocument = async (address) => {
    asked.push(address);
    const text = documents[address];
    if (text === undefined) throw new Error('not found');
    return text;
  };
});
afterAll(() => client.close());
beforeEach(() => {
  client.clock.now += DOCUMENTS.ms;
  documents = {[ID]: JSON.stringify(DOCUMENT)};
  asked = [];
});

const authorize = (id = ID, changed = {}) =>
  client.authorize(client.authorizationParams(id, changed), principal.cookie);

test('a client that never registered gets tokens, and keeps them', async () => {
  const page = await (await authorize()).text();
  expect(page).toContain('Described Tools');
  expect(page).toContain('client.example');
  const code = await client.code(client.authorizationParams(ID), principal.cookie);
  const answer = await client.token(client.exchange(ID, code));
  expect(answer.status).toBe(200);
  const {refresh_token} = (await answer.json()) as {refresh_token: string};
  documents = {};
  client.clock.now += DOCUMENT_MS;
  expect((await client.refresh(ID, refresh_token)).status).toBe(200);
});

test('a document is read again when it is old, and then holds', async () => {
  await authorize();
  const asks = asked.length;
  await authorize();
  expect(asked).toHaveLength(asks);
  documents[ID] = JSON.stringify({...DOCUMENT, redirect_uris: ['https://client.example/other']});
  client.clock.now += DOCUMENT_MS;
  const refused = await authorize();
  expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
  expect((await authorize(ID, {redirect_uri: 'https://client.example/other'})).status).toBe(200);
});

test.each([
  ['none', undefined],
  ['no JSON', 'x'],
  ['no object', '[]'],
  ['null', 'null'],
  ['that of another client', JSON.stringify({...DOCUMENT, client_id: `${ID}x`})],
  [
    'one of a client with a secret',
    JSON.stringify({...DOCUMENT, token_endpoint_auth_method: 'client_secret_post'}),
  ],
  ['one without a way back', JSON.stringify({...DOCUMENT, redirect_uris: []})],
  ['one with an invisible name', JSON.stringify({...DOCUMENT, client_name: 'a\u202eb'})],
])('a document is refused that is %s, without sending anybody on', async (_, text) => {
  const id = `https://client.example/${encodeURIComponent(_)}.json`;
  if (text !== undefined) documents[id] = text.replace(ID, id);
  const answer = await authorize(id);
  expect([answer.status, answer.headers.get('location'), asked]).toEqual([400, null, [id]]);
  expect(client.tables.clients.find(id)).toBeNull();
});

test('one network makes the server read few documents', async () => {
  const answers: number[] = [];
  for (let i = 0; i <= DOCUMENTS.max; i++)
    answers.push((await authorize(`https://client.example/${i}`)).status);
  expect(answers.at(-1)).toBe(429);
  expect(asked).toHaveLength(DOCUMENTS.max);
});

test('a document that cannot be read is asked for a few times, whoever wants it', async () => {
  documents = {};
  const answers: number[] = [];
  for (let i = 0; i <= DOCUMENT_READS.max; i++) answers.push((await authorize()).status);
  expect(answers.at(-1)).toBe(429);
  expect(asked).toHaveLength(DOCUMENT_READS.max);
  client.clock.now += DOCUMENT_READS.ms;
  expect((await authorize()).status).toBe(400);
});

describe('an address', () => {
  test.each([
    'http://client.example/a',
    'https://client.example',
    'https://client.example/',
    'https://client.example/a?b',
    'https://client.example/a#b',
    'https://me@client.example/a',
    'https://client.example:8443/a',
    'https://client.example/../a',
    'https://CLIENT.example/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://[::1]/a',
    'https://localhost/a',
    'client.example/a',
    `https://client.example/${'a'.repeat(1000)}`,
  ])('%s is none of a document, and asks nobody', async (id) => {
    expect(isDocumentAddress(id)).toBe(false);
    expect((await authorize(id)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test.each<[string, number, Record<string, string>, string, string | RegExp]>([
    ['a document', 200, {'content-type': 'application/json; charset=utf-8'}, '{}', '{}'],
    ['one of another JSON', 200, {'content-type': 'application/cimd+json'}, '{"a":1}', '{"a":1}'],
    ['a page', 200, {'content-type': 'text/html'}, '<p>', /no JSON/],
    ['nothing', 404, {'content-type': 'application/json'}, '{}', /answers 404/],
    ['a redirect', 302, {location: 'https://10.0.0.1/'}, '', /answers 302/],
    [
      'more than may be',
      200,
      {'content-type': 'application/json'},
      ' '.repeat(20_000),
      /more than 10240 bytes/,
    ],
  ])('that answers %s', async (_, status, headers, body, expected) => {
    const host = createServer((_request, response) => response.writeHead(status, headers).end(body)).listen(
      0,
      '127.0.0.1',
    );
    await once(host, 'listening');
    const {port} = host.address() as AddressInfo;
    // The host is here, and speaks in the clear.
    const network = new Agent({
      connect: (_options, done) => {
        const socket = connect(port, '127.0.0.1', () => done(null, socket));
      },
    });
    const got = await fetchPublic(ID, network).catch(String);
    if (typeof expected === 'string') expect(got).toBe(expected);
    else expect(got).toMatch(expected);
    // Longer than it takes to say that a body was left.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await network.destroy();
    host.close();
  });

  test('inside a network is never read', async () => {
    for (const address of ['https://10.0.0.1/a', 'http://client.example/a', 'https://x.localhost/a']) {
      await expect(fetchPublic(address)).rejects.toThrow();
    }
    expect(isPublicUrl(ID)).toBe(true);
  });
});
