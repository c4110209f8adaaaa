/** HTTP client for publishers: one connection pool, limits per host and in total, redirects, retries. */
import {setTimeout as delay} from 'node:timers/promises';
import pLimit, {type LimitFunction} from 'p-limit';
import {Agent, request} from 'undici';
import {isPrivateUrl, lookupOutside, PrivateAddressError} from '../../builds/private_addresses.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import type {Emit} from '../runtime/events.ts';
import {Cookies} from './cookies.ts';
import {byHand, codeOf, FetchError, NotFoundError, type Target} from './errors.ts';
import {extraCertificates, positive, userAgent} from './http_settings.ts';
import {asTransient, backoffMs, retryAfterMs, TransientError} from './retry.ts';
import {politeness} from './robots.ts';

/** One GET. `headers` is called before every attempt: a resumed one sends another Range. */
export interface HttpRequest extends Target {
  headers: () => Record<string, string>;
  emit: Emit;
  signal?: AbortSignal;
  /** Bytes saved so far; an attempt that saves more resets the failure count. */
  bytesSaved?: () => number;
  /**
   * Attempts for a request that overloads the server, where fewer than usual: a smaller request will follow.
   */
  heavy_tries?: number;
}

/** Status 200, 206, 304 or 416, with the body still unread. */
export interface HttpResponse {
  status: number;
  /** Final address, after all redirects. */
  url: string;
  header: (name: string) => string | undefined;
  body: AsyncIterable<Uint8Array>;
}

export interface HttpClient {
  /**
   * GETs until `accept` succeeds. `accept` throws TransientError to retry with fresh headers. Throws
   * FetchError, or the abort reason once the signal is aborted.
   */
  get: <T>(ask: HttpRequest, accept: (answer: HttpResponse) => Promise<T>) => Promise<T>;
  max_bytes: number;
  /** Milliseconds since 1970. */
  clock: () => number;
  close: () => Promise<void>;
}

/** Clock, sleep and randomness; tests inject their own. */
export interface Timing {
  clock: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
}

const REAL: Timing = {
  clock: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, {signal}),
  random: Math.random,
};

const REDIRECTS = 5;
const CONNECT_MS = 30_000;
const READABLE = new Set([200, 206, 304, 416]);
const REDIRECT = new Set([301, 302, 303, 307, 308]);
/** 202: Socrata is still preparing the response. */
const LATER = new Set([202, 408, 425, 429]);
/** Longest wait for a robots.txt, and the characters of it that count (RFC 9309). */
const [ROBOTS_MS, ROBOTS_LENGTH] = [10_000, 500 * 1024];

type Accept<T> = (answer: HttpResponse) => Promise<T>;

/**
 * Creates the client that the settings describe; close it to let the process end. `isInside` says to which
 * addresses no redirect may lead.
 */
export function createHttpClient(
  all: Settings,
  timing: Partial<Timing> = {},
  isInside: (url: URL) => Promise<boolean> = isPrivateUrl,
): HttpClient {
  const effects = {...REAL, ...timing};
  const retries = numeric(all, 'FETCH_RETRIES');
  const stall_ms = numeric(all, 'FETCH_STALL_MS');
  const timeout = Math.min(CONNECT_MS, stall_ms);
  const connect = {timeout, ...extraCertificates(all.EXTRA_CA)};
  const agent = new Agent({connect});
  const outside = new Agent({connect: {...connect, lookup: lookupOutside}});
  const slot = slots(positive(all, 'FETCH_TOTAL'), positive(all, 'FETCH_PER_HOST'));
  const {clock} = effects;
  const hop: Hop = {agent, outside, isInside, slot, stall_ms, user_agent: userAgent(all), clock};
  const turn = politeness((target) => readRobots(hop, target), effects);
  const attempt = async <T>(ask: HttpRequest, accept: Accept<T>): Promise<T> => {
    await turn(ask);
    return followRedirects(hop, ask, accept);
  };
  return {
    get: (ask, accept) => withRetries(ask, () => attempt(ask, accept), retries, effects),
    clock: effects.clock,
    max_bytes: numeric(all, 'FETCH_MAX_BYTES'),
    close: async () => {
      await Promise.all([agent.close(), outside.close()]);
    },
  };
}

