/** The protocol of the tool server: methods, origins, versions, batches and bodies. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {
  BATCH_MESSAGES,
  BODY_BYTES,
  MCP_ERRORS,
  type McpErrorName,
  PROTOCOLS,
  STATELESS,
} from '../../../server/mcp/errors.ts';
import {VERSION} from '../../../server/version.ts';
import {grantToken, ORIGIN, PAGE, type Reply, type ToolService, toolService} from '../../helpers/tools.ts';

let service: ToolService;
beforeEach(async () => {
  service = await toolService();
});
afterEach(() => service.close());

const PING = {jsonrpc: '2.0', id: 1, method: 'ping'};
const NOTE = {jsonrpc: '2.0', method: 'notifications/initialized'};
const json = (body: unknown): RequestInit => ({body: JSON.stringify(body)});
const replyOf = async (response: Response): Promise<Reply> => (await response.json()) as Reply;

/** The answer is the declared error, and nothing was counted. */
async function expectFault(response: Response, name: McpErrorName, id: unknown = null): Promise<void> {
  const {status, code, message} = MCP_ERRORS[name];
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({jsonrpc: '2.0', error: {code, message}, id});
  expect(await service.used()).toBe(0);
}

test.each([
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2025-03-26', '2025-03-26'],
  ['2024-11-05', '2025-11-25'],
  ['2026-07-28', '2025-11-25'],
  ['never', '2025-11-25'],
])('a client that asks for version %s is offered %s', async (protocolVersion, offered) => {
  const response = await service.send(
    json({...PING, method: 'initialize', params: {protocolVersion, capabilities: {}, clientInfo: {}}}),
  );
  expect(response.status).toBe(200);
  expect(response.headers.has('mcp-session-id')).toBe(false);
  expect((await replyOf(response)).result).toMatchObject({
    protocolVersion: offered,
    capabilities: {tools: {}, resources: {}, prompts: {}, completions: {}},
    serverInfo: {name: 'federal-public-data', version: VERSION},
  });
});

test('versions are those written out by hand', () => {
  expect(PROTOCOLS).toEqual(['2025-11-25', '2025-06-18', '2025-03-26']);
  expect(STATELESS).toEqual(['2026-07-28']);
});

test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is refused with the allowed method', async (method) => {
  const response = await service.send({method});
  expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  await expectFault(response, 'verb');
});

