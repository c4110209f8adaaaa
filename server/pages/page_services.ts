/** State that the account pages share: flash messages, new keys, the hash queue. */
import type {Context} from 'hono';
import type {AccountServices} from './account_services.ts';
import type {PageEnv} from './env.ts';
import type {Flash} from './flash.ts';
import {createHashQueue, type HashQueue} from './hash_queue.ts';
import {createTtlStore, type TtlStore} from './ttl_store.ts';

/** Visitors whose form was just answered. */
const MOST_NOTES = 10_000;

/** Each new key needs a signed-in account, so nobody can push out another's. */
const MOST_KEYS = 10_000;

export interface PageServices {
  services: AccountServices;
  flashes: TtlStore<Flash>;
  /** New keys on their way to the page that shows them once. */
  newKeys: TtlStore<string>;
  hashQueue: HashQueue;
}

export function createPageServices(services: AccountServices): PageServices {
  const {now} = services.context;
  return {
    services,
    flashes: createTtlStore(MOST_NOTES, now),
    newKeys: createTtlStore(MOST_KEYS, now),
    hashQueue: createHashQueue(),
  };
}

/** A validated form. */
export interface SubmittedForm extends PageServices {
  c: Context<PageEnv>;
  fields: URLSearchParams;
}
