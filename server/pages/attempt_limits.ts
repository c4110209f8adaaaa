/** Rate limits of attempts; each is counted before its work, so that parallel ones cannot slip through. */
import {hashSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import {siteOf} from '../http/client_address.ts';
import type {AccountServices} from './account_services.ts';

const MINUTE_MS = 60_000;

export interface AttemptLimit {
  kind: string;
  /** Attempts within `ms`; a failed one counts for that long. */
  max: number;
  ms: number;
}

/** Failed sign-ins, and wrong old passwords on a change, from a client address. */
export const GUESSES: AttemptLimit = {kind: 'guess', max: 10, ms: 15 * MINUTE_MS};

/** The same from all networks of an IPv6 site: whoever has one has 65,536 networks. */
export const SITE_GUESSES: AttemptLimit = {...GUESSES, kind: 'guess of a site', max: 20};

/**
 * The same for an e-mail address: many more than one client address may make, or anybody could lock the owner
 * out with ten wrong passwords.
 */
export const ACCOUNT_GUESSES: AttemptLimit = {...GUESSES, kind: 'guess of an account', max: 100};

/** Sign-ups per client address, successful or not, which also limits probing for accounts. */
export const SIGN_UPS: AttemptLimit = {kind: 'sign-up', max: 10, ms: 60 * MINUTE_MS};

/** The same from all networks of an IPv6 site. */
export const SITE_SIGN_UPS: AttemptLimit = {...SIGN_UPS, kind: 'sign-up of a site', max: 20};

/** Messages with a link that a client address asks for. */
export const MAILS: AttemptLimit = {kind: 'mail', max: 10, ms: 60 * MINUTE_MS};

/** The same from all networks of an IPv6 site. */
export const SITE_MAILS: AttemptLimit = {...MAILS, kind: 'mail of a site', max: 20};

/** Invitations of an account, whoever of its owners sends them from wherever. */
export const INVITATIONS: AttemptLimit = {...MAILS, kind: 'invitation', max: 20};

/**
 * New keys of an account, refreshed ones included: each has a row for good, and counters in memory while it is
 * used.
 */
export const NEW_KEYS: AttemptLimit = {kind: 'new key', max: 200, ms: 24 * 60 * MINUTE_MS};

/** Messages with a link to an e-mail address, whoever asks: beyond, none is sent, and the answer is the same. */
export const MAILS_TO: AttemptLimit = {...MAILS, kind: 'mail to an address', max: 3};

/** Counted by hash: people type passwords into the e-mail field, which must not be stored. */
export const emailSubject = (email: string): string => hashSecret(email);

/** The attempt was counted and may be undone, or the seconds until the next one is allowed. */
export type AttemptResult = {counted: true; undo(): void} | {counted: false; wait_s: number};

/** A limit, and whose attempts it counts. */
export type Counted = readonly [limit: AttemptLimit, subject: string];

/** What attempts from a client address are counted by: the address, and of IPv6 also its site. */
export function countedBy(limit: AttemptLimit, siteLimit: AttemptLimit, address: string): Counted[] {
  const site = siteOf(address);
  return [[limit, address], ...(site === null ? [] : [[siteLimit, site] as const])];
}

/** What a wrong password is counted by. */
export const guessesOf = (email: string, address: string): Counted[] => [
  [ACCOUNT_GUESSES, emailSubject(email)],
  ...countedBy(GUESSES, SITE_GUESSES, address),
];

/** Counts an attempt under all limits atomically, or under none if any is used up. */
export function countAttempt(services: AccountServices, counted: readonly Counted[]): AttemptResult {
  const {attempts} = accountTables(services);
  const now = services.context.now();
  return services.database.transaction(() => {
    const retryTimes = counted.map(([{kind, max, ms}, subject]) => {
      const times = attempts.since(kind, subject, new Date(now - ms));
      return times.length < max ? now : Date.parse(times.at(-max)!) + ms;
    });
    const retryAt = Math.max(...retryTimes);
    if (retryAt > now) return {counted: false, wait_s: Math.ceil((retryAt - now) / 1000)};
    const ids = counted.map(([{kind}, subject]) => attempts.add(kind, subject, new Date(now)));
    return {
      counted: true,
      undo: () => {
        for (const id of ids) attempts.remove(id);
      },
    };
  });
}
