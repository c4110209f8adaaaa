/**
 * What web threads answer: a request goes through a channel to one of them, and its answer comes back. Pages
 * go to the one that has fewest waiting; accounts, OAuth and tools to the one that has them. Their work then
 * never holds up the requests of the API in this thread.
 */
import type {MessagePort} from 'node:worker_threads';
import {LRUCache} from 'lru-cache';
import type {Later, LogFields} from '../api/context.ts';
import {ApiError} from '../api/errors.ts';
import {clientAddress} from '../http/client_address.ts';
import {negotiateEncoding} from '../http/negotiate.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import type {Idle} from './idle.ts';
import {failedPage, languageOfTarget, type PageContext} from './page_maker.ts';
import type {Told} from './respond.ts';

/** A request on its way to a web thread. */
export interface WebRequest {
  id: number;
  request: Pick<HttpRequest, 'method' | 'target' | 'headers' | 'body'>;
  /** Address of the peer of the connection; null for a page, whose address was counted before. */
  peer: string | null;
  /** Address of the client, with whose other requests it is in line. */
  address: string;
  /** Unix epoch milliseconds after which the answer is dropped. */
  until: number;
}

/** What came of it. Nothing of the web is streamed. */
export interface WebAnswer {
  id: number;
  response: Pick<HttpResponse, 'status' | 'headers'> & {body: Uint8Array | string | null};
}

/**
 * Pages that wait for one thread and client address, at most: two seconds of pages of 20 ms. More are
 * refused, since their readers would have gone.
 */
export const MOST_WAITING = 100;

/** Requests of all addresses that wait for one thread. */
const MOST_OF_ALL = 1000;

/**
 * How long they wait at most: twenty passwords may be in line before one. A tool call has a bound of its own.
 */
const ACCOUNTS_MS = 60_000;

/**
 * How long pages wait for a thread where there is none: one that answers requests starts before it has a
 * channel, and one that makes pages and dies is replaced within a second.
 */
export const STARTING_MS = 10_000;

/** Cached refusals: of two builds, in two languages and three codings. */
const MOST_REFUSALS = 12;

/** A request that waits for its answer. */
interface Waiting {
  asked: WebRequest;
  /** Whether another thread may be asked where this one dies: once, and not for what changes something. */
  again: boolean;
  resolve: (response: HttpResponse) => void;
  reject: (error: Error) => void;
}

/** One web thread. */
interface Maker {
  /** Null of what stands for threads that are still to come. */
  port: MessagePort | null;
  /** Whether it has the accounts. */
  hasAccounts: boolean;
  waiting: Map<number, Waiting>;
}

/** A body that was copied from another thread. */
const received = (body: Uint8Array | string | null): HttpResponse['body'] =>
  body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body;

/** The web threads, as a thread that has a socket sees them. */
export class RemoteWeb {
  readonly #told: Told;
  /** Reverse proxies in front. */
  readonly #proxies: number;
  readonly #makers = new Set<Maker>();
  /** Has the requests that came while there was no thread. */
  readonly #early: Maker = {port: null, hasAccounts: true, waiting: new Map()};
  #givingUp: NodeJS.Timeout | undefined;
  readonly #refusals = new LRUCache<string, HttpResponse>({max: MOST_REFUSALS});
  #requests = 0;
  #isClosed = false;

  constructor(
    {origin, basemap = null, ground, contact = null}: Pick<Told, 'origin'> & Partial<Told>,
    proxies = 0,
  ) {
    this.#told = {origin, basemap, contact, ...(ground && {ground})};
    this.#proxies = proxies;
  }

