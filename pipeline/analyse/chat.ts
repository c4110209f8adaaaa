/**
 * Client of an OpenAI-compatible chat endpoint that distinguishes transient, per-question and fatal errors.
 */
import {Agent, request} from 'undici';
import type {Settings} from '../../datasets/settings.ts';
import {firstBytes} from '../fetch/http.ts';
import {asTransient, retryAfterMs, TransientError} from '../fetch/retry.ts';
import {messageOf} from '../runtime/errors.ts';
import {isObject, parseObject} from '../runtime/unknown_json.ts';
import type {Message} from './prompt.ts';

export interface Endpoint {
  /** Address of the chat completions. */
  url: string;
  key: string;
  model: string;
}

export interface Reply {
  content: string;
  /** Null where the endpoint does not report it. */
  tokens: number | null;
}

/** The endpoint does not answer, or rejects this client: other bills would fail as well. */
export class EndpointError extends Error {
  override name = 'EndpointError';
}

/** The endpoint rejects this question, or its answer is unusable. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

export interface Chat {
  /** Throws TransientError, NoAnswer or EndpointError. Neither answers nor error messages contain the key. */
  ask: (messages: readonly Message[]) => Promise<Reply>;
  host: string;
  close: () => Promise<void>;
}

const PATH = '/chat/completions';
/** Timeout of the first byte, and between two chunks of the body. */
const ANSWER_MS = 300_000;
const CONNECT_MS = 30_000;
const LONGEST_ANSWER = 1_000_000;
/** Most characters of the endpoint's error message that ours quotes. */
const SHOWN = 200;
/** Shorter keys are not masked in messages. */
const SECRET = 8;
/** Statuses that concern this question only; every other rejection concerns all questions. */
const OF_THE_QUESTION = new Set([400, 413, 422]);
const LATER = new Set([408, 425, 429]);

/** The endpoint that the settings name, or null. Throws for an invalid address. */
export function endpointOf({ANALYSE_URL, ANALYSE_KEY, ANALYSE_MODEL}: Settings): Endpoint | null {
  if (!ANALYSE_URL || !ANALYSE_MODEL) return null;
  const url = URL.canParse(ANALYSE_URL) ? new URL(ANALYSE_URL) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    // The value is not shown: it may contain a key.
    throw new Error(
      'setting ANALYSE_URL is no http or https address without a name and password: correct the environment, a key goes into ANALYSE_KEY',
    );
  }
  if (!url.pathname.endsWith(PATH)) url.pathname = url.pathname.replace(/\/$/, '') + PATH;
  return {url: url.href, key: ANALYSE_KEY, model: ANALYSE_MODEL};
}

/** Opens the endpoint; close it to let the process end. */
export function openChat({url, key, model}: Endpoint, now_ms: () => number = Date.now): Chat {
  const agent = new Agent({
    connect: {timeout: CONNECT_MS},
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
  });
  // A shorter key is no secret and might be an ordinary word.
  const hidden = (text: string): string => (key.length >= SECRET ? text.replaceAll(key, '***') : text);
  const {host, origin, pathname} = new URL(url);
  const where = `${origin}${pathname}`;

  async function send(messages: readonly Message[]): Promise<Reply> {
    const answer = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key ? {authorization: `Bearer ${key}`} : {}),
      },
      body: JSON.stringify({model, messages, response_format: {type: 'json_object'}}),
    });
    const {statusCode: status, headers} = answer;
    const bytes = await firstBytes(answer.body, LONGEST_ANSWER + 1);
    if (bytes.length > LONGEST_ANSWER) throw new NoAnswer(`an answer of more than ${LONGEST_ANSWER} bytes`);
    const text = bytes.toString('utf8');
    if (status === 200) return replyIn(text, hidden);
    const detail = messageIn(text, hidden);
    if (LATER.has(status) || status >= 500) {
      const retry = headers['retry-after'];
      throw new TransientError(
        `HTTP ${status}${detail}`,
        retryAfterMs(Array.isArray(retry) ? retry[0] : retry, now_ms()),
      );
    }
    if (OF_THE_QUESTION.has(status)) throw new NoAnswer(`HTTP ${status}${detail}`);
    throw new EndpointError(
      `${where} answers HTTP ${status}${detail}: correct ANALYSE_URL, ANALYSE_KEY or ANALYSE_MODEL`,
    );
  }

  return {
    host,
    close: () => agent.close(),
    async ask(messages) {
      try {
        return await send(messages);
      } catch (error) {
        if (error instanceof NoAnswer || error instanceof EndpointError) throw error;
        const transient = asTransient(error);
        if (transient) throw transient;
        const problem = hidden(messageOf(error));
        throw new EndpointError(`${where} cannot be asked: ${problem}; correct ANALYSE_URL or ANALYSE_KEY`);
      }
    },
  };
}

function replyIn(text: string, hidden: (text: string) => string): Reply {
  const {choices, usage} = parseObject(text) ?? {};
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  const {message, finish_reason} = isObject(first) ? first : {};
  const content = isObject(message) ? message['content'] : null;
  if (finish_reason === 'length') throw new NoAnswer('the answer was cut at the limit of the model');
  if (typeof content !== 'string')
    throw new NoAnswer(`the answer holds no message: "${hidden(text).slice(0, SHOWN)}"`);
  const total = isObject(usage) ? usage['total_tokens'] : null;
  return {content: hidden(content), tokens: typeof total === 'number' ? total : null};
}

/** The endpoint's own error message, where it sends one. */
function messageIn(text: string, hidden: (text: string) => string): string {
  const error = parseObject(text)?.['error'];
  const message = isObject(error) ? error['message'] : error;
  return typeof message === 'string' ? ` (${hidden(message).slice(0, SHOWN)})` : '';
}