/** The text of a robots.txt; throws where there is none. */
function readRobots(hop: Hop, target: Target): Promise<string> {
  const ask = {...target, headers: () => ({}), emit: () => undefined, signal: AbortSignal.timeout(ROBOTS_MS)};
  return followRedirects(hop, ask, async ({body}) =>
    (await firstBytes(body, ROBOTS_LENGTH)).toString('latin1'),
  );
}

/**
 * Runs work as soon as its host and the client as a whole have a free slot; stops waiting when the signal
 * aborts. Work that has begun sees the signal itself and is awaited, so that nothing writes to an abandoned
 * file.
 */
function slots(most: number, mostPerHost: number) {
  const total = pLimit(most);
  const hosts = new Map<string, LimitFunction>();
  return <T>(host: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    const limit = hosts.get(host) ?? pLimit(mostPerHost);
    hosts.set(host, limit);
    // A queued task cannot be withdrawn: it ends when its turn comes.
    const {promise, resolve, reject} = Promise.withResolvers<T>();
    const stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop);
    const begin = () => {
      signal?.removeEventListener('abort', stop);
      signal?.throwIfAborted();
      return work();
    };
    limit(() => total(begin)).then(resolve, reject);
    return promise;
  };
}

/** What one request of a redirect chain needs. */
interface Hop {
  agent: Agent;
  /** For redirects of declared addresses outside: it connects to no address inside a network. */
  outside: Agent;
  isInside: (url: URL) => Promise<boolean>;
  slot: ReturnType<typeof slots>;
  stall_ms: number;
  user_agent: string;
  clock: () => number;
}

async function followRedirects<T>(hop: Hop, ask: HttpRequest, accept: Accept<T>): Promise<T> {
  const declared = new URL(ask.url);
  let url = declared;
  let agent = hop.agent;
  const cookies = new Cookies();
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    const address = url;
    const one = {...hop, agent, cookies};
    const got = await hop.slot(address.host, ask.signal, () => requestOnce(one, ask, address, accept));
    if ('value' in got) return got.value;
    url = got.next;
    // Nothing would make the next answer another one.
    if (url.href === address.href && !got.isNew)
      throw new FetchError(
        ask,
        `redirected from "${url}" to itself: the publisher probably takes browsers only`,
        `open it in a browser, and ${byHand(ask.source)}`,
      );
    if (hops === 0 && !(await hop.isInside(declared))) agent = hop.outside;
    if (agent === hop.outside && (await hop.isInside(url))) throw leadsInside(ask, url);
  }
  throw new FetchError(
    ask,
    `more than ${REDIRECTS} redirects, the last to ${url}`,
    'correct the address in the declaration',
  );
}

async function requestOnce<T>(
  {agent, stall_ms, user_agent, clock, cookies}: Hop & {cookies: Cookies},
  ask: HttpRequest,
  address: URL,
  accept: Accept<T>,
): Promise<{next: URL; isNew: boolean} | {value: T}> {
  const answer = await request(address, {
    dispatcher: agent,
    headers: {
      ...{'user-agent': user_agent, accept: '*/*', 'accept-encoding': 'identity'},
      ...cookies.header(address),
      ...ask.headers(),
    },
    headersTimeout: stall_ms,
    bodyTimeout: stall_ms,
    signal: ask.signal,
  }).catch((error: unknown) => {
    throw error instanceof PrivateAddressError ? leadsInside(ask, address) : error;
  });
  try {
    const {statusCode: status, headers, body} = answer;
    const isNew = cookies.keep(address, headers['set-cookie']);
    const response: HttpResponse = {
      status,
      url: address.href,
      header: (name) => [headers[name]].flat()[0],
      body,
    };
    if (REDIRECT.has(status)) return {next: nextHop(ask, response), isNew};
    await refuse(ask, response, clock());
    return {value: await accept(response)};
  } finally {
    await answer.body.dump();
  }
}

/**
 * Repeats `attempt` after transient failures, with backoff; an attempt that saved bytes resets the failure
 * count.
 */
