/** Answers a call of a tool as the API answers the request that it means. */
import type {CallToolResult} from '@modelcontextprotocol/sdk/types.js';
import type {KeyHolder} from '../accounts/holder.ts';
import type {Context} from '../api/context.ts';
import {handleFor, refuseFor} from '../api/dispatch.ts';
import {ApiError} from '../api/errors.ts';
import {type Arguments, type Asking, asking, checkArguments} from './arguments.ts';
import {bodyText} from './body.ts';
import {RpcError} from './errors.ts';
import {OFFERED, type Offered} from './tools.ts';

/** Most names of unknown arguments that a result tells. */
const MOST_IGNORED = 20;

/** What the arguments mean, or the API's refusal of them. */
function meant(offered: Offered, given: Arguments): Asking | ApiError {
  try {
    return asking(offered, given);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * The result of a call, which counts as one request of the account. Throws the JSON-RPC error of a call that is none:
 * an unknown tool, a missing argument, a wrong type; such a call does not count.
 */
export async function call(
  name: string,
  given: Arguments,
  holder: KeyHolder,
  context: Context,
): Promise<CallToolResult> {
  const offered = OFFERED.get(name);
  if (!offered) throw new RpcError('tool', {name});
  checkArguments(given, offered.listed.inputSchema);
  const asked = meant(offered, given);
  const response = await (asked instanceof ApiError
    ? refuseFor(holder, asked, context)
    : handleFor(holder, {method: 'GET', target: asked.target, headers: {}}, context));
  const text = await bodyText(response);
  const ignored = asked instanceof ApiError ? [] : asked.ignored.slice(0, MOST_IGNORED);
  return {
    content: [{type: 'text', text}],
    structuredContent: JSON.parse(text),
    ...(response.status === 200 ? {} : {isError: true}),
    ...(ignored.length > 0 ? {_meta: {ignored_arguments: ignored}} : {}),
  };
}
