/** A client of the tool server over HTTP, as programs connect to it, that counts what it receives. */
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {Tool} from '@modelcontextprotocol/sdk/types.js';
import {CallToolResultSchema} from '@modelcontextprotocol/sdk/types.js';
import type {Json} from '../../datasets/types.ts';
import type {Arguments} from './types.ts';

/**
 * What a call answered: the JSON, the notes behind it, whether it is an error, and the bytes of the HTTP
 * body.
 */
export interface ToolAnswer {
  body: Json;
  notes: readonly string[];
  /** All blocks of text, as a model sees them. */
  text: string;
  isError: boolean;
  bytes: number;
}

export interface ToolSession {
  instructions: string;
  tools: readonly Tool[];
  call(tool: string, given: Arguments): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Connects to `<origin>/mcp` with an access token. */
export async function toolSession(origin: string, token: string): Promise<ToolSession> {
  let received = 0;
  const counted: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const body = response.body === null ? null : await response.arrayBuffer();
    received += body?.byteLength ?? 0;
    return new Response(body, response);
  };
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
    fetch: counted,
    requestInit: {headers: {Authorization: `Bearer ${token}`}},
  });
  const client = new Client({name: 'evaluation', version: '1'});
  await client.connect(transport);
  const {tools} = await client.listTools();
  return {
    instructions: client.getInstructions() ?? '',
    tools,
    async call(name, given) {
      const before = received;
      const result = await client.request(
        {method: 'tools/call', params: {name, arguments: given as Record<string, unknown>}},
        CallToolResultSchema,
      );
      const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      return {
        body: (result.structuredContent ?? (result.isError ? JSON.parse(texts[0] ?? 'null') : null)) as Json,
        notes: texts.slice(1),
        text: texts.join('\n'),
        isError: result.isError === true,
        bytes: received - before,
      };
    },
    close: () => client.close(),
  };
}
