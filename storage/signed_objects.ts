/** Reads objects by signed requests: repeated after errors that may pass, with growing waits. */
import {setTimeout} from 'node:timers/promises';
import {type Answer, HttpReader} from './http_reader.ts';
import type {ObjectReader} from './object_store.ts';
import type {SignGet} from './signed_request.ts';
import {storeError} from './store_error.ts';

/** Attempts of a request after timeouts, resets and 5xx. */
export const ATTEMPTS = 5;

const FIRST_WAIT_MS = 100;

/** Bytes of an error's text that are read. */
const MOST_TEXT = 16 << 10;

/** A store that is busy, or broken for the moment. */
const mayPass = (status: number): boolean => status >= 500 || status === 429;

/** Name and message that an answer states in XML. */
async function toldBy({status, body}: Answer): Promise<{status: number; name: string; message: string}> {
  let text = '';
  try {
    for await (const piece of body) {
      text += Buffer.from(piece).toString();
      if (text.length > MOST_TEXT) break;
    }
  } catch {
    // The status says enough.
  }
  const [, name = ''] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
  const [, message = ''] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  return {status, name: name || `status ${status}`, message};
}

export class SignedObjects implements ObjectReader {
  readonly location: string;
  readonly #sign: SignGet;
  readonly #reader = new HttpReader();

  constructor(location: string, sign: SignGet) {
    this.location = location;
    this.#sign = sign;
  }

  /** An attempt: its answer, or why it shall be repeated. */
  async #attempt(key: string, from: number): Promise<Answer | Error> {
    const request = await this.#sign(key, from);
    const answer = await this.#reader.get(request).catch((error: Error) => error);
    if (answer instanceof Error) {
      return this.#broken(key, answer);
    }
    return mayPass(answer.status) ? this.#failed(key, await toldBy(answer)) : answer;
  }

  #failed(key: string, told: Parameters<typeof storeError>[2], cause?: unknown): Error {
    return storeError(this.location, `reading ${key}`, told, cause);
  }

  #broken(key: string, error: NodeJS.ErrnoException): Error {
    const {message, code, name} = error;
    return this.#failed(key, {status: 0, name: code ?? name, message}, error);
  }

  async open(key: string, from: number): Promise<AsyncIterable<Uint8Array> | null> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(key, from);
      if (!(answer instanceof Error)) return this.#bodyOf(key, from, answer);
      if (attempt === ATTEMPTS) throw answer;
      await setTimeout(FIRST_WAIT_MS * 2 ** attempt * Math.random());
    }
  }

  async #bodyOf(key: string, from: number, answer: Answer): Promise<AsyncIterable<Uint8Array> | null> {
    if (answer.status !== 200 && answer.status !== 206) {
      const told = await toldBy(answer);
      if (told.status === 404 && told.name !== 'NoSuchBucket') return null;
      throw this.#failed(key, told);
    }
    if (from > 0 && !answer.headers.get('content-range')?.startsWith(`bytes ${from}-`)) {
      answer.discard();
      const message = `the store answers no range from byte ${from}`;
      throw this.#failed(key, {status: answer.status, name: '', message});
    }
    return this.#explained(key, answer.body);
  }

  /** A break tells what was read, as other errors do. */
  async *#explained(key: string, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      throw this.#broken(key, error as NodeJS.ErrnoException);
    }
  }

  close(): void {
    this.#reader.close();
  }
}
