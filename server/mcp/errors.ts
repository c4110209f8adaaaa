/** Every error of the tool server itself, one row each; read by server and documents. */
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

export const MCP_ERRORS = {
  verb: {
    status: 405,
    code: -32000,
    message: 'Only POST is allowed.',
    when: 'any other verb; `Allow` names it',
  },
  origin: {
    status: 403,
    code: -32000,
    message: 'Origin is not allowed.',
    when: "a web page of another origin than the server's own and those of `TOOL_ORIGINS`",
  },
  media: {
    status: 415,
    code: -32000,
    message: 'Content-Type must be application/json.',
    when: 'another type of body',
  },
  large: {
    status: 413,
    code: -32000,
    message: `The body must be at most ${BODY_BYTES} bytes.`,
    when: 'a larger body',
  },
  version: {
    status: 400,
    code: -32000,
    message: `MCP-Protocol-Version must be one of: ${PROTOCOLS.join(', ')}.`,
    when: 'the header names another version, on all but `initialize`',
  },
  json: {status: 400, code: -32700, message: 'The body is not JSON.', when: 'it cannot be parsed'},
  message: {
    status: 400,
    code: -32600,
    message: 'The body is not a JSON-RPC message.',
    when: 'a member is missing or has another type',
  },
  batch: {
    status: 400,
    code: -32600,
    message: `Messages come together in version ${BATCHING} only.`,
    when: 'an array of messages where the header names another version',
  },
  batch_size: {
    status: 400,
    code: -32600,
    message: `At least 1 and at most ${BATCH_MESSAGES} messages come together.`,
    when: 'more, or none',
  },
  batch_ids: {
    status: 400,
    code: -32600,
    message: 'Requests that come together must have different ids.',
    when: 'an id occurs twice',
  },
  method: {status: 200, code: -32601, message: 'Method not found.', when: 'another method'},
  parameters: {
    status: 200,
    code: -32602,
    message: '<name> must be <type>.',
    when: 'a parameter of the method is missing or has another type',
  },
  cursor: {
    status: 200,
    code: -32602,
    message: 'cursor is not valid.',
    when: 'a list with a cursor: it has one page',
  },
  resource: {
    status: 200,
    code: -32002,
    message: 'Resource not found.',
    when: '`resources/read` of another address than those listed',
  },
  tool: {status: 200, code: -32602, message: 'Unknown tool: <name>.', when: 'no tool has the name'},
  unavailable: {
    status: 200,
    code: -32603,
    message: 'Service is temporarily unavailable.',
    when: 'a resource whose data cannot be read',
  },
  internal: {status: 200, code: -32603, message: 'Internal error.', when: 'a fault of the server'},
} as const satisfies Record<string, ErrorRow>;

export type McpErrorName = keyof typeof MCP_ERRORS;

/** An error of one message; the SDK makes the JSON-RPC error from `code` and `message`. */
export class RpcError extends Error {
  readonly code: number;

  constructor(name: McpErrorName, parts: Record<string, string> = {}) {
    const {code, message} = MCP_ERRORS[name];
    super(message.replace(/<(\w+)>/g, (whole, part: string) => parts[part] ?? whole));
    this.name = 'RpcError';
    this.code = code;
  }
}

/** The response that refuses a whole request. */
export function errorAnswer(name: McpErrorName): Response {
  const {status, code, message} = MCP_ERRORS[name];
  const headers = {'Cache-Control': 'no-store', ...(status === 405 ? {Allow: 'POST, OPTIONS'} : {})};
  return Response.json({jsonrpc: '2.0', error: {code, message}, id: null}, {status, headers});
}