describe('origins', () => {
  test.each([ORIGIN, PAGE])('a page of %s may call', async (origin) => {
    const response = await service.send({...json(PING), headers: {Origin: origin}});
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test.each([
    'https://elsewhere.example.org',
    `${PAGE}.example.net`,
    PAGE.replace('https', 'http'),
    'null',
    '',
  ])('a page of "%s" may not', async (origin) => {
    for (const method of ['POST', 'OPTIONS', 'GET']) {
      const response = await service.send({
        method,
        ...(method === 'POST' ? json(PING) : {}),
        headers: {Origin: origin},
      });
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
      await expectFault(response, 'origin');
    }
  });

  test('a preflight is answered, and the challenge is exposed to pages', async () => {
    const preflight = await service.send({
      method: 'OPTIONS',
      headers: {Origin: PAGE, 'Access-Control-Request-Method': 'POST', Authorization: ''},
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
    const refused = await service.send({...json(PING), headers: {Origin: PAGE, Authorization: 'Bearer x'}});
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });
});

describe('tokens', () => {
  const METADATA = `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp", scope="data:read"`;

  test('no message is answered without a token of this server', async () => {
    const elsewhere = grantToken(service.services.database, 1, 'https://elsewhere.example.org');
    for (const [authorization, challenge] of [
      ['', METADATA],
      [`Basic ${service.key}`, METADATA],
      [`Bearer ${service.key}`, `${METADATA}, error="invalid_token"`],
      [`Bearer ${elsewhere}`, `${METADATA}, error="invalid_token"`],
    ]) {
      for (const message of [PING, NOTE, {...PING, method: 'tools/list'}]) {
        const response = await service.send({
          ...json(message),
          headers: {Authorization: authorization!, 'X-API-Key': service.key},
        });
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
      }
    }
    expect(await service.used()).toBe(0);
  });
});

describe('version header', () => {
  const versioned = (version: string, message: object = PING) =>
    service.send({...json(message), headers: {'MCP-Protocol-Version': version}});

  test.each(PROTOCOLS)('%s is accepted', async (version) => {
    expect((await versioned(version)).status).toBe(200);
  });

  test.each(['2024-11-05', 'x', ''])('"%s" is refused', async (version) => {
    await expectFault(await versioned(version), 'version', PING.id);
    await expectFault(await versioned(version, NOTE), 'version');
  });

  test('it is ignored before a version is negotiated', async () => {
    const first = {...PING, method: 'initialize', params: {protocolVersion: '2099-11-25'}};
    expect((await versioned('2099-11-25', first)).status).toBe(200);
  });
});

describe('messages', () => {
  test('a notification and a response are accepted with an empty body', async () => {
    for (const message of [
      NOTE,
      {jsonrpc: '2.0', method: 'notifications/cancelled', params: {requestId: 1}},
      {jsonrpc: '2.0', method: 'notifications/unheard'},
      {jsonrpc: '2.0', id: 9, result: {}},
    ]) {
      const response = await service.send(json(message));
      expect([response.status, await response.text()]).toEqual([202, '']);
    }
  });

  test.each(['resources/subscribe', 'logging/setLevel', 'tasks/list', 'server/discover', 'constructor', ''])(
    'the method "%s" is not found',
    async (method) => {
      const {error} = await service.rpc(method, {level: 'debug'});
      expect(error).toEqual({code: -32601, message: 'Method not found.'});
    },
  );

  test.each([
    ['initialize', {}, 'protocolVersion must be a string.'],
    ['initialize', {protocolVersion: 1}, 'protocolVersion must be a string.'],
    ['tools/list', {cursor: 'x'}, 'cursor is not valid.'],
    ['resources/list', {cursor: 'x'}, 'cursor is not valid.'],
    ['resources/read', {}, 'uri must be a string.'],
    ['tools/call', undefined, 'name must be a string.'],
    ['tools/call', {name: 5}, 'name must be a string.'],
    ['tools/call', {name: 'list_sources', arguments: []}, 'arguments must be an object.'],
    ['tools/call', {name: 'list_sources', arguments: 'x'}, 'arguments must be an object.'],
  ])('%s with %j is told what is wrong, and not counted', async (method, params, message) => {
    expect((await service.rpc(method, params)).error).toEqual({code: -32602, message});
    expect(await service.used()).toBe(0);
  });

  test('ping and the list of tools are not counted', async () => {
    expect((await service.rpc('ping')).result).toEqual({});
    expect((await service.rpc('tools/list')).result).toHaveProperty('tools');
    expect([await service.used(), service.recorded]).toEqual([0, []]);
  });

  test('the resources of coverage have a row for each source and for each field, and are not counted', async () => {
    const {result} = await service.rpc('resources/list');
    const [listed, fields] = (result as {resources: {uri: string; mimeType: string}[]}).resources;
    const read = (await service.rpc('resources/read', {uri: listed!.uri})).result;
    const [{text}] = (read as {contents: [{text: string}]}).contents;
    const [head, ...rows] = text.split('\n');
    expect(head).toBe(
      'dataset,source_dataset,record_count,first_date,last_date,last_updated,refresh_cadence,publisher,dataset_last_date',
    );
    const sources = (await service.call('list_sources'))['structuredContent'] as {
      data: {dataset: string; source_dataset: string; record_count: number}[];
    };
    expect(sources.data.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(sources.data.length);
    for (const {dataset, source_dataset, record_count} of sources.data) {
      expect(rows.some((row) => row.startsWith(`${dataset},${source_dataset},${record_count},`))).toBe(true);
    }
    const ofFields = (await service.rpc('resources/read', {uri: fields!.uri})).result;
    const [first, ...covered] = (ofFields as {contents: [{text: string}]}).contents[0].text.split('\n');
    expect(first).toBe('dataset,source_dataset,field,record_count,first_date,last_date');
    for (const row of covered)
      expect(
        sources.data.some(({dataset, source_dataset}) => row.startsWith(`${dataset},${source_dataset},`)),
      ).toBe(true);
    expect(sources.data.every((row) => !('coverage' in row))).toBe(true);
    expect(await service.used()).toBe(1);
    expect((await service.rpc('resources/read', {uri: 'coverage://other'})).error).toEqual({
      code: -32002,
      message: 'Resource not found.',
      data: {uri: 'coverage://other'},
    });
  });

  test('ids are returned unchanged', async () => {
    for (const id of [0, -1, 'a', '']) {
      expect((await replyOf(await service.send(json({...PING, id})))).id).toBe(id);
    }
  });

  test('the answer is JSON whatever the client accepts', async () => {
    for (const accept of ['application/json, text/event-stream', 'application/json', 'text/html', '*/*']) {
      const response = await service.send({...json(PING), headers: {Accept: accept}});
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('an internal error reveals nothing', async () => {
    service.context.builds = {
      ...service.context.builds,
      isReadable() {
        throw new Error('/secret/path');
      },
      acquire() {
        throw new Error('/secret/path');
      },
    };
    const {error} = await service.rpc('tools/call', {name: 'list_sources'});
    expect(error).toEqual({code: -32603, message: 'Internal error.'});
    expect(service.errors.length).toBeGreaterThan(0);
  });
});

describe('batches', () => {
  const two = [PING, {...PING, id: 2, method: 'nothing'}, NOTE];
  const call = (id: number) => ({...PING, id, method: 'tools/call', params: {name: 'list_sources'}});

  test.each([undefined, '2025-03-26'])('are answered in the older version (header %s)', async (version) => {
    const headers: Record<string, string> = version ? {'MCP-Protocol-Version': version} : {};
    const response = await service.send({...json(two), headers});
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([
      {jsonrpc: '2.0', id: 1, result: {}},
      {jsonrpc: '2.0', id: 2, error: {code: -32601, message: 'Method not found.'}},
    ]);
  });

  test('are refused in the newer version, which has none', async () => {
    const headers = {'MCP-Protocol-Version': '2025-06-18'};
    await expectFault(await service.send({...json(two), headers}), 'batch');
  });

  test('of notifications alone are accepted with an empty body', async () => {
    expect((await service.send(json([NOTE, NOTE]))).status).toBe(202);
  });

  test('are bounded, and each call in them counts', async () => {
    const calls = (count: number) => json(Array.from({length: count}, (_, id) => call(id)));
    await expectFault(await service.send(json([])), 'batch_size');
    await expectFault(await service.send(calls(BATCH_MESSAGES + 1)), 'batch_size');
    await expectFault(await service.send(json([call(1), call(1)])), 'batch_ids');
    const response = await service.send(calls(BATCH_MESSAGES));
    expect(((await response.json()) as Reply[]).filter(({result}) => result)).toHaveLength(BATCH_MESSAGES);
    expect(await service.used()).toBe(BATCH_MESSAGES);
  });

  test('stop at the limits of the account', async () => {
    service.setQuotas({minute: 3});
    const replies = (await (await service.send(json([1, 2, 3, 4, 5].map(call)))).json()) as Reply[];
    expect(replies.filter(({result}) => result?.['isError'])).toHaveLength(2);
    expect(await service.used()).toBe(3);
  });

  test('that cancel their own requests are answered all the same', async () => {
    const cancel = {jsonrpc: '2.0', method: 'notifications/cancelled', params: {requestId: 1}};
    const replies = (await (await service.send(json([call(1), call(2), cancel]))).json()) as Reply[];
    expect(replies.map(({id}) => id)).toEqual([1, 2]);
  });
});

describe('bodies', () => {
  test.each(['', '{', '{"jsonrpc": "2.0",}', '\u0000'])('%j is not JSON', async (body) => {
    await expectFault(await service.send({body}), 'json');
  });

  test.each([
    null,
    1,
    'ping',
    {},
    {...PING, jsonrpc: '1.0'},
    {...PING, method: 5},
    {...PING, id: null},
    {...PING, id: 1.5},
    {...PING, params: []},
    {...PING, params: 'x'},
    [PING, 5],
    [PING, null],
    [[PING]],
  ])('%j is no message', async (body) => {
    const id = Number.isInteger(Object(body)['id']) ? Object(body)['id'] : null;
    await expectFault(await service.send(json(body)), 'message', id);
  });

  test('that are too large are refused, with and without a length', async () => {
    const body = JSON.stringify({...PING, params: {pad: 'x'.repeat(BODY_BYTES)}});
    await expectFault(await service.send({body}), 'large');
    await expectFault(await service.send({body, headers: {'Content-Length': String(body.length)}}), 'large');
  });

  test('of exactly the largest size are read', async () => {
    const empty = JSON.stringify({...PING, params: {pad: ''}});
    const pad = 'x'.repeat(BODY_BYTES - empty.length);
    expect((await service.send(json({...PING, params: {pad}}))).status).toBe(200);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain; a=application/json'])(
    'of type %s are refused',
    async (type) => {
      await expectFault(await service.send({...json(PING), headers: {'Content-Type': type}}), 'media');
    },
  );

  test('may name the charset of JSON', async () => {
    const headers = {'Content-Type': 'application/json; charset=utf-8'};
    expect((await service.send({...json(PING), headers})).status).toBe(200);
  });
});
