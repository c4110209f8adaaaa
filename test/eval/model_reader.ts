/** A language model as reader: it gets the tools and the question, and nothing else of the evaluation. */
import {complete, type Endpoint, type FunctionTool, type Message, type ToolCall} from './chat.ts';
import type {ToolSession} from './tool_session.ts';
import {type Answer, type Arguments, type Call, type Found, isAnswer, type Reader} from './types.ts';

/** Most calls of tools for one question. */
export const MOST_MODEL_CALLS = 12;

const ORDER = `Answer the question of a journalist by calls of the tools; at most ${MOST_MODEL_CALLS} are possible.
End with one line of JSON and nothing behind it: {"answer": ...} with a number, a text or a list of them. Names are written
as the tools give them, in one language; days are YYYY-MM-DD. The answer is null where the data cannot know it, where there is
no such thing, or where no values are published; it is 0 only where the data shows that there are none.`;

const toolsOf = ({tools}: ToolSession): FunctionTool[] =>
  tools.map(({name, description, inputSchema}) => ({
    type: 'function',
    function: {name, description, parameters: inputSchema},
  }));

/** The answer in the last JSON object of a text; undefined for none. */
export function answerIn(text: string): Answer | undefined {
  for (let at = text.lastIndexOf('{'); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('{', at - 1)) {
    try {
      const {answer} = JSON.parse(text.slice(at, text.lastIndexOf('}') + 1)) as {answer?: unknown};
      return isAnswer(answer) ? answer : undefined;
    } catch {
      // An earlier brace may begin it.
    }
  }
  return undefined;
}

/** The arguments of a call; null where the model wrote no JSON object. */
function argumentsOf({function: {arguments: text}}: ToolCall): Arguments | null {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Arguments) : null;
  } catch {
    return null;
  }
}

/** What the model gets for a call. */
async function answered(session: ToolSession, call: ToolCall, calls: Call[]): Promise<string> {
  if (calls.length >= MOST_MODEL_CALLS) return 'No calls are left: answer now.';
  const given = argumentsOf(call);
  if (given === null) return 'The arguments are no JSON object.';
  const {name} = call.function;
  try {
    const {text, bytes} = await session.call(name, given);
    calls.push({tool: name, arguments: given, bytes});
    return text;
  } catch (error) {
    calls.push({tool: name, arguments: given, bytes: 0});
    return error instanceof Error ? error.message : String(error);
  }
}

/** Turns of the model: each has a call or is the last, and calls that are no longer made end them, too. */
const MOST_TURNS = MOST_MODEL_CALLS + 4;

export const modelReader = (session: ToolSession, endpoint: Endpoint): Reader => {
  const tools = toolsOf(session);
  return async ({words}): Promise<Found> => {
    const calls: Call[] = [];
    const messages: Message[] = [
      {role: 'system', content: `${session.instructions}\n\n${ORDER}`},
      {role: 'user', content: words},
    ];
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const left = calls.length < MOST_MODEL_CALLS;
      const message = await complete(endpoint, messages, tools, left ? 'auto' : 'none');
      const asked = message.tool_calls ?? [];
      if (asked.length === 0) {
        const answer = answerIn(message.content ?? '');
        if (answer !== undefined) return {answer, calls};
        return {answer: '', calls, why: `no answer in: ${(message.content ?? '').slice(-200)}`};
      }
      messages.push(message);
      for (const call of asked)
        messages.push({role: 'tool', tool_call_id: call.id, content: await answered(session, call, calls)});
    }
    return {answer: '', calls, why: `no answer in ${MOST_TURNS} turns`};
  };
};
