/**
 * The table of messages: written in the transaction of what they tell of, sent by whoever holds their lease.
 * SMTP cannot tell whether a server that falls silent after the last byte has the message; such a message is
 * sent again with the same Message-ID, and counted.
 */
import {randomBytes} from 'node:crypto';
import type {Account, MailLanguage} from './accounts.ts';
import {parseMailAddress} from './credentials.ts';
import type {Database} from './database.ts';
import {kindsWhere, type LetterKind, MAIL_KINDS, type MailKindName} from './mail_kinds.ts';

/** What the text of a message names. */
export type MailParts = Readonly<Record<string, string | number>>;

export interface NewMail {
  kind: MailKindName;
  /** Null where the address may belong to no account. */
  account: number | null;
  /** Its address. */
  recipient: string;
  language: MailLanguage;
  parts?: MailParts;
  /** Of messages of one occasion only the first is kept. */
  occasion?: string;
}

/** A message under a lease. */
export interface DueMail<K extends MailKindName = MailKindName> extends Required<Omit<NewMail, 'occasion'>> {
  kind: K;
  id: number;
  /** Left of the `@` of its Message-ID, in every try. */
  message_id: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** This one included. */
  tries: number;
  /** Tries after which the server may have had it without having said so. */
  unsure: number;
}

/** How a message ended: `dropped` where nobody was to get it any more. */
export type MailEnd = 'sent' | 'failed' | 'dropped';

/** Whether its reader still wants it, and what it says still holds. */
const WANTED = `(kind NOT IN (${kindsWhere(({optional}) => optional)}) OR EXISTS (
  SELECT 1 FROM accounts WHERE id = mail.account AND unsubscribed_at IS NULL AND closed = 0))
  AND (kind NOT IN (${kindsWhere(({search}) => search)}) OR EXISTS (
  SELECT 1 FROM searches WHERE id = json_extract(mail.parts, '$.search') AND state = 'on'))
  AND (kind <> 'invited' OR EXISTS (
  SELECT 1 FROM members WHERE account = mail.account AND address = mail.recipient AND person IS NULL
    AND role = json_extract(mail.parts, '$.role')))`;

/** How messages leave: as letters, or as requests to the addresses of webhooks. */
type Via = 'mail' | 'hook';

/** Kinds that leave so. */
type KindBy<V extends Via> = V extends 'hook' ? 'hook' : LetterKind;

/** Those that have not ended, by how they leave, in the words of their indexes (`migrations.ts`). */
const UNDER_WAY: Readonly<Record<Via, string>> = {
  mail: `state IN ('waiting', 'sending') AND kind <> 'hook'`,
  hook: `state IN ('waiting', 'sending') AND kind = 'hook'`,
};

const COLUMNS = 'id, message_id, kind, account, recipient, language, parts, created_at, tries, unsure';

/** Queues messages. */
const additions = ({run}: Database) => {
  const add = (mail: NewMail, now: Date): boolean =>
    run(
      `INSERT INTO mail (message_id, occasion, kind, account, recipient, language, parts, created_at, due_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8) ON CONFLICT (occasion) DO NOTHING`,
      randomBytes(16).toString('hex'),
      mail.occasion ?? null,
      mail.kind,
      mail.account,
      mail.recipient,
      mail.language,
      JSON.stringify(mail.parts ?? {}),
      now,
    ) > 0;
  return {
    /** Queues a message; false if there was one of its occasion. */
    add,
    /** Queues a message to an account, unless its name is no address or it wants none of this kind. */
    tell(
      {id, name, language, unsubscribed}: Account,
      kind: MailKindName,
      now: Date,
      more: Pick<NewMail, 'parts' | 'occasion'> = {},
    ): boolean {
      if (parseMailAddress(name) === null || (unsubscribed && MAIL_KINDS[kind].optional)) return false;
      return add({kind, account: id, recipient: name, language, ...more}, now);
    },
  };
};

