/**
 * Accounts, OAuth and the tools in a web thread: answers requests that threads with sockets pass on, over its
 * own connection to the account store.
 */
import {dataPaths} from '../../builds/artefacts.ts';
import {openDatabase} from '../accounts/database.ts';
import {passwordHashing} from '../accounts/passwords.ts';
import type {ApiContext} from '../api/context.ts';
import {openMetrics} from '../api/metrics.ts';
import {keepDocuments} from '../api/static_documents.ts';
import {allocateBuffer} from '../http/buffers.ts';
import {isStoreLost, nextGeneration, viewCounters} from '../limits/counter_memory.ts';
import {openLimits} from '../limits/open_limits.ts';
import {storedWindows} from '../limits/stored_windows.ts';
import {startMailer} from '../mail/mailer.ts';
import type {AnswerWeb, WebAnswer, WebRequest} from '../site/remote_web.ts';
import {COMMON_HEADERS} from '../site/respond.ts';
import {VERSION} from '../version.ts';
import {accountApp} from './account_app.ts';
import type {WorkerInit} from './messages.ts';
import {ANSWER_TIMEOUT_MS} from './thread_init.ts';

/** Answers requests until it is closed. */
export interface Accounts {
  answer: AnswerWeb;
  /** Resolves once the message that is being sent has been put down. */
  close(): Promise<void>;
}

const LOST = 'the account store is lost';

/** Tool calls know their account: no key is ever looked up here. */
const NO_KEYS = () => null;

/** Opens the account store; rejects, naming it, where it cannot be opened. */
export async function openAccounts(
  {dataDir, counters, redis, startedAt, code, metrics, origin, accounts, site}: WorkerInit,
  {builds, log, state}: Pick<ApiContext, 'builds' | 'log' | 'state'>,
): Promise<Accounts> {
  const memory = viewCounters(counters);
  const database = openDatabase(dataPaths(dataDir).accounts, () => nextGeneration(memory));
  const counts = openMetrics(metrics.memory, metrics.thread);
  const limits = await openLimits(memory, storedWindows(database), redis, log, counts.countLocal);
  const context: ApiContext = {
    builds,
    state,
    metrics: counts,
    metricsToken: '',
    ocidPrefix: '',
    proxies: accounts.proxies,
    store: {find: NO_KEYS, healthy: () => !isStoreLost(memory)},
    limits,
    documents: keepDocuments({}),
    version: VERSION,
    code,
    origin,
    startedAt,
    now: () => Date.now(),
    log,
    allocate: allocateBuffer,
    timeout_ms: ANSWER_TIMEOUT_MS,
  };
  const app = accountApp({
    origin,
    hasSite: Boolean(site),
    contact: site?.contact ?? null,
    toolOrigins: accounts.toolOrigins,
    proxies: accounts.proxies,
    hookPlaces: new Set(accounts.mail?.hookPlaces),
    sendsMail: Boolean(accounts.mail?.smtpUrl),
    // The main thread looks at the files.
    database: {
      ...database,
      files: {...database.files, fault: () => (isStoreLost(memory) ? LOST : database.files.fault())},
    },
    hashing: passwordHashing(),
    limits,
    context,
  });
  const {mail = null} = accounts;
  const mailer = mail && startMailer(dataPaths(dataDir).accounts, mail, {origin, builds, log});
  return {
    async answer({request, peer}) {
      const asked = requestOf(request);
      if (!asked) return BAD_REQUEST;
      return plain(await app.fetch(asked, {peer: peer ?? 'unknown'}), request.method === 'HEAD');
    },
    async close() {
      await mailer?.stop();
      limits.close();
      database.close();
    },
  };
}

const BAD_REQUEST: WebAnswer['response'] = {
  status: 400,
  headers: {...COMMON_HEADERS, 'Content-Type': 'text/plain; charset=utf-8'},
  body: 'The host of the request cannot be understood.\n',
};

/** A name or an address, and a port. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** Methods that a `Request` refuses, or writes in capitals; no address takes them. */
const isForeign = (method: string): boolean => /[^A-Z]|^(CONNECT|TRACE|TRACK)$/.test(method);

/**
 * A request as hono takes it; null where host and target are no address. The scheme is that of the socket:
 * what a proxy took is known by `origin`.
 */
function requestOf({method, target, headers, body}: WebRequest['request']): Request | null {
  const address = `http://${headers['host']}${target}`;
  if (!HOST.test(headers['host'] ?? '') || !URL.canParse(address)) return null;
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined;
  return new Request(address, {
    method: isForeign(method) ? 'UNKNOWN' : method,
    headers: {...headers},
    ...(hasBody ? {body: body as Uint8Array<ArrayBuffer>} : {}),
  });
}

/** Statuses whose responses have no body. */
const BODILESS = new Set([204, 304]);

/**
 * Headers that are written otherwise: cookies are lines of one, and every answer gets the id of its request.
 */
const OWN = new Set(['set-cookie', 'x-request-id', 'content-length']);

/**
 * The transport closes connections after eight idle seconds. Clients do not retry a POST that is sent as its
 * connection closes, such as a tool call, so they are asked to close idle connections earlier.
 */
const KEPT = 'timeout=7';

/** A response as plain data. */
async function plain(response: Response, isHead: boolean): Promise<WebAnswer['response']> {
  const {status} = response;
  const headers: Record<string, string> = {'keep-alive': KEPT};
  for (const [name, value] of response.headers) if (!OWN.has(name)) headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies.join('\r\nset-cookie: ');
  const body = isHead || BODILESS.has(status) ? null : new Uint8Array(await response.arrayBuffer());
  return {status, headers, body};
}
