/** Messages of one request: what is wrong with them as a whole, and their answer by the official SDK. */
import {Server} from '@modelcontextprotocol/sdk/server/index.js';
import {WebStandardStreamableHTTPServerTransport} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {JSONRPCMessageSchema, type JSONRPCRequest} from '@modelcontextprotocol/sdk/types.js';
import {AjvJsonSchemaValidator} from '@modelcontextprotocol/sdk/validation/ajv';
import type {KeyHolder} from '../accounts/holder.ts';
import type {Context} from '../api/context.ts';
import {isObject} from './arguments.ts';
import {BATCH_MESSAGES, BATCHING, type FaultName, PROTOCOLS, RpcError} from './errors.ts';
import {CAPABILITIES, INFO, METHODS} from './methods.ts';

/** A member of what may be a message. */
const memberOf = (message: unknown, name: string): unknown =>
  isObject(message) && Object.hasOwn(message, name) ? message[name] : undefined;

function batchFault(messages: readonly unknown[], version: string): FaultName | null {
  if (version !== BATCHING) return 'batch';
  if (messages.length === 0 || messages.length > BATCH_MESSAGES) return 'batch_size';
  const ids = messages.flatMap((message) => memberOf(message, 'id') ?? []);
  return new Set(ids).size < ids.length ? 'batch_ids' : null;
}

/** What is wrong with a body; `version` is that of the header, without which the protocol takes the older one. */
export function bodyFault(body: unknown, version = BATCHING): FaultName | null {
  const messages = Array.isArray(body) ? body : [body];
  const isFirst = messages.some((message) => memberOf(message, 'method') === 'initialize');
  if (!isFirst && !PROTOCOLS.includes(version)) return 'version';
  const fault = Array.isArray(body) ? batchFault(body, version) : null;
  if (fault) return fault;
  return messages.every((message) => JSONRPCMessageSchema.safeParse(message).success) ? null : 'message';
}

/** The SDK makes one for each server unless given, which takes longer than all else. */
const validator = new AjvJsonSchemaValidator();

/** A server for the messages of one account, whose faults tell nothing of the inside. */
function serverFor(holder: KeyHolder, context: Context): Server {
  const server = new Server(INFO, {capabilities: CAPABILITIES, jsonSchemaValidator: validator});
  // The SDK would agree on versions that this server does not speak.
  server.removeRequestHandler('initialize');
  // A request that is cancelled by another of its batch would never be answered, and none runs on behind its own.
  server.removeNotificationHandler('notifications/cancelled');
  server.fallbackRequestHandler = async ({method, params = {}}: JSONRPCRequest) => {
    const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (!answer) throw new RpcError('method');
    try {
      return await answer(params, holder, context);
    } catch (error) {
      if (error instanceof RpcError) throw error;
      context.log.error({method, err: error}, 'tool call failed');
      throw new RpcError('internal');
    }
  };
  return server;
}

/** What the transport asks of clients, though it answers JSON to all. */
const HEADERS = {Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json'};

/** The answer to a body without fault: 200 with what its requests are answered, or 202. No state is left behind. */
export async function answerTo(
  body: unknown,
  url: string,
  holder: KeyHolder,
  context: Context,
): Promise<Response> {
  const server = serverFor(holder, context);
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