  /**
   * Takes a channel to a thread, which gets what waits for one. When it closes, its requests go to another,
   * and fail if that dies, too.
   */
  add(port: MessagePort, hasAccounts: boolean): void {
    const maker: Maker = {port, hasAccounts, waiting: new Map()};
    this.#makers.add(maker);
    port.on('message', ({id, response: {status, headers, body}}: WebAnswer) => {
      maker.waiting.get(id)?.resolve({status, blocks: [], headers, body: received(body)});
      maker.waiting.delete(id);
    });
    port.once('close', () => {
      this.#makers.delete(maker);
      for (const one of maker.waiting.values()) {
        if (!one.again || this.#isClosed) one.reject(new ApiError('unavailable'));
        else this.#send({...one, again: false});
      }
    });
    for (const one of this.#takeEarly()) this.#send(one);
  }

  /** The thread that a request goes to. */
  #makerOf({peer}: Pick<WebRequest, 'peer'>): Maker {
    const makers = [...this.#makers].filter(({hasAccounts}) => peer === null || hasAccounts);
    return makers.sort((a, b) => a.waiting.size - b.waiting.size)[0] ?? this.#early;
  }

  #takeEarly(): Waiting[] {
    clearTimeout(this.#givingUp);
    this.#givingUp = undefined;
    const {waiting} = this.#early;
    const early = [...waiting.values()];
    waiting.clear();
    return early;
  }

  #refuseEarly(): void {
    for (const {reject} of this.#takeEarly()) reject(new ApiError('unavailable'));
  }

  /** Sends a request to a thread, or to the first that comes. */
  #send(one: Waiting): void {
    const {port, waiting} = this.#makerOf(one.asked);
    waiting.set(one.asked.id, one);
    if (port) port.postMessage(one.asked);
    else this.#givingUp ??= setTimeout(() => this.#refuseEarly(), STARTING_MS);
  }

  /** Answers a request for a page. Never throws or rejects. */
  make(request: HttpRequest, context: PageContext, logFields: LogFields): Later {
    return this.#answer({request, peer: null}, context, logFields);
  }

  /**
   * Answers a request for accounts, OAuth or the tools. Programs get 503 as an error of the API: it throws,
   * or rejects.
   */
  async forward(request: HttpRequest, context: PageContext, logFields: LogFields): Promise<HttpResponse> {
    return this.#answer({request, peer: request.peer?.() ?? 'unknown'}, context, logFields);
  }

  #answer(
    one: Pick<WebRequest, 'peer'> & {request: HttpRequest},
    context: PageContext,
    logFields: LogFields,
  ): Later {
    const waiting = [...this.#makerOf(one).waiting.values()];
    const {peer, headers} = one.request;
    const address = clientAddress(peer?.() ?? 'unknown', headers['x-forwarded-for'], this.#proxies);
    const ofAddress = waiting.filter(({asked}) => asked.address === address).length;
    // Of accounts many wait for a password to be hashed, half a second each.
    const isFull = one.peer === null && ofAddress >= MOST_WAITING;
    const isProgram = one.peer !== null && !headers['accept']?.includes('text/html');
    if (isFull || waiting.length >= MOST_OF_ALL) {
      if (isProgram) throw new ApiError('unavailable');
      return this.#refusal(one.request, context, logFields);
    }
    return this.#ask({...one, address}, context).catch((error) => {
      if (isProgram) throw error;
      return failedPage(error, one.request, context, logFields, this.#told);
    });
  }

  /**
   * The page that refuses, made once for each language: who has too much to do makes no pages for those whom
   * it sends away.
   */
  #refusal({method, target, headers}: HttpRequest, context: PageContext, logFields: LogFields) {
    const language = languageOfTarget(target);
    const coding = negotiateEncoding(headers['accept-encoding']) ?? 'identity';
    const key = [context.builds.info()?.build_id, language, coding].join(' ');
    const known = this.#refusals.get(key);
    if (known) return known;
    const request = {method, target: `/${language}/`, headers: {'accept-encoding': coding}};
    const refusal = failedPage(new ApiError('unavailable'), request, context, logFields, this.#told);
    this.#refusals.set(key, refusal);
    return refusal;
  }

  /**
   * The response of a thread, or of the first that comes; rejects where it takes too long, or the thread
   * ends.
   */
  #ask(
    {request, peer, address}: Pick<WebRequest, 'peer' | 'request' | 'address'>,
    context: PageContext,
  ): Promise<HttpResponse> {
    const {method, target, headers, body} = request;
    const {now} = context;
    // A thread may load its modules first.
    const timeout_ms = peer === null ? STARTING_MS + context.timeout_ms : ACCOUNTS_MS;
    const id = this.#requests++;
    const {promise, resolve, reject} = Promise.withResolvers<HttpResponse>();
    const sent = {method, target, headers, ...(body && {body})};
    const asked: WebRequest = {id, request: sent, peer, address, until: now() + timeout_ms};
    const again = method === 'GET' || method === 'HEAD';
    this.#send({asked, again, resolve, reject});
    const late = setTimeout(() => reject(new ApiError('unavailable')), timeout_ms);
    return promise.finally(() => {
      clearTimeout(late);
      for (const {waiting} of [...this.#makers, this.#early]) waiting.delete(id);
    });
  }

  /** Closes all channels; what waits is refused. */
  close(): void {
    this.#isClosed = true;
    this.#refuseEarly();
    for (const {port} of this.#makers) port?.close();
  }
}

/** A request and the channel that it came through. */
interface Queued {
  port: MessagePort;
  asked: WebRequest;
}

/** Answers one request. Never rejects. */
export type AnswerWeb = (asked: WebRequest) => Promise<WebAnswer['response']>;

/** Half-life of the time that an address has used. */
const HALF_LIFE_MS = 1000;

/** Addresses whose time is known. */
const MOST_ADDRESSES = 1000;

/** How much time each client address took lately, in milliseconds. */
class TimeTaken {
  readonly #taken = new LRUCache<string, {ms: number; at: number}>({max: MOST_ADDRESSES});

  of(address: string): number {
    const known = this.#taken.get(address);
    return known ? known.ms * 0.5 ** ((performance.now() - known.at) / HALF_LIFE_MS) : 0;
  }

  add(address: string, ms: number): void {
    this.#taken.set(address, {ms: this.of(address) + ms, at: performance.now()});
  }
}

/** Takes the request out of the line whose address took least time, the first of several. */
function takeFairly(waiting: Queued[], taken: TimeTaken): Queued | undefined {
  const addresses = new Set(waiting.map(({asked}) => asked.address));
  const times = new Map([...addresses].map((address) => [address, taken.of(address)]));
  const least = Math.min(...times.values());
  const next = waiting.findIndex(({asked}) => times.get(asked.address) === least);
  return waiting.splice(next, 1)[0];
}

/**
 * Answers the requests that come through channels. The address that has used the least time lately goes
 * first, so that one client's requests do not hold up another's. Each page has a turn of the event loop to
 * itself: finished pages are sent before the next is made.
 */
export function answerChannels(
  answerWeb: AnswerWeb,
  {now}: Pick<PageContext, 'now'>,
  idle: Pick<Idle, 'touch'>,
): (port: MessagePort) => void {
  const waiting: Queued[] = [];
  const taken = new TimeTaken();
  const answer = async ({port, asked}: Queued): Promise<void> => {
    if (now() > asked.until) return;
    const began = performance.now();
    const response = await answerWeb(asked);
    taken.add(asked.address, performance.now() - began);
    port.postMessage({id: asked.id, response} satisfies WebAnswer);
    idle.touch();
  };
  const takeNext = (): void => {
    const next = takeFairly(waiting, taken);
    if (waiting.length > 0) setImmediate(takeNext);
    if (next) answer(next);
  };
  return (port) =>
    port.on('message', (asked: WebRequest) => {
      idle.touch();
      waiting.push({port, asked});
      if (waiting.length === 1) setImmediate(takeNext);
    });
}