async function withRetries<T>(
  ask: HttpRequest,
  attempt: () => Promise<T>,
  retries: number,
  {sleep, random}: Timing,
): Promise<T> {
  let best = ask.bytesSaved?.() ?? 0;
  for (let failures = 0; ; ) {
    ask.signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      ask.signal?.throwIfAborted();
      if (error instanceof FetchError) throw error;
      const transient = asTransient(error);
      if (!transient) throw new FetchError(ask, `failed: ${error}`, remedyFor(ask, error), error);
      const saved = ask.bytesSaved?.() ?? 0;
      failures = saved > best ? 1 : failures + 1;
      best = Math.max(best, saved);
      const tries = transient.heavy ? Math.min(ask.heavy_tries ?? retries + 1, retries + 1) : retries + 1;
      if (failures >= tries)
        throw new FetchError(
          ask,
          `gave up after ${failures} ${failures === 1 ? 'try' : 'tries'}: ${transient.message}`,
          `run again later (a partial file is resumed), or ${byHand(ask.source)}`,
          transient,
        );
      const ms = backoffMs(failures, transient.retry_after_ms, random);
      const host = new URL(ask.url).host;
      ask.emit({kind: 'waiting', source: ask.source, host, reason: transient.message, ms});
      await sleep(ms, ask.signal);
    }
  }
}

/** Error codes of certificates whose issuer is neither sent nor known. */
const UNKNOWN_ISSUER = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

function remedyFor({source}: Target, error: unknown): string {
  if (!UNKNOWN_ISSUER.has(codeOf(error) ?? '')) return `look at the address, or ${byHand(source)}`;
  return `the server leaves out a certificate of its chain: get the missing one from its issuer, write it as PEM to a file, set EXTRA_CA to that file and run again, or ${byHand(source)}`;
}

/**
 * Address of the next hop. A redirect from https to http is refused: the bytes would not be authenticated.
 */
function nextHop(ask: HttpRequest, {url, header}: HttpResponse): URL {
  const location = header('location') ?? '';
  const next = location ? URL.parse(location, url) : null;
  if (next && (next.protocol === 'https:' || next.protocol === new URL(url).protocol)) return next;
  throw new FetchError(
    ask,
    `redirected to "${location}", which is not followed`,
    `correct the address in the declaration, or ${byHand(ask.source)}`,
  );
}

/** A redirect of a publisher's address to the machine itself, or to others in its network. */
const leadsInside = (ask: HttpRequest, to: URL): FetchError =>
  new FetchError(
    ask,
    `redirected to "${to}", a loopback, private or link-local address, which is not followed`,
    `correct the address in the declaration; declare the source there if it is there, or ${byHand(ask.source)}`,
  );

/** Throws for statuses without content: TransientError where a retry may help, else FetchError. */
async function refuse(ask: HttpRequest, {status, header, body}: HttpResponse, now_ms: number): Promise<void> {
  if (READABLE.has(status)) return;
  if (LATER.has(status) || status >= 500) {
    const wait_ms = retryAfterMs(header('retry-after'), now_ms);
    throw new TransientError(`HTTP ${status}`, wait_ms, status >= 500 && wait_ms === null);
  }
  if (status === 401 || status === 403) {
    throw new FetchError(
      ask,
      `refused by publisher with HTTP ${status}`,
      `set CONTACT to your address, which USER_AGENT then names, or ${byHand(ask.source)}`,
    );
  }
  const detail = await saidBy(body);
  const Kind = status === 404 || status === 410 ? NotFoundError : FetchError;
  throw new Kind(
    ask,
    `HTTP ${status}${detail}`,
    `correct the address in the declaration, or ${byHand(ask.source)}`,
  );
}

/** The first bytes of a body, more than `most` of a longer one. */
export async function firstBytes(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

const LONGEST_MESSAGE = 65_536;

/** The message in a portal's JSON error; empty for other bodies. */
async function saidBy(body: AsyncIterable<Uint8Array>): Promise<string> {
  const bytes = await firstBytes(body, LONGEST_MESSAGE + 1);
  if (bytes.length > LONGEST_MESSAGE) return '';
  const match = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(bytes.toString('utf8'));
  try {
    return match?.[1] ? `: ${JSON.parse(match[1])}` : '';
  } catch {
    return ''; // the body only resembles JSON: the status alone is reported
  }
}
