/** Sends what saved searches have to tell to the addresses of webhooks, each message under a lease. */
import {createHmac} from 'node:crypto';
import {setImmediate} from 'node:timers/promises';
import type {Database} from '../accounts/database.ts';
import type {DueMail} from '../accounts/mail_queue.ts';
import {accountTables} from '../accounts/tables.ts';
import {type AlertSources, alertOfMessage, type ToldAlert} from '../alerts/alert_message.ts';
import {BASE_PATH} from '../api/routes/index.ts';
import type {Log} from '../log.ts';
import {inLanguage} from '../site/paths.ts';
import type {HookTransport} from './hook_transport.ts';
import {createSettler, LEASE_MS} from './sender.ts';

/** Addresses that are called at a time: a slow one holds up no other. */
const AT_A_TIME = 8;

export interface HookContext extends Pick<AlertSources, 'builds'> {
  database: Database;
  transport: HookTransport;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
  owner: string;
  /** Public address of the service. */
  origin: string;
}

/** What a message says, as JSON: the same fields in both languages. */
export function hookBody(id: string, {search, alert}: ToldAlert, origin: string): string {
  const {language, name, list} = search;
  const {counts, records, isComplete, more, since, build} = alert;
  const page = (path: string): string => origin + inLanguage(path, language);
  return JSON.stringify({
    id,
    search: {id: search.id, name, list: page(list), api: `${origin}${BASE_PATH}${list}`},
    since_build: since,
    build,
    counts,
    records: records.map(({kind, id: record_id, title, path}) => ({
      change: kind,
      record_id,
      title,
      url: page(path),
      api: `${origin}${BASE_PATH}${path}`,
    })),
    complete: isComplete,
    more: page(more),
  });
}

/** Value of `X-Signature`: the time of the try, the id of the message, and HMAC-SHA-256 of both and the body. */
export function signature(secret: string, id: string, body: string, at: number): string {
  const t = Math.floor(at / 1000);
  return `t=${t},id=${id},v1=${createHmac('sha256', secret).update(`${t}.${id}.${body}`).digest('hex')}`;
}

export function createHookSender({database, transport, builds, log, now, owner, origin}: HookContext) {
  const tables = accountTables({database});
  const {mail: queue, searches, accounts} = tables;
  const {settle} = createSettler({database, log, now, owner}, ({parts, account}, state) => {
    const search = searches.byId(Number(parts['search']));
    if (!search) return;
    const at = new Date(now());
    if (state === 'sent') searches.setSent(search.id, at);
    else if (searches.fail(search.id)) {
      const reader = account === null ? null : accounts.byId(account);
      const {name, language} = search;
      if (reader) queue.tell({...reader, language}, 'hook_off', at, {parts: {name}});
    }
  });

  async function send(mail: DueMail<'hook'>): Promise<void> {
    const {id, message_id} = mail;
    const told = alertOfMessage(mail, {tables, builds});
    if (!told?.search.secret || !told.search.address) {
      queue.end(id, owner, 'dropped', new Date(now()));
      return;
    }
    const {address, secret} = told.search;
    const body = hookBody(message_id, told, origin);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': `${new URL(origin).host} webhooks`,
      'x-signature': signature(secret, message_id, body, now()),
    };
    settle(mail, await transport.post({address, headers, body}, () => queue.hand(id, owner)));
  }

  /** Sends one after the other until none is due. */
  async function work(signal: AbortSignal | undefined): Promise<number> {
    let taken = 0;
    while (!signal?.aborted) {
      const mail = queue.claim('hook', owner, new Date(now()), LEASE_MS);
      if (!mail) break;
      taken++;
      // One that cannot be written, for want of a build, is tried again and given up like any other.
      await send(mail).catch((error: Error) =>
        settle(mail, {kind: 'broken', why: `it cannot be written: ${error.name}`}),
      );
      await setImmediate();
    }
    return taken;
  }

  return {
    /** Sends all messages that are due, until `signal` is aborted; returns how many it took up. */
    async run(signal?: AbortSignal): Promise<number> {
      const taken = await Promise.all(Array.from({length: AT_A_TIME}, () => work(signal)));
      return taken.reduce((sum, n) => sum + n, 0);
    },
  };
}
