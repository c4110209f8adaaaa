/** docs/TOOLS.md: how to connect to the tool server, and every tool with its arguments. */

import type {Schema} from '../api/schema/column_schema.ts';
import {BATCH_MESSAGES, BATCHING, BODY_BYTES, FAULTS, PROTOCOLS} from '../mcp/errors.ts';
import {INFO} from '../mcp/methods.ts';
import type {Variant} from '../mcp/takes.ts';
import {OFFERED, type Offered} from '../mcp/tools.ts';
import {block, code, GENERATED, page, table} from './markdown.ts';

const INTRODUCTION = `A model's client reaches the data by tools: the tool server speaks the Model Context Protocol
at ${code('/mcp')} of the account port (${code('ACCOUNT_ORIGIN')}, by default http://127.0.0.1:8081). Give a client
that address and nothing else: it finds the sign-in by OAuth 2.1 itself, opens the account page in a browser, where
you sign in and allow it, and gets a token for this server. API keys are not taken here, and tokens not by the API.
Connected clients stand in the dashboard, where each can be disconnected at once. What a client has to do that you write
yourself: [OAUTH.md](OAUTH.md).`;

const PROTOCOL = `Requests are ${code('POST')}, stateless, and answered in JSON: no session, no stream. Versions
${PROTOCOLS.map(code).join(' and ')}; a client that asks for another is offered the first. Methods ${code('initialize')},
${code('ping')}, ${code('tools/list')}, ${code('tools/call')}; notifications are answered 202. In version ${BATCHING}, which
holds where the header ${code('MCP-Protocol-Version')} is not sent, up to ${BATCH_MESSAGES} messages may come together. A body has
at most ${BODY_BYTES} bytes. Web pages may call from the server's own origin and those of the setting
${code('TOOL_ORIGINS')}.`;

const RESULTS = `A tool asks an operation of the API ([API.md](API.md)) with the same parameters, defaults and limits; only
${code('limit')} is 20 unless given. A result holds the JSON of the operation, as ${code('structuredContent')} and as one block
of text. An error of the API is a result with ${code('isError')} and the body ${code('{"error": {"code", "message"}}')}. Every call
counts one request of the account, as one with its key would: also one that is answered 400 or 404, not one that is
refused because a window is used up or that the server could not answer. Other methods count nothing, nor do the
JSON-RPC errors below. As in the API a larger ${code('limit')} is lowered, and an argument that the tool does not know is
ignored; ${code('_meta.ignored_arguments')} names it.`;

/** `integer, 1 to 200, default 20` and the like. */
function rule(schema: Schema, required: boolean): string {
  const {minimum, maximum, maxLength, format, default: preset} = schema;
  const list = (schema['enum'] ?? (schema['items'] as Schema | undefined)?.['enum'] ?? []) as string[];
  return [
    required ? 'required' : '',
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    minimum !== undefined && maximum === undefined ? `at least ${minimum}` : '',
    format === 'date' ? 'form `YYYY-MM-DD`' : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    list.length === 0 ? '' : `one of ${list.map(code).join(', ')}`,
    preset === undefined ? '' : `default ${code(String(preset))}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Rows of the arguments; members of an object follow it with a dot. */
function rows({properties = {}, required = []}: Schema, before = ''): string[][] {
  const names = required as string[];
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, schema]) => [
    [
      code(before + name),
      String(schema['type']),
      rule(schema, names.includes(name)),
      String(schema['description'] ?? ''),
    ],
    ...rows(schema, `${before}${name}.`),
  ]);
}

const operationOf = ({dataset, operation}: Variant): string =>
  `${dataset === null ? '' : `${code(dataset)}: `}${code(`GET ${operation.path}`)}`;

function section({tool, variants, listed}: Offered): string[] {
  const all = rows(listed.inputSchema);
  return [
    `## ${code(tool.name)}`,
    tool.description,
    `Asks ${variants.map(operationOf).join(', ')}.`,
    ...(all.length > 0 ? [table(['Argument', 'Type', 'Rule', 'Help'], all)] : []),
  ];
}

const EXAMPLE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {name: 'search_contracts', arguments: {vendor: 'northline', min_value: 10000, limit: 5}},
};

/** The text of docs/TOOLS.md. */
export function toolsMarkdown(): string {
  const all = [...OFFERED.values()];
  const faults = Object.values(FAULTS).map(({status, code: number, message, when}) => [
    String(status),
    String(number),
    code(message),
    when,
  ]);
  return page([
    GENERATED,
    '# Tools',
    INTRODUCTION,
    table(
      ['Tool', 'Title'],
      all.map(({tool}) => [code(tool.name), tool.title]),
    ),
    '## Protocol',
    `The server calls itself ${code(INFO.name)}. ${PROTOCOL}`,
    RESULTS,
    block('json', JSON.stringify(EXAMPLE, null, 2)),
    'A call without a good token is answered 401, one whose token lacks the scope `data:read` 403, both with `WWW-Authenticate`.',
    'Refusals that are no answers of the API:',
    table(['Status', 'Code', 'Message', 'When'], faults),
    ...all.flatMap(section),
  ]);
}
