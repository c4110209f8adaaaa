/** Sends the messages that are due, one after the other, each under a lease. */
import {setImmediate} from 'node:timers/promises';
import type {Database} from '../accounts/database.ts';
import {type LetterKind, MAIL_KINDS} from '../accounts/mail_kinds.ts';
import type {DueMail} from '../accounts/mail_queue.ts';
import {accountTables} from '../accounts/tables.ts';
import type {Log} from '../log.ts';
import {type ComposeContext, compose, readerOf} from './compose.ts';
import type {MailTransport, Outcome} from './types.ts';

/** Longer than any try: a message of a sender that was killed is due again after this. */
export const LEASE_MS = 300_000;

/** Waits after the first try, twice as long after each further one. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 4 * 3_600_000;

/** The same while there is no way to the server. */
const FIRST_OUTAGE_MS = 5_000;
const LONGEST_OUTAGE_MS = 300_000;

const HOUR_MS = 3_600_000;

/** Doubles with each further try. */
export const backOff = (tries: number, first: number, longest: number): number =>
  Math.min(longest, first * 2 ** Math.min(tries - 1, 30));

/** When a message is given up, Unix epoch milliseconds. */
const giveUpAt = ({created_at, kind}: DueMail): number =>
  Date.parse(created_at) + MAIL_KINDS[kind].hours * HOUR_MS;

export interface SenderContext extends Omit<ComposeContext, 'tables'> {
  database: Database;
  transport: MailTransport;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
  /** Names this sender among those of the store. */
  owner: string;
}

export type Sender = ReturnType<typeof createSender>;

/**
 * Records what became of tries, and waits while there is no way to the server. `ended` is told of messages that
 * were delivered or given up, in the transaction that says so.
 */
export function createSettler(
  {database, log, now, owner}: Pick<SenderContext, 'database' | 'log' | 'now' | 'owner'>,
  ended: (mail: DueMail, state: 'sent' | 'failed') => void,
) {
  const {mail: queue} = accountTables({database});
  const end = (mail: DueMail, state: 'sent' | 'failed', why: string | null = null): void =>
    database.transaction(() => {
      if (queue.end(mail.id, owner, state, later(0), why)) ended(mail, state);
    });
  let outages = 0;
  let pausedUntil = 0;
  const later = (ms: number): Date => new Date(now() + ms);
  return {
    isPaused: (): boolean => now() < pausedUntil,
    settle(mail: DueMail, outcome: Outcome): void {
      const {id, kind, tries} = mail;
      if (outcome.kind !== 'outage') outages = 0;
      if (outcome.kind === 'sent') return void end(mail, 'sent');
      if (outcome.kind === 'withdrawn') return void queue.end(id, owner, 'dropped', later(0));
      const {why} = outcome;
      if (outcome.kind === 'refused' || now() >= giveUpAt(mail)) {
        end(mail, 'failed', why);
        log.error({mail: id, kind, tries, why}, 'a message could not be delivered, and is given up');
        return;
      }
      if (outcome.kind === 'outage') {
        outages++;
        pausedUntil = now() + backOff(outages, FIRST_OUTAGE_MS, LONGEST_OUTAGE_MS);
        queue.postpone(id, owner, new Date(pausedUntil), why, {counted: false});
        if (outages === 1) log.error({why}, 'mail cannot be sent; tried again until it can');
        return;
      }
      const wait = later(backOff(tries, FIRST_WAIT_MS, LONGEST_WAIT_MS));
      queue.postpone(id, owner, wait, why, {refused: outcome.kind === 'later'});
      log.info({mail: id, kind, tries, why}, 'a message was not taken, and is tried again');
    },
  };
}

export function createSender({database, transport, log, now, owner, ...told}: SenderContext) {
  const tables = accountTables({database});
  const {mail: queue} = tables;
  const context: ComposeContext = {tables, ...told};
  const {settle, isPaused} = createSettler({database, log, now, owner}, ({kind, parts}, state) => {
    if (MAIL_KINDS[kind].search && state === 'sent')
      tables.searches.setSent(Number(parts['search']), new Date(now()));
  });

  async function send(mail: DueMail<LetterKind>): Promise<void> {
    const {id, kind, tries, unsure} = mail;
    const reader = readerOf(tables, mail);
    if (!reader) {
      if (mail.account === null) queue.forget(id, owner);
      else queue.end(id, owner, 'dropped', new Date(now()));
      return;
    }
    if (unsure > 0)
      log.info(
        {mail: id, kind, tries, unsure},
        'the server may have this message already: it is sent again with the same Message-ID',
      );
    // One that cannot be written is tried again and given up like any other; its error may name its reader.
    const letter = await compose(mail, reader, context, new Date(now())).catch((error: Error) => error);
    if (letter === null) queue.end(id, owner, 'dropped', new Date(now()));
    else if (letter instanceof Error)
      settle(mail, {kind: 'broken', why: `it cannot be written: ${letter.name}`});
    else settle(mail, await transport.send(letter, () => queue.hand(id, owner)));
  }

  return {
    /** Sends all messages that are due, until `signal` is aborted; returns how many it took up. */
    async run(signal?: AbortSignal): Promise<number> {
      let taken = 0;
      while (!signal?.aborted && !isPaused()) {
        const mail = queue.claim('mail', owner, new Date(now()), LEASE_MS);
        if (!mail) break;
        taken++;
        await send(mail);
        // Those without a reader wait for nothing: thousands of them would hold up the pages of this thread.
        await setImmediate();
      }
      return taken;
    },
  };
}
