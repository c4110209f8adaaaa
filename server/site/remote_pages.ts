/**
 * Pages that other threads make: a request goes through a channel to the one that has fewest waiting, and its answer comes back. Work for
 * pages then never holds up the requests of the API in this thread.
 */
import type {MessagePort} from 'node:worker_threads';
import type {Answer} from '../../engine/types.ts';
import type {LogFields} from '../api/context.ts';
import {ApiError} from '../api/errors.ts';
import {withTimeout} from '../api/with_timeout.ts';
import {negotiateEncoding} from '../http/negotiate.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import type {Told} from './frame.ts';
import type {Idle} from './idle.ts';
import {failedPage, languageOf, type PageContext, type PageMaker} from './page_maker.ts';

/** A request on its way to the thread that makes its page. */
export interface PageRequest {
  id: number;
  request: Pick<HttpRequest, 'method' | 'target' | 'headers'>;
  /** Unix epoch milliseconds after which nobody waits for it. */
  until: number;
}

/** What came of it. Pages are never streamed. */
export interface PageAnswer {
  id: number;
  response: Pick<HttpResponse, 'status' | 'headers'> & {body: Uint8Array | string | null};
}

/** Pages that wait for one thread, at most: two seconds of pages of 20 ms. More are refused, since their readers would have gone. */
export const MOST_WAITING = 100;

/**
 * How long pages wait for a thread where there is none: one that answers requests starts before it has a channel, and one that makes
 * pages and dies is replaced within a second.
 */
export const STARTING_MS = 5000;

/** Refusals that are kept: of two builds, in two languages and three codings. */
const MOST_REFUSALS = 12;

/** A request that waits for its page. */
interface Waiting {
  asked: PageRequest;
  /** Whether a thread died of it, or beside it. */
  again: boolean;
  resolve: (response: HttpResponse) => void;
  reject: (error: Error) => void;
}

/** One thread that makes pages. */
interface Maker {
  port: MessagePort;
  waiting: Map<number, Waiting>;
}

/** A body that was copied from another thread. */
const received = (body: Uint8Array | string | null): HttpResponse['body'] =>
  body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body;

/** The threads that make pages, as one that has a socket sees them. */
export class RemotePages implements PageMaker {
  readonly #told: Told;
  readonly #makers = new Set<Maker>();
  /** Requests that came while there was no thread. */
  readonly #early = new Map<number, Waiting>();
  #givingUp: NodeJS.Timeout | undefined;
  readonly #refusals = new Map<string, Answer<HttpResponse>>();
  #requests = 0;
  #isClosed = false;

  constructor({origins, basemap = null}: {origins: Told['origins']; basemap?: Told['basemap']}) {
    this.#told = {origins, basemap};
  }

  /** Takes a channel to a thread, which gets what waits for one. When it closes, its requests go to another, and fail if that dies, too. */
  add(port: MessagePort): void {
    const maker: Maker = {port, waiting: new Map()};
    this.#makers.add(maker);
    port.on('message', ({id, response}: PageAnswer) => {
      const {status, headers, body} = response;
      maker.waiting.get(id)?.resolve({status, blocks: [], headers, body: received(body)});
      maker.waiting.delete(id);
    });
    port.once('close', () => {
      this.#makers.delete(maker);
      for (const one of maker.waiting.values()) {
        if (one.again || this.#isClosed) one.reject(new ApiError('unavailable'));
        else this.#send(this.#leastBusy(), {...one, again: true});
      }
    });
    for (const one of this.#takeEarly()) this.#send(maker, one);
  }

  #leastBusy(): Maker | undefined {
    return [...this.#makers].sort((a, b) => a.waiting.size - b.waiting.size)[0];
  }

  #takeEarly(): Waiting[] {
    clearTimeout(this.#givingUp);
    this.#givingUp = undefined;
    const early = [...this.#early.values()];
    this.#early.clear();
    return early;
  }

  #refuseEarly(): void {
    for (const {reject} of this.#takeEarly()) reject(new ApiError('unavailable'));
  }

  /** Sends a request to a thread, or to the first that comes. */
  #send(maker: Maker | undefined, one: Waiting): void {
    if (maker) {
      maker.waiting.set(one.asked.id, one);
      maker.port.postMessage(one.asked);
      return;
    }
    this.#early.set(one.asked.id, one);
    this.#givingUp ??= setTimeout(() => this.#refuseEarly(), STARTING_MS);
  }

  make: PageMaker['make'] = (request, context, logFields) => {
    const maker = this.#leastBusy();
    const {size} = maker?.waiting ?? this.#early;
    if (size >= MOST_WAITING) return this.#refusal(request, context, logFields);
    return this.#ask(maker, request, context).catch((error) =>
      failedPage(error, request, context, logFields, this.#told),
    );
  };

  /** The page that refuses, made once for each language: who has too much to do makes no pages for those whom it sends away. */
  #refusal({method, target, headers}: HttpRequest, context: PageContext, logFields: LogFields) {
    const language = languageOf(target);
    const coding = negotiateEncoding(headers['accept-encoding']) ?? 'identity';
    const key = [context.builds.info()?.build_id, language, coding].join(' ');
    const known = this.#refusals.get(key);
    if (known) return known;
    const request = {method, target: `/${language}/`, headers: {'accept-encoding': coding}};
    const refusal = failedPage(new ApiError('unavailable'), request, context, logFields, this.#told);
    if (this.#refusals.size >= MOST_REFUSALS) this.#refusals.clear();
    this.#refusals.set(key, refusal);
    return refusal;
  }

  /** The response of a thread, or of the first that comes; rejects where it takes too long, or the thread ends. */
  #ask(
    maker: Maker | undefined,
    {method, target, headers}: HttpRequest,
    {now, timeout_ms}: PageContext,
  ): Promise<HttpResponse> {
    const id = this.#requests++;
    const {promise, resolve, reject} = Promise.withResolvers<HttpResponse>();
    const asked: PageRequest = {id, request: {method, target, headers}, until: now() + timeout_ms};
    this.#send(maker, {asked, again: false, resolve, reject});
    return withTimeout(timeout_ms, promise).finally(() => {
      this.#early.delete(id);
      for (const {waiting} of this.#makers) waiting.delete(id);
    });
  }

  /** Closes all channels; what waits is refused. */
  close(): void {
    this.#isClosed = true;
    this.#refuseEarly();
    for (const {port} of this.#makers) port.close();
  }
}

/** A request and the channel that it came through. */
interface Queued {
  port: MessagePort;
  asked: PageRequest;
}

/**
 * Answers the requests that come through channels, in their order. Each page has a turn of the event loop to itself: where several wait, those
 * that are ready leave before the next is made, and not behind the last.
 */
export function pageAnswers(
  maker: PageMaker,
  context: PageContext,
  idle: Pick<Idle, 'touch'>,
): (port: MessagePort) => void {
  const waiting: Queued[] = [];
  const answer = async ({port, asked: {id, request, until}}: Queued): Promise<void> => {
    if (context.now() > until) return;
    const {status, headers, body} = await maker.make({...request}, context, {route: 'site', key: null});
    const response = {status, headers, body: body as PageAnswer['response']['body']};
    port.postMessage({id, response} satisfies PageAnswer);
    idle.touch();
  };
  const takeNext = (): void => {
    const next = waiting.shift();
    if (waiting.length > 0) setImmediate(takeNext);
    if (next) answer(next);
  };
  return (port) =>
    port.on('message', (asked: PageRequest) => {
      idle.touch();
      waiting.push({port, asked});
      if (waiting.length === 1) setImmediate(takeNext);
    });
}
