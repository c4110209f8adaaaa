/** Every error of the tool server itself, one row each; read by server and documents. */
import {filled} from '../api/errors.ts';
import {MAX_BODY} from '../http/types.ts';

interface ErrorRow {
  /** HTTP status. */
  status: 200 | 400 | 403 | 405 | 413 | 415;
  /** JSON-RPC error code. */
  code: number;
  /** `<name>` is replaced by a value. */
  message: string;
  when: string;
}

/** Supported protocol versions, newest first. */
export const PROTOCOLS: readonly string[] = ['2025-06-18', '2025-03-26'];

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
    `MCP-Protocol-Version must be one of: ${PROTOCOLS.join(', ')}.`,
    'the header names another version, on all but `initialize`',
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
  method: row(200, -32601, 'Method not found.', 'another method'),
  parameters: row(
    200,
    -32602,
    '<name> must be <type>.',
    'a parameter of the method is missing or has another type',
  ),
  cursor: row(200, -32602, 'cursor is not valid.', 'a list with a cursor: it has one page'),
  resource: row(200, -32002, 'Resource not found.', '`resources/read` of another address than those listed'),
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

/** An error of one message; the SDK makes the JSON-RPC error from `code` and `message`. */
export class RpcError extends Error {
  readonly code: number;

  constructor(name: McpErrorName, parts: Record<string, string> = {}) {
    const {code, message} = MCP_ERRORS[name];
    super(filled(message, parts));
    this.name = 'RpcError';
    this.code = code;
  }
}

/** The response that refuses a whole request. */
export function errorAnswer(name: McpErrorName): Response {
  const {status, code, message} = MCP_ERRORS[name];
  const headers = {'Cache-Control': 'no-store', ...(status === 405 && {Allow: 'POST, OPTIONS'})};
  return Response.json({jsonrpc: '2.0', error: {code, message}, id: null}, {status, headers});
}
