/**
 * Messages of the service: queues what saved searches have to tell, sends what is due as letters and to webhooks,
 * and looks whose quota is nearly used up.
 */
import {randomUUID} from 'node:crypto';
import {openDatabase} from '../accounts/database.ts';
import {queueAlerts} from '../alerts/tell.ts';
import type {BuildSource} from '../api/context.ts';
import type {Log} from '../log.ts';
import {fileTransport} from './file_transport.ts';
import {createHookSender} from './hook_sender.ts';
import {hookTransport} from './hook_transport.ts';
import {queueQuotaNotices} from './quota_notices.ts';
import {createSender} from './sender.ts';
import {smtpTransport} from './smtp_transport.ts';
import type {MailInit} from './types.ts';

/** How soon a message is sent. */
const SEND_MS = 1000;

const QUOTAS_MS = 60_000;

interface Sender {
  run(signal: AbortSignal): Promise<number>;
}

/** Starts a sender again and again, one run at a time, until it is stopped. */
function repeated({run}: Sender, guarded: (work: () => unknown) => () => Promise<void>) {
  const stopped = new AbortController();
  let running: Promise<unknown> | null = null;
  const send = guarded(async () => {
    if (running !== null) return;
    running = run(stopped.signal);
    await running.finally(() => {
      running = null;
    });
  });
  return {
    send,
    abort: (): void => stopped.abort(),
    ended: async (): Promise<void> => void (await running?.catch(() => {})),
  };
}

export interface MailerContext {
  /** Public address of the service. */
  origin: string;
  builds: Pick<BuildSource, 'acquire'>;
  log: Log;
  /** Unix epoch milliseconds. */
  now?: () => number;
}

/**
 * Starts to send, over a connection to the store of its own: what it commits is on the disk, or a power cut
 * would have messages sent again. Throws where the store cannot be opened.
 */
export function startMailer(
  path: string,
  init: MailInit,
  {origin, builds, log, now = Date.now}: MailerContext,
) {
  const database = openDatabase(path);
  database.sql.exec('PRAGMA synchronous = FULL');
  const transport = init.smtpUrl === null ? fileTransport(init.folder, now) : smtpTransport(init.smtpUrl);
  const hooks = hookTransport(new Set(init.hookPlaces));
  const shared = {database, builds, log, now, origin, owner: randomUUID()};
  let failing = false;
  /** Errors are logged once and the work is done again; none may end the thread. */
  const guarded = (work: () => unknown) => async () => {
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing) log.error({err: error}, 'messages could not be looked after; tried again');
      failing = true;
    }
  };
  const senders = [
    repeated(createSender({...shared, transport, from: init.from}), guarded),
    repeated(createHookSender({...shared, transport: hooks}), guarded),
  ];
  const timers = [
    setInterval(
      guarded(() => queueAlerts(database, now())),
      SEND_MS,
    ),
    ...senders.map(({send}) => setInterval(send, SEND_MS)),
    setInterval(
      guarded(() => queueQuotaNotices(database, now())),
      QUOTAS_MS,
    ),
  ];
  for (const timer of timers) timer.unref();
  return {
    /** Ends tries that are under way, whose messages are sent again after their lease, and closes the store. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      for (const one of senders) one.abort();
      transport.close();
      await hooks.close();
      for (const one of senders) await one.ended();
      database.close();
    },
  };
}
