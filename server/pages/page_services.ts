/** What the account pages share beside the site: what they remember for a moment, and turns at hashing. */
import type {Context} from 'hono';
import type {Site} from './account_services.ts';
import type {Known} from './env.ts';
import type {Note} from './flash.ts';
import {openTurns, type Turns} from './hash_queue.ts';
import {type Briefly, briefly} from './ttl_store.ts';

/** Visitors whose form was just answered. */
const MOST_NOTES = 10_000;

/** Keys that were just made: each needs an account that is signed in, so nobody pushes out another's. */
const MOST_KEYS = 10_000;

export interface Desk {
  site: Site;
  notes: Briefly<Note>;
  /** Full keys on their way to the page that shows them once. */
  freshKeys: Briefly<string>;
  turns: Turns;
}

export function openDesk(site: Site): Desk {
  const {now} = site.context;
  return {site, notes: briefly(MOST_NOTES, now), freshKeys: briefly(MOST_KEYS, now), turns: openTurns()};
}

/** A form that was checked. */
export interface Submitted extends Desk {
  c: Context<Known>;
  fields: URLSearchParams;
}
