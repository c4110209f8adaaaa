/** Answers a tool call with the API's response to the corresponding request. */
import type {CallToolResult} from '@modelcontextprotocol/sdk/types.js';
import type {Principal} from '../accounts/principal.ts';
import type {ApiContext} from '../api/context.ts';
import {handleForAccount, readUncounted} from '../api/dispatch.ts';
import {ApiError} from '../api/errors.ts';
import {SYNTHETIC_NOTICE} from '../api/synthetic.ts';
import {bodyText} from '../http/body_text.ts';
import type {HttpResponse} from '../http/types.ts';
import {absentNotes} from './absent_note.ts';
import {ArgumentError} from './argument_error.ts';
import {type Arguments, type ToolRequest, toRequest} from './arguments.ts';
import {cutToSize} from './cut_to_size.ts';
import {RpcError} from './errors.ts';
import {inToolWords} from './hints.ts';
import {LISTED_TOOLS, type ListedTool} from './listed_tools.ts';
import {placedRows, pointColumns} from './places.ts';
import {spentNote} from './spent_note.ts';

/** The JSON of an answer, what has to be said besides, and whether it is an error. */
interface Told {
  text: string;
  notes: readonly string[];
  isError: boolean;
}

const refusal = (message: string): Told => ({
  text: JSON.stringify({error: {code: 'BAD_REQUEST', message}}),
  notes: [],
  isError: true,
});

/** The request that the arguments mean, or what is wrong with them. */
function parseRequest(tool: ListedTool, given: Arguments): ToolRequest | Told {
  try {
    return toRequest(tool, given);
  } catch (error) {
    if (error instanceof ArgumentError || error instanceof ApiError) return refusal(error.message);
    throw error;
  }
}

/** An error of the API in the words of the tools. */
async function toldError(response: HttpResponse, principal: Principal, context: ApiContext): Promise<Told> {
  const detail = response.headers['X-Error-Detail'];
  const spent = response.status === 429 ? [await spentNote(principal, context)] : [];
  const text = inToolWords(await bodyText(response));
  return {
    text,
    notes: [...(detail ? [inToolWords(decodeURIComponent(detail))] : []), ...spent],
    isError: true,
  };
}

/** Said where nothing matches: it may be a matter of spelling, or of years without data. */
const NOTHING =
  'Nothing matches. list_values tells how values are written, list_sources from when to when the data is.';

/** Said where one word means several public bodies, whose records are counted together. */
const SEVERAL =
  'Several public bodies match (meta.matched), and their records are counted together. For one of them alone, filter by the key that stands beside it.';

// Inside a text the quotes would be escaped.
const hasSeveral = (text: string): boolean => text.includes('"matched":[{"key"');

const EMPTY_LIST = '{"data":[],"meta":{"total":0}}';

const isEmpty = (text: string): boolean => /^\{"data":\[\],"meta":\{"total":0[,}]/.test(text);

async function answered(request: ToolRequest, principal: Principal, context: ApiContext): Promise<Told> {
  const isPlaced = 'lat' in pointColumns(request.variant.operation.route);
  const get = (target: string) => ({
    method: 'GET',
    target: isPlaced ? `${target}&format=geojson` : target,
    headers: {},
  });
  const textOf = async (answer: HttpResponse) => {
    const text = await bodyText(answer);
    return isPlaced ? placedRows(text) : text;
  };
  const response = await handleForAccount(principal, get(request.target), context);
  if (response.status !== 200) return toldError(response, principal, context);
  const whole = await textOf(response);
  /** Text of a further answer; of one that fails `otherwise`. */
  const read = async (target: string, otherwise: string) => {
    const again = await readUncounted(principal, get(target), context);
    return again.status === 200 ? textOf(again) : otherwise;
  };
  // A second reading that fails leaves the first, which is only too long.
  const {text, notes} = await cutToSize(whole, request, (target) => read(target, whole));
  const absent = await absentNotes(text, request, (target) => read(target, EMPTY_LIST));
  const several = hasSeveral(text) ? [SEVERAL] : [];
  return {text, notes: [...(isEmpty(text) ? [NOTHING] : [...notes, ...absent]), ...several], isError: false};
}

/**
 * Calls a tool, which counts as one request of the account unless its arguments are refused. Throws the
 * JSON-RPC error of an unknown tool, which is not counted either.
 */
export async function callTool(
  name: string,
  given: Arguments,
  principal: Principal,
  context: ApiContext,
): Promise<CallToolResult> {
  const tool = LISTED_TOOLS.get(name);
  if (!tool) throw new RpcError('tool', {name});
  const request = parseRequest(tool, given);
  const {text, notes, isError} = 'target' in request ? await answered(request, principal, context) : request;
  const synthetic = context.builds.info()?.synthetic === true;
  const parts = [text, ...notes, ...(synthetic ? [SYNTHETIC_NOTICE] : [])];
  return {
    content: parts.map((part) => ({type: 'text', text: part})),
    // A client holds it to the schema of the answer, which an error has not.
    ...(isError ? {isError: true} : {structuredContent: JSON.parse(text)}),
    ...(synthetic && {_meta: {synthetic: true}}),
  };
}

/** The code of the error that a result is. */
export const toolErrorCode = ({content}: CallToolResult): string => {
  const [first] = content;
  return first?.type === 'text' ? String(JSON.parse(first.text).error?.code) : '';
};
