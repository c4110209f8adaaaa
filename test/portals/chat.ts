/** A fake OpenAI-compatible endpoint: answers from the text of the bill, unless configured otherwise. */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {type Server, sendJson, startServer} from './server.ts';

/** What becomes of one request. `content`: the answer of the model. */
export type Turn =
  | {content: string; finish?: string}
  | {status: number; headers?: Record<string, string>; body?: unknown}
  | {body: string}
  | {reset: true}
  | {hold: true};

interface Question {
  model: string;
  messages: {role: string; content: string}[];
}

export interface ChatServer extends Server {
  /** Taken one by one, a request each; without one the answer is sound. */
  turns: Turn[];
  questions: (Question & {authorization: string | undefined})[];
}

/** The answer to the question about a text. */
export const soundAnswer = (text: string): string =>
  JSON.stringify({
    summary: `Says: ${text.slice(0, 40)}`,
    key_points: [`It has ${text.length} characters.`],
    affected_sectors: ['health'],
  });

/** Text of the bill that a question is about. */
export const textIn = ({messages}: Question): string =>
  /<bill>\n([\s\S]*)\n<\/bill>/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';

/** Starts the endpoint at `<base>/v1`. */
export async function startChat(): Promise<ChatServer> {
  const turns: Turn[] = [];
  const questions: ChatServer['questions'] = [];
  const server = await startServer(async (request, url, response) => {
    if (url.pathname !== '/v1/chat/completions' || request.method !== 'POST') {
      return void sendJson(response, 404, {error: {message: 'no such route'}});
    }
    const question = JSON.parse(await bodyOf(request)) as Question;
    questions.push({...question, authorization: request.headers.authorization});
    answer(response, turns.shift() ?? {content: soundAnswer(textIn(question))});
  });
  return {...server, turns, questions};
}

function answer(response: ServerResponse, turn: Turn): void {
  if ('reset' in turn) return void response.socket?.resetAndDestroy();
  if ('hold' in turn) return;
  if ('status' in turn) {
    for (const [name, value] of Object.entries(turn.headers ?? {})) response.setHeader(name, value);
    return void sendJson(response, turn.status, turn.body ?? {error: {message: 'not now'}});
  }
  if ('body' in turn) return void response.writeHead(200).end(turn.body);
  const message = {role: 'assistant', content: turn.content};
  sendJson(response, 200, {
    choices: [{index: 0, message, finish_reason: turn.finish ?? 'stop'}],
    usage: {prompt_tokens: 60, completion_tokens: 40, total_tokens: 100},
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
