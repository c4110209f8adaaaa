/** Validates the messages of a request, and answers them with the official SDK. */
import {Server} from '@modelcontextprotocol/sdk/server/index.js';
import {WebStandardStreamableHTTPServerTransport} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {JSONRPCMessageSchema, type JSONRPCRequest} from '@modelcontextprotocol/sdk/types.js';
import {AjvJsonSchemaValidator} from '@modelcontextprotocol/sdk/validation/ajv';
import type {Principal} from '../accounts/principal.ts';
import type {ApiContext} from '../api/context.ts';
import {isObject} from './arguments.ts';
import {BATCH_MESSAGES, BATCHING, type McpErrorName, PROTOCOLS, RpcError} from './errors.ts';
import {CAPABILITIES, INFO, METHODS} from './methods.ts';

/** A member of a possible message. */
const memberOf = (message: unknown, name: string): unknown =>
  isObject(message) && Object.hasOwn(message, name) ? message[name] : undefined;

function batchError(messages: readonly unknown[], version: string): McpErrorName | null {
  if (version !== BATCHING) return 'batch';
  if (messages.length === 0 || messages.length > BATCH_MESSAGES) return 'batch_size';
  const ids = messages.flatMap((message) => memberOf(message, 'id') ?? []);
  return new Set(ids).size < ids.length ? 'batch_ids' : null;
}

/** The error of a body, or null; `version` is the protocol header, whose absence means the older version. */
export function bodyError(body: unknown, version = BATCHING): McpErrorName | null {
  const messages = Array.isArray(body) ? body : [body];
  const isFirst = messages.some((message) => memberOf(message, 'method') === 'initialize');
  if (!isFirst && !PROTOCOLS.includes(version)) return 'version';
  const error = Array.isArray(body) ? batchError(body, version) : null;
  if (error) return error;
  return messages.every((message) => JSONRPCMessageSchema.safeParse(message).success) ? null : 'message';
}

/** Shared: creating one per server, the SDK's default, would dominate the response time. */
const validator = new AjvJsonSchemaValidator();

/** An SDK server for one account's messages; internal errors are logged, not reported. */
function serverFor(principal: Principal, context: ApiContext): Server {
  const server = new Server(INFO, {capabilities: CAPABILITIES, jsonSchemaValidator: validator});
  // The SDK would agree to versions that this server does not speak.
  server.removeRequestHandler('initialize');
  // Cancelling a request of the same batch would leave it unanswered; no request outlives its batch.
  server.removeNotificationHandler('notifications/cancelled');
  server.fallbackRequestHandler = async ({method, params = {}}: JSONRPCRequest) => {
    const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (!answer) throw new RpcError('method');
    try {
      return await answer(params, principal, context);
    } catch (error) {
      if (error instanceof RpcError) throw error;
      context.log.error({method, err: error}, 'tool call failed');
      throw new RpcError('internal');
    }
  };
  return server;
}

/** The SDK's transport requires both media types, though responses are always JSON. */
const HEADERS = {Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json'};

/** Answers a valid body: 200 with the responses, or 202. Keeps no state. */
export async function answerTo(
  body: unknown,
  url: string,
  principal: Principal,
  context: ApiContext,
): Promise<Response> {
  const server = serverFor(principal, context);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  try {
    const request = new Request(url, {method: 'POST', headers: HEADERS});
    return await transport.handleRequest(request, {parsedBody: body});
  } finally {
    await server.close();
  }
}
