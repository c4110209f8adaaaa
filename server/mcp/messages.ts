/** Answers the messages of a request, whichever version they are of. Keeps no state. */
import type {Principal} from '../accounts/principal.ts';
import type {ApiContext} from '../api/context.ts';
import {
  BATCH_MESSAGES,
  BATCHING,
  errorAnswer,
  MCP_ERRORS,
  type McpErrorName,
  PROTOCOLS,
  RpcError,
  STATELESS,
} from './errors.ts';
import {type Id, idOf, type Message, messageOf} from './json_rpc.ts';
import {INFO, METHODS} from './methods.ts';
import {checkStateless, completed, type HeaderOf, isStateless} from './stateless.ts';

/** For whom messages are answered, and from what. */
export interface Asking {
  principal: Principal;
  context: ApiContext;
}

interface Reply {
  jsonrpc: '2.0';
  id: Id;
  result?: object;
  error?: RpcError['body'];
}

/** The result of a request, or the error that it throws; internal errors are logged, not reported. */
async function resultOf({method, params}: Message, era: Era, {principal, context}: Asking): Promise<object> {
  const row = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!row || (row.only !== undefined && row.only !== era)) throw new RpcError('method');
  try {
    const result = await row.answer(params, principal, context);
    return era === 'stateless' ? completed(result, INFO, row.kept) : result;
  } catch (error) {
    if (error instanceof RpcError) throw error;
    context.log.error({method, err: error}, 'tool call failed');
    throw new RpcError('internal');
  }
}

type Era = 'session' | 'stateless';

/** The reply to a request, and what was wrong with it. */
async function replyTo(
  message: Message & {id: Id},
  era: Era,
  asking: Asking,
): Promise<{reply: Reply; fault: McpErrorName | null}> {
  const {id} = message;
  try {
    return {reply: {jsonrpc: '2.0', id, result: await resultOf(message, era, asking)}, fault: null};
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const {row, body} = error;
    // Older versions have a code of their own for resources.
    const code = row === 'resource' && era === 'stateless' ? MCP_ERRORS.parameters.code : body.code;
    return {reply: {jsonrpc: '2.0', id, error: {...body, code}}, fault: row};
  }
}

const accepted = (): Response => new Response(null, {status: 202});

const isRequest = (message: Message): message is Message & {id: Id} => message.id !== null;

function batchError(messages: readonly unknown[], version: string): McpErrorName | null {
  if (version !== BATCHING) return 'batch';
  if (messages.length === 0 || messages.length > BATCH_MESSAGES) return 'batch_size';
  const ids = messages.flatMap((message) => idOf(message) ?? []);
  return new Set(ids).size < ids.length ? 'batch_ids' : null;
}

async function answerBatch(body: readonly unknown[], version: string, asking: Asking): Promise<Response> {
  const error = batchError(body, version);
  if (error) return errorAnswer(error);
  const messages = body.map(messageOf);
  if (messages.includes(null)) return errorAnswer('message');
  const requests = messages.filter((one) => typeof one === 'object' && one !== null).filter(isRequest);
  if (requests.length === 0) return accepted();
  const replies = await Promise.all(requests.map((one) => replyTo(one, 'session', asking)));
  return Response.json(replies.map(({reply}) => reply));
}

/** Answers a body of JSON: 200 with the reply, 202 where none is due, or the error of the whole request. */
export async function answerTo(body: unknown, headerOf: HeaderOf, asking: Asking): Promise<Response> {
  const version = headerOf('mcp-protocol-version')?.trim();
  const message = Array.isArray(body) ? null : messageOf(body);
  const era: Era =
    message && message !== 'response' && isStateless(message, headerOf) ? 'stateless' : 'session';
  const isFirst = message !== 'response' && message?.method === 'initialize';
  const known = era === 'stateless' || isFirst || [...PROTOCOLS, ...STATELESS].includes(version ?? BATCHING);
  if (!known) return errorAnswer('version', idOf(body));
  if (Array.isArray(body)) return answerBatch(body, version ?? BATCHING, asking);
  if (!message) return errorAnswer('message', idOf(body));
  if (message === 'response' || !isRequest(message)) return accepted();
  try {
    if (era === 'stateless') checkStateless(message, headerOf);
  } catch (error) {
    if (error instanceof RpcError) return errorAnswer(error, message.id);
    throw error;
  }
  const {reply, fault} = await replyTo(message, era, asking);
  return Response.json(reply, {status: era === 'stateless' && fault === 'method' ? 404 : 200});
}
