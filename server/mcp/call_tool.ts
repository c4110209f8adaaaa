/** Answers a tool call with the API's response to the corresponding request. */
import type {CallToolResult} from '@modelcontextprotocol/sdk/types.js';
import type {Principal} from '../accounts/principal.ts';
import type {ApiContext} from '../api/context.ts';
import {handleForAccount, refuseForAccount} from '../api/dispatch.ts';
import {ApiError} from '../api/errors.ts';
import {SYNTHETIC_NOTICE} from '../api/synthetic.ts';
import {type Arguments, checkArguments, type ToolRequest, toRequest} from './arguments.ts';
import {bodyText} from './body_text.ts';
import {RpcError} from './errors.ts';
import {LISTED_TOOLS, type ListedTool} from './listed_tools.ts';

/** The request that the arguments mean, or the API's error. */
function parseRequest(tool: ListedTool, given: Arguments): ToolRequest | ApiError {
  try {
    return toRequest(tool, given);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * Calls a tool, which counts as one request of the account. Throws the JSON-RPC error of an invalid call (unknown
 * tool or argument, missing argument, wrong type), which is not counted.
 */
export async function callTool(
  name: string,
  asGiven: Arguments,
  principal: Principal,
  context: ApiContext,
): Promise<CallToolResult> {
  const tool = LISTED_TOOLS.get(name);
  if (!tool) throw new RpcError('tool', {name});
  const given = checkArguments(asGiven, tool.listed.inputSchema);
  const request = parseRequest(tool, given);
  const response = await (request instanceof ApiError
    ? refuseForAccount(principal, request, context)
    : handleForAccount(principal, {method: 'GET', target: request.target, headers: {}}, context));
  const text = await bodyText(response);
  const detail = response.headers['X-Error-Detail'];
  const synthetic = context.builds.info()?.synthetic === true;
  const parts = [
    text,
    ...(detail ? [decodeURIComponent(detail)] : []),
    ...(synthetic ? [SYNTHETIC_NOTICE] : []),
  ];
  return {
    content: parts.map((part) => ({type: 'text', text: part})),
    structuredContent: JSON.parse(text),
    ...(response.status === 200 ? {} : {isError: true}),
    ...(synthetic ? {_meta: {synthetic: true}} : {}),
  };
}
