/** docs/TOOLS.md: how to connect to the tool server, and every tool with its arguments. */
import type {Schema} from '../api/schema/column_schema.ts';
import {ARGUMENT_ERRORS} from '../mcp/argument_error.ts';
import {MAX_BYTES} from '../mcp/arguments.ts';
import {UNLISTED} from '../mcp/brief_schema.ts';
import {BATCH_MESSAGES, BATCHING, BODY_BYTES, MCP_ERRORS, PROTOCOLS, STATELESS} from '../mcp/errors.ts';
import {LISTED_TOOLS, type ListedTool} from '../mcp/listed_tools.ts';
import {INFO, METHODS} from '../mcp/methods.ts';
import {LISTED_PROMPTS} from '../mcp/prompts.ts';
import {RESOURCES, TEMPLATES} from '../mcp/resources.ts';
import {LIMIT, type Variant} from '../mcp/tool_arguments.ts';
import {TOOLS} from '../mcp/tools.ts';
import {block, code, contents, GENERATED, page, table, toHeading} from './markdown.ts';

const EXAMPLE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {name: 'search_contracts', arguments: {vendor: 'northline', min_value: 10000, limit: 5}},
};

const INTRODUCTION = `The tool server gives language models the data of the API as tools, over the Model Context Protocol (MCP), at ${code('/mcp')}.
Every call counts as a request of the account.`;

const CONNECTING = [
  '## Connecting a client',
  `Give your client the address of the server: ${code('http://127.0.0.1:8080/mcp')}, or ${code('<API_ORIGIN>/mcp')} where that setting is
set. Nothing else is needed: the client finds the sign-in by OAuth 2.1 and opens the account page in a browser, where you sign in and
allow it. API keys do not work here, and the tokens of tool clients do not work with the API. The dashboard lists connected clients; one
click disconnects one. If you write a client yourself, read [OAUTH.md](OAUTH.md).`,
];

const CALLING = [
  '## Calling a tool',
  block('json', JSON.stringify(EXAMPLE, null, 2)),
  `A tool calls one operation of the API ([API.md](API.md)) with the same parameters, defaults and limits, except that
${code('limit')} defaults to ${LIMIT}.

- The result holds the JSON of the operation twice: as ${code('structuredContent')}, which keeps to the ${code('outputSchema')} of the tool, and as
  one block of text. Further blocks say what has to be said besides: that an answer is cut, that nothing matches, that several public bodies do, how many records have none of the values that are
  counted.
- An answer has at most ${MAX_BYTES.toLocaleString('en-CA')} bytes unless the call asks for more. A list that is longer has fewer rows, and its
  ${code('meta.next_cursor')} goes on after them. A record or profile that is longer has shorter members, which ${code('cut')} names with the
  number of rows that they have in all; ${code('include')} gives the members it names whole. ${code('max_bytes')} sets another size; a
  ${code('limit')} that is given is not cut, unless ${code('max_bytes')} is given, too.
- Filters stand in ${code('filters')} or beside the other arguments, in every tool.
- A dataset has one name in all tools; its labels in both languages are taken, too, and words such as ${code('federal_grants')} for
  ${code('grants')} or ${code('municipal permits')} for ${code('permits')}.
- A value may be written as people write it, where it can mean one thing only: ${code('"Québec"')} for ${code('QC')},
  ${code('"2020-2021"')} for ${code('2020-21')}, ${code('"yes"')} for true, ${code('"$1,000"')} for 1000, ${code('"2020"')} for the first or
  last day of the year, a label for its code, ${code('"sole source"')} for ${code('Non-competitive')}, ${code('"toronto"')} for ${code('["toronto"]')}.
- What is wrong with arguments is a result with ${code('isError')} and the text ${code('{"error": {"code", "message"}}')}, as the errors of the
  API are, without ${code('structuredContent')}; the message names what is known and the nearest of it. A ${code('limit')} above the maximum is lowered.
- A call counts one request of the account, including calls answered 404. Calls whose arguments are refused, calls refused because a window
  is used up, calls that the server could not answer, resources and other methods count nothing. The answer to a spent window says when it
  ends, and what the next tier costs.
- ${code('tools/list')} leaves out what the instructions of the server say once for all tools:
  ${[...UNLISTED].map(code).join(', ')} are taken by every tool that has them below.
- Clients that show views (MCP Apps) draw the results of ${TOOLS.filter(({hasView}) => hasView)
    .map(({name}) => code(name))
    .join(', ')} as chart, table and map.
- A call without a valid token is answered 401, one whose token lacks the scope ${code('data:read')} 403, both with ${code('WWW-Authenticate')}.`,
  'Errors of arguments:',
  table(
    ['Message', 'When'],
    Object.values(ARGUMENT_ERRORS).map(({message, when}) => [code(message), when]),
  ),
  '## Resources',
  [
    ...RESOURCES.map(({resource: {uri, mimeType, description}}) => [code(uri), mimeType, description]),
    ...TEMPLATES.map(({template}) => [code(template.uriTemplate), template.mimeType, template.description]),
  ]
    .map(([address, type, description]) => `- ${address} (${type}): ${description}`)
    .join('\n'),
  '## Prompts',
  LISTED_PROMPTS.map(
    ({name, title, description, arguments: all = []}) =>
      `- ${code(name)}: ${title}. ${description} Takes ${all.map((one) => code(one.name)).join(', ')}.`,
  ).join('\n'),
  `${code('completion/complete')} completes arguments of prompts and variables of templates from the values of the data, and counts nothing.`,
];

