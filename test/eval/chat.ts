/**
 * A chat completion endpoint with tools, as many programs offer one: requests, retries, and what a reply
 * says.
 */
import {setTimeout} from 'node:timers/promises';

export interface Endpoint {
  /** Address of the chat completions. */
  url: string;
  model: string;
  /** Sent as a bearer token; empty: none. */
  key: string;
}

export interface ToolCall {
  id: string;
  function: {name: string; arguments: string};
}

export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_calls?: readonly ToolCall[];
  tool_call_id?: string;
}

export interface FunctionTool {
  type: 'function';
  function: {name: string; description?: string | undefined; parameters: object};
}

const PATH = '/chat/completions';

/**
 * The endpoint of EVAL_URL, EVAL_MODEL and EVAL_KEY; null where none is named. Throws for what is no address.
 */
export function endpointOf(env: Record<string, string | undefined>): Endpoint | null {
  const [address, model] = [env['EVAL_URL']?.trim(), env['EVAL_MODEL']?.trim()];
  if (!address || !model) return null;
  const url = URL.parse(address);
  // The value is not shown: it may contain a key.
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('EVAL_URL is no http or https address');
  if (!url.pathname.endsWith(PATH)) url.pathname = url.pathname.replace(/\/$/, '') + PATH;
  return {url: url.href, model, key: env['EVAL_KEY']?.trim() ?? ''};
}

const ANSWER_MS = 300_000;
const TRIES = 4;
const FIRST_WAIT_MS = 500;

const isLater = (status: number): boolean => status === 408 || status === 429 || status >= 500;

async function send({url, key}: Endpoint, body: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body,
    headers: {'Content-Type': 'application/json', ...(key ? {Authorization: `Bearer ${key}`} : {})},
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

/** The message that the model answers; throws where the endpoint refuses, or fails again and again. */
export async function complete(
  endpoint: Endpoint,
  messages: readonly Message[],
  tools: readonly FunctionTool[],
  tool_choice: 'auto' | 'none',
): Promise<Message> {
  const body = JSON.stringify({model: endpoint.model, messages, tools, tool_choice});
  for (let tries = 1; ; tries++) {
    const response = await send(endpoint, body);
    const text = await response.text();
    if (response.ok) {
      const message = (JSON.parse(text) as {choices?: {message?: Message}[]}).choices?.[0]?.message;
      if (!message) throw new Error(`the endpoint answered no message: ${text.slice(0, 200)}`);
      return message;
    }
    if (!isLater(response.status) || tries === TRIES)
      throw new Error(`the endpoint answered ${response.status}: ${text.slice(0, 200)}`);
    await setTimeout(FIRST_WAIT_MS * 2 ** tries);
  }
}