/** The work of a sender, who is named by `owner`. */
const leases = ({get, run}: Database) => ({
  /** The message that is due longest of those that leave so, under a lease of `ms`; null if none is due. */
  claim<V extends Via>(via: V, owner: string, now: Date, ms: number): DueMail<KindBy<V>> | null {
    const row = get<DueMail<KindBy<V>> & {parts: string}>(
      `UPDATE mail SET state = 'sending', owner = ?1, due_at = ?3, tries = tries + 1,
         unsure = unsure + handed, handed = 0
       WHERE id = (SELECT id FROM mail WHERE ${UNDER_WAY[via]} AND due_at <= ?2 ORDER BY due_at, id LIMIT 1)
       RETURNING ${COLUMNS}`,
      owner,
      now,
      new Date(now.getTime() + ms),
    );
    return row ? {...row, parts: JSON.parse(row.parts)} : null;
  },
  /**
   * Records that the last byte is about to be sent. False, and it must not be, if the lease is another's or
   * its reader has unsubscribed.
   */
  hand: (id: number, owner: string) =>
    run(
      `UPDATE mail SET handed = 1 WHERE id = ? AND owner = ? AND state = 'sending' AND ${WANTED}`,
      id,
      owner,
    ) > 0,
  /** Ends a message. What it named is forgotten. */
  end: (id: number, owner: string, state: MailEnd, now: Date, why: string | null = null) =>
    run(
      `UPDATE mail SET state = ?, ended_at = ?, why = ?, parts = '{}', owner = NULL
       WHERE id = ? AND owner = ? AND state = 'sending'`,
      state,
      now,
      why,
      id,
      owner,
    ) > 0,
  /** Removes a message to an address without an account, which may be a mistyped anything. */
  forget: (id: number, owner: string) => run('DELETE FROM mail WHERE id = ? AND owner = ?', id, owner),
  /**
   * Gives a message back until `due`. `refused`: the server said that it does not have it. `counted`: whether
   * this was a try of its own, and no fault of the way to the server.
   */
  postpone: (id: number, owner: string, due: Date, why: string, {refused = false, counted = true} = {}) =>
    run(
      `UPDATE mail SET state = 'waiting', due_at = ?, why = ?, owner = NULL,
         handed = CASE ? WHEN 1 THEN 0 ELSE handed END, tries = tries - ?
       WHERE id = ? AND owner = ? AND state = 'sending'`,
      due,
      why,
      refused ? 1 : 0,
      counted ? 0 : 1,
      id,
      owner,
    ) > 0,
});

/** What operators and owners see. */
const reports = ({get, all}: Database) => ({
  /** Messages that wait, by how they leave, and how many seconds ago the first of them was due. */
  waiting: (now: Date) =>
    (['mail', 'hook'] as const).map((via) => {
      const {messages, due} = get<{messages: number; due: string | null}>(
        `SELECT count(*) AS messages, min(due_at) AS due FROM mail WHERE ${UNDER_WAY[via]}`,
      )!;
      return {via, messages, seconds: due ? Math.max(0, (now.getTime() - Date.parse(due)) / 1000) : 0};
    }),
  /** Messages by state, and how many of them may have been delivered twice. */
  counts: () =>
    all<{state: string; messages: number; unsure: number}>(
      `SELECT state, count(*) AS messages, count(*) FILTER (WHERE unsure > 0) AS unsure
       FROM mail GROUP BY state ORDER BY state`,
    ),
  /** The latest messages that failed or wait after a fault, newest first. */
  faults: (most: number) =>
    all<{id: number; kind: string; state: string; tries: number; due_at: string; why: string}>(
      `SELECT id, kind, state, tries, due_at, why FROM mail WHERE why IS NOT NULL ORDER BY id DESC LIMIT ?`,
      most,
    ),
  /** All messages to an account, oldest first. */
  ofAccount: (account: number) =>
    all<{kind: string; recipient: string; created_at: string; state: string; ended_at: string | null}>(
      'SELECT kind, recipient, created_at, state, ended_at FROM mail WHERE account = ? ORDER BY id',
      account,
    ),
});

export const mailTable = (database: Database) => ({
  ...additions(database),
  ...leases(database),
  ...reports(database),
});
