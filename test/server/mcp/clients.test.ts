/** The official clients of both generations use everything that the server offers. */
import {pathToFileURL} from 'node:url';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {installed, type ListeningTools, listeningTools} from '../../helpers/tool_server.ts';

let tools: ListeningTools;
beforeAll(async () => {
  tools = await listeningTools();
});
afterAll(() => tools.close());

/** Lists, reads, asks and calls; every answer passes the checks of the client. */
async function useAll(client: Client): Promise<void> {
  const {tools: listed} = await client.listTools();
  expect(listed.every(({outputSchema}) => outputSchema)).toBe(true);
  const {resources} = await client.listResources();
  for (const {uri} of resources) expect((await client.readResource({uri})).contents).toHaveLength(1);
  expect((await client.listResourceTemplates()).resourceTemplates).not.toHaveLength(0);
  const {prompts} = await client.listPrompts();
  const given = {department: 'Parks', organization: 'x', street: 'y', municipality: 'z'};
  for (const {name} of prompts) {
    expect((await client.getPrompt({name, arguments: given})).messages).toHaveLength(1);
  }
  const {completion} = await client.complete({
    ref: {type: 'ref/prompt', name: 'check_department'},
    argument: {name: 'department', value: 'parks'},
  });
  expect(completion.values).toEqual(['Parks Canada | Parcs Canada']);
  const contracts = await client.callTool({name: 'search_contracts', arguments: {limit: 2}});
  expect(contracts.structuredContent).toMatchObject({data: [{}, {}]});
  const refused = await client.callTool({name: 'search_contracts', arguments: {colour: 'red'}});
  expect(refused.isError).toBe(true);
}

test('a client of the versions with a handshake', async () => {
  const client = new Client({name: 'test', version: '1'});
  const transport = new StreamableHTTPClientTransport(new URL(`${tools.origin}/mcp`));
  // The types of the transport are those of another option of the compiler.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  expect(transport.protocolVersion).toBe('2025-11-25');
  await useAll(client);
  await client.close();
});

const newer = installed('@modelcontextprotocol/client');

test.skipIf(!newer).each([
  ['auto', '2026-07-28'],
  [{pin: '2026-07-28'}, '2026-07-28'],
  ['legacy', '2025-11-25'],
])('a client of the newest version that asks for %j', async (mode, version) => {
  const sdk = await import(pathToFileURL(newer!).href);
  const client = new sdk.Client({name: 'test', version: '1'}, {versionNegotiation: {mode}});
  await client.connect(new sdk.StreamableHTTPClientTransport(new URL(`${tools.origin}/mcp/`)));
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  await useAll(client);
  await client.close();
});
