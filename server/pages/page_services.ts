/** State that the account pages share: flash messages, new keys, the hash queue. */
import type {Context} from 'hono';
import {LRUCache} from 'lru-cache';
import {accountTables, type Tables} from '../accounts/tables.ts';
import type {AccountServices} from './account_services.ts';
import type {PageEnv} from './env.ts';
import type {Flash} from './flash.ts';
import {createHashQueue, type HashQueue} from './hash_queue.ts';
import {CHALLENGE_MS} from './passkeys.ts';

/** Visitors whose form was just answered; new keys need an account, so nobody can push out another's. */
const MOST = 10_000;

/** Long enough to follow a redirect on any connection. */
const TTL_MS = 300_000;

/** Values for the next page of a visitor, by the id of the visitor; the oldest makes room for a new one. */
export type NextPage<T extends {}> = LRUCache<string, T>;

/**
 * Keeps `max` values, for five minutes each or `ms`, of which the last millisecond is over at once. `now` returns Unix
 * epoch milliseconds.
 */
export const nextPage = <T extends {}>(now: () => number, max = MOST, ms = TTL_MS): NextPage<T> =>
  new LRUCache({max, ttl: ms - 1, ttlAutopurge: true, ttlResolution: 0, perf: {now}});

/** Removes and returns the value; null if there is none or it has expired. */
export function take<T extends {}>(values: NextPage<T>, visitor: string): T | null {
  const value = values.get(visitor) ?? null;
  values.delete(visitor);
  return value;
}

/** What opens the feed of a saved search, or signs its messages. */
export interface NewSecret {
  search: number;
  secret: string;
}

export interface PageServices {
  services: AccountServices;
  tables: Tables;
  flashes: NextPage<Flash>;
  /** New keys on their way to the page that shows them once. */
  newKeys: NextPage<string>;
  /** The same for addresses of feeds and keys of signatures. */
  newSecrets: NextPage<NewSecret>;
  /** Challenges by which a passkey signed in, for as long as they hold. */
  usedPasskeyChallenges: NextPage<true>;
  hashQueue: HashQueue;
}

export function createPageServices(services: AccountServices): PageServices {
  const {now} = services.context;
  return {
    services,
    tables: accountTables(services),
    flashes: nextPage(now),
    newKeys: nextPage(now),
    newSecrets: nextPage(now),
    usedPasskeyChallenges: nextPage(now, MOST, CHALLENGE_MS),
    hashQueue: createHashQueue(),
  };
}

/** A validated form. */
export interface SubmittedForm extends PageServices {
  c: Context<PageEnv>;
  fields: URLSearchParams;
  /** When it came. */
  now: Date;
}
