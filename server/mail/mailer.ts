/** Mail of the service: sends what is due, and looks whose quota is nearly used up. */
import {randomUUID} from 'node:crypto';
import {openDatabase} from '../accounts/database.ts';
import type {Log} from '../log.ts';
import {fileTransport} from './file_transport.ts';
import {queueQuotaNotices} from './quota_notices.ts';
import {createSender} from './sender.ts';
import {smtpTransport} from './smtp_transport.ts';
import type {MailInit} from './types.ts';

/** How soon a message is sent. */
const SEND_MS = 1000;

const QUOTAS_MS = 60_000;

/**
 * Starts to send, over a connection to the store of its own: what it commits is on the disk, or a power cut
 * would have messages sent again. Throws where the store cannot be opened.
 */
export function startMailer(path: string, init: MailInit, origin: string, log: Log, now = Date.now) {
  const database = openDatabase(path);
  database.sql.exec('PRAGMA synchronous = FULL');
  const transport = init.smtpUrl === null ? fileTransport(init.folder, now) : smtpTransport(init.smtpUrl);
  const sender = createSender({database, transport, log, now, origin, from: init.from, owner: randomUUID()});
  const stopped = new AbortController();
  let running: Promise<unknown> | null = null;
  let failing = false;
  /** Errors are logged once and the work is done again; none may end the thread. */
  const guarded = (work: () => unknown) => async () => {
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing) log.error({err: error}, 'mail could not be looked after; tried again');
      failing = true;
    }
  };
  const send = guarded(async () => {
    if (running !== null) return;
    running = sender.run(stopped.signal);
    await running.finally(() => {
      running = null;
    });
  });
  const timers = [
    setInterval(send, SEND_MS),
    setInterval(
      guarded(() => queueQuotaNotices(database, now())),
      QUOTAS_MS,
    ),
  ];
  for (const timer of timers) timer.unref();
  return {
    /** Ends a try that is under way, whose message is sent again after its lease, and closes the store. */
    async stop(): Promise<void> {
      stopped.abort();
      for (const timer of timers) clearInterval(timer);
      transport.close();
      await running?.catch(() => {});
      database.close();
    },
  };
}