const methodsOf = (...eras: (string | undefined)[]): string =>
  Object.entries(METHODS)
    .flatMap(([name, {only}]) => (eras.includes(only) ? [code(name)] : []))
    .join(', ');

const PROTOCOL = [
  `The server names itself ${code(INFO.name)}. Requests are ${code('POST')}, stateless, and answered in JSON: no sessions, no
streams. All versions have one address. Their methods are ${methodsOf(undefined)}; notifications are answered 202. A body has at most
${BODY_BYTES} bytes. Web pages may call from the server's own origin and from those of the setting ${code('TOOL_ORIGINS')}.`,
  `- ${PROTOCOLS.map(code).join(', ')}: a client agrees on one of them by ${code('initialize')}; one that asks for another is offered the first.
  They also have ${methodsOf('session')}. In version ${BATCHING}, which is assumed when the header ${code('MCP-Protocol-Version')} is missing, up to
  ${BATCH_MESSAGES} messages may be batched.
- ${STATELESS.map(code).join(', ')}: every request says in ${code('_meta')} which version it is of and what its client can do, and the headers
  ${code('MCP-Protocol-Version')}, ${code('Mcp-Method')} and, of calls, prompts and readings, ${code('Mcp-Name')} repeat what the body says. It also has
  ${methodsOf('stateless')}. Results have ${code('resultType')}, lists and readings ${code('ttlMs')} and ${code('cacheScope')}.`,
];

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

function section({tool, variants, described}: ListedTool): string[] {
  const all = rows(described);
  return [
    `## ${code(tool.name)}`,
    tool.description,
    `Calls ${variants.map(operationOf).join(', ')}.`,
    ...(all.length > 0 ? [table(['Argument', 'Type', 'Rule', 'Help'], all)] : []),
  ];
}

/** The text of docs/TOOLS.md. */
export function toolsMarkdown(): string {
  const all = [...LISTED_TOOLS.values()];
  const errors = Object.values(MCP_ERRORS).map(({status, code: number, message, when}) => [
    String(status),
    String(number),
    code(message),
    when,
  ]);
  const index = all.map(({tool, variants}) => [
    toHeading(code(tool.name)),
    tool.title,
    variants.map(operationOf).join(', '),
  ]);
  const guide = [
    ...CONNECTING,
    ...CALLING,
    '## Tools',
    table(['Tool', 'Title', 'Operation'], index),
    '## Protocol',
    ...PROTOCOL,
    'Errors of the protocol itself:',
    table(['Status', 'Code', 'Message', 'When'], errors),
  ];
  return page([GENERATED, '# Tool server', INTRODUCTION, contents(guide), ...guide, ...all.flatMap(section)]);
}
