/** Every error of the tool server itself, one row each; read by server and documents. */
import {filled} from '../api/errors.ts';
import {MAX_BODY} from '../http/types.ts';

interface ErrorRow {
  /** HTTP status. */
  status: 200 | 400 | 403 | 404 | 405 | 413 | 415;
  /** JSON-RPC error code. */
  code: number;
  /** `<name>` is replaced by a value. */
  message: string;
  when: string;
}

/** Versions that a client agrees on by `initialize`, newest first. */
export const PROTOCOLS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** Versions in which every request says all about itself, newest first. */
export const STATELESS: readonly string[] = ['2026-07-28'];

/** The version that allows batches. */
export const BATCHING = '2025-03-26';

/** Largest request body. */
export const BODY_BYTES = MAX_BODY.message;

/** Largest batch. */
export const BATCH_MESSAGES = 20;

const row = (status: ErrorRow['status'], code: number, message: string, when: string): ErrorRow => ({
  status,
  code,
  message,
  when,
});

export const MCP_ERRORS = {
  verb: row(405, -32000, 'Only POST is allowed.', 'any other verb; `Allow` names it'),
  origin: row(
    403,
    -32000,
    'Origin is not allowed.',
    "a web page of another origin than the server's own and those of `TOOL_ORIGINS`",
  ),
  media: row(415, -32000, 'Content-Type must be application/json.', 'another type of body'),
  large: row(413, -32000, `The body must be at most ${BODY_BYTES} bytes.`, 'a larger body'),
  version: row(
    400,
    -32000,
    `MCP-Protocol-Version must be one of: ${[...STATELESS, ...PROTOCOLS].join(', ')}.`,
    'the header names another version, on all but `initialize`',
  ),
  unsupported: row(
    400,
    -32022,
    'Unsupported protocol version: <version>.',
    '`_meta` names another version; `data` has `supported` and `requested`',
  ),
  meta: row(
    400,
    -32602,
    '_meta must have <name>.',
    `a request of ${STATELESS} says no version of its own, or not what the client can do`,
  ),
  header: row(
    400,
    -32020,
    '<name> must be that of the body.',
    `of a request of ${STATELESS}: \`MCP-Protocol-Version\`, \`Mcp-Method\`, or of calls and readings \`Mcp-Name\` is missing or another`,
  ),
  json: row(400, -32700, 'The body is not JSON.', 'it cannot be parsed'),
  message: row(400, -32600, 'The body is not a JSON-RPC message.', 'a member is missing or has another type'),
  batch: row(
    400,
    -32600,
    `Messages come together in version ${BATCHING} only.`,
    'an array of messages where the header names another version',
  ),
  batch_size: row(
    400,
    -32600,
    `At least 1 and at most ${BATCH_MESSAGES} messages come together.`,
    'more, or none',
  ),
  batch_ids: row(400, -32600, 'Requests that come together must have different ids.', 'an id occurs twice'),
  method: row(200, -32601, 'Method not found.', `another method; the status is 404 in ${STATELESS}`),
  parameters: row(
    200,
    -32602,
    '<name> must be <type>.',
    'a parameter of the method is missing or has another type',
  ),
  cursor: row(200, -32602, 'cursor is not valid.', 'a list with a cursor: it has one page'),
  resource: row(
    200,
    -32002,
    'Resource not found.',
    `\`resources/read\` of an address that is neither listed nor made by a template; the code is -32602 in ${STATELESS}`,
  ),
  prompt: row(200, -32602, 'Unknown prompt: <name>.', 'no prompt has the name'),
  tool: row(200, -32602, 'Unknown tool: <name>.', 'no tool has the name'),
  unavailable: row(
    200,
    -32603,
    'Service is temporarily unavailable.',
    'a resource whose data cannot be read',
  ),
  internal: row(200, -32603, 'Internal error.', 'a fault of the server'),
} satisfies Record<string, ErrorRow>;

export type McpErrorName = keyof typeof MCP_ERRORS;

/** What an error tells programs besides. */
export type ErrorData = Readonly<Record<string, unknown>>;

/** An error of one message. */
export class RpcError extends Error {
  readonly row: McpErrorName;
  readonly data: ErrorData | undefined;

  constructor(row: McpErrorName, parts: Record<string, string> = {}, data?: ErrorData) {
    super(filled(MCP_ERRORS[row].message, parts));
    this.name = 'RpcError';
    this.row = row;
    this.data = data;
  }

  /** The member `error` of a response. */
  get body(): {code: number; message: string; data?: ErrorData} {
    const {code} = MCP_ERRORS[this.row];
    return {code, message: this.message, ...(this.data && {data: this.data})};
  }
}

/** The response that refuses a whole request; `id` is that of its message, where it can be read. */
export function errorAnswer(error: McpErrorName | RpcError, id: string | number | null = null): Response {
  const {row, body} = typeof error === 'string' ? new RpcError(error) : error;
  const {status} = MCP_ERRORS[row];
  const headers = {'Cache-Control': 'no-store', ...(status === 405 && {Allow: 'POST, OPTIONS'})};
  return Response.json({jsonrpc: '2.0', error: body, id}, {status, headers});
}
