/** Version 2026-07-28: what every request says, what every result has, and the older versions beside it. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {MCP_ERRORS, type McpErrorName} from '../../../server/mcp/errors.ts';
import {PAGE, type Reply, type ToolService, toolService} from '../../helpers/tools.ts';

const VERSION = '2026-07-28';
const KEY = 'io.modelcontextprotocol/';

let service: ToolService;
beforeAll(async () => {
  service = await toolService();
});
afterAll(() => service.close());

const META = {[`${KEY}protocolVersion`]: VERSION, [`${KEY}clientCapabilities`]: {}};

interface Sent {
  params?: Record<string, unknown>;
  meta?: object | null;
  headers?: Record<string, string>;
}

/** A request as a client of this version sends it, but for what is given. */
async function ask(method: string, {params = {}, meta = META, headers = {}}: Sent = {}) {
  const name = params['name'] ?? params['uri'];
  const response = await service.send({
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 'a-1',
      method,
      params: {...params, ...(meta && {_meta: meta})},
    }),
    headers: {
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...(typeof name === 'string' && {'Mcp-Name': name}),
      ...headers,
    },
  });
  return {status: response.status, reply: (await response.json()) as Reply};
}

async function expectFault(
  sent: ReturnType<typeof ask>,
  name: McpErrorName,
  status = MCP_ERRORS[name].status,
) {
  const {reply, ...got} = await sent;
  expect([got.status, reply.error?.code, reply.id]).toEqual([status, MCP_ERRORS[name].code, 'a-1']);
  return reply.error!;
}

test('server/discover says what there is, without a handshake', async () => {
  const {status, reply} = await ask('server/discover');
  expect(status).toBe(200);
  expect(reply.result).toMatchObject({
    supportedVersions: [VERSION],
    capabilities: {tools: {}, resources: {}, prompts: {}, completions: {}},
    resultType: 'complete',
    cacheScope: 'public',
    _meta: {[`${KEY}serverInfo`]: {name: 'federal-public-data'}},
  });
  expect(reply.result!['instructions']).toContain('Canadian public data');
});

test('a call is answered complete, counts, and is not kept', async () => {
  const before = await service.used();
  const {reply} = await ask('tools/call', {params: {name: 'list_sources', arguments: {}}});
  expect(reply.result).toMatchObject({resultType: 'complete', structuredContent: {data: expect.any(Array)}});
  expect(reply.result).not.toHaveProperty('ttlMs');
  expect(await service.used()).toBe(before + 1);
});

describe('a request is refused that', () => {
  test.each([
    ['has no _meta', null],
    ['names no version', {[`${KEY}clientCapabilities`]: {}}],
    ['does not say what its client can do', {[`${KEY}protocolVersion`]: VERSION}],
    ['has capabilities of another type', {...META, [`${KEY}clientCapabilities`]: 'all'}],
  ])('%s', async (_, meta) => {
    await expectFault(ask('tools/list', {meta}), 'meta');
  });

  test('names a version that is not spoken, with those that are', async () => {
    const meta = {...META, [`${KEY}protocolVersion`]: '2027-01-01'};
    const headers = {'MCP-Protocol-Version': '2027-01-01'};
    const {data} = await expectFault(ask('tools/list', {meta, headers}), 'unsupported');
    expect(data).toEqual({supported: [VERSION], requested: '2027-01-01'});
  });

  const call = {name: 'list_sources', arguments: {}};
  test.each([
    ['tools/list', {}, {'Mcp-Method': 'tools/call'}],
    ['tools/list', {}, {'Mcp-Method': 'TOOLS/LIST'}],
    ['tools/list', {}, {'MCP-Protocol-Version': '2025-11-25'}],
    ['tools/call', call, {'Mcp-Name': 'search_bills'}],
    ['tools/call', call, {'Mcp-Name': '=?base64?bGlzdF9zb3VyY2Vz!?='}],
    ['prompts/get', {name: 'my_street'}, {'Mcp-Name': 'check_department'}],
    ['resources/read', {uri: 'rules://counting'}, {'Mcp-Name': 'glossary://datasets'}],
  ])('says %s of %j and in its headers %j', async (method, params, headers) => {
    const before = await service.used();
    await expectFault(ask(method, {params, headers}), 'header');
    expect(await service.used()).toBe(before);
  });

  test('repeats nothing in headers', async () => {
    const body = JSON.stringify({jsonrpc: '2.0', id: 'a-1', method: 'tools/list', params: {_meta: META}});
    const response = await service.send({body});
    expect(response.status).toBe(400);
    expect(((await response.json()) as Reply).error?.code).toBe(MCP_ERRORS.header.code);
  });
});

test('a name that no header can hold comes in Base64', async () => {
  const name = Buffer.from('list_sources').toString('base64');
  const params = {name: 'list_sources', arguments: {}};
  const {status} = await ask('tools/call', {params, headers: {'Mcp-Name': `=?base64?${name}?=`}});
  expect(status).toBe(200);
});

test.each([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'subscriptions/listen',
  'constructor',
])('the method %s is not found', async (method) => {
  await expectFault(ask(method), 'method', 404);
});

test('a resource that is not there has the code of its version', async () => {
  const uri = 'record://bills/none';
  const {reply, status} = await ask('resources/read', {params: {uri}});
  expect([status, reply.error]).toEqual([200, {code: -32602, message: 'Resource not found.', data: {uri}}]);
  expect((await service.rpc('resources/read', {uri})).error?.code).toBe(-32002);
});

test('older versions have neither its method nor its members', async () => {
  expect((await service.rpc('server/discover')).error?.code).toBe(-32601);
  expect(Object.keys((await service.rpc('tools/list')).result!)).toEqual(['tools']);
});

test('its headers are allowed to pages', async () => {
  const preflight = await service.send({
    method: 'OPTIONS',
    headers: {Origin: PAGE, 'Access-Control-Request-Method': 'POST', Authorization: ''},
  });
  const allowed = preflight.headers.get('access-control-allow-headers');
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']) expect(allowed).toContain(name);
});
