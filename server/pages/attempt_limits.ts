/** How often something may be tried; each try is counted before its work, so that parallel ones cannot pass. */
import {hashOf} from '../accounts/secrets.ts';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from './account_services.ts';

const MINUTE_MS = 60_000;

export interface Bound {
  kind: string;
  /** Tries within `ms`; a failed one counts for so long. */
  most: number;
  ms: number;
}

/** Failures for an e-mail or an address (specification 9): of sign-ins, and of the old password when it is changed. */
export const GUESSES: Bound = {kind: 'guess', most: 10, ms: 15 * MINUTE_MS};

/** New accounts that an address may ask for, whether it gets them or not: it bounds asking who has one, too. */
export const SIGN_UPS: Bound = {kind: 'sign-up', most: 10, ms: 60 * MINUTE_MS};

/** What is counted of an e-mail: people type passwords there by mistake, which must not stand in the store. */
export const ofEmail = (email: string): string => hashOf(email);

/** A try that was counted, or the seconds until the next one is. */
export type Tried = {counted: true; takeBack(): void} | {counted: false; wait_s: number};

/** Counts a try for all subjects in one step, or for none where any of them has used up the bound. */
export function tryOnce(site: Site, {kind, most, ms}: Bound, subjects: readonly string[]): Tried {
  const {attempts} = tablesOf(site);
  const now = site.context.now();
  return site.database.transaction(() => {
    const ends = subjects.map((subject) => {
      const times = attempts.since(kind, subject, new Date(now - ms));
      return times.length < most ? now : Date.parse(times.at(-most)!) + ms;
    });
    const end = Math.max(...ends);
    if (end > now) return {counted: false, wait_s: Math.ceil((end - now) / 1000)};
    const ids = subjects.map((subject) => attempts.add(kind, subject, new Date(now)));
    return {
      counted: true,
      takeBack: () => {
        for (const id of ids) attempts.takeBack(id);
      },
    };
  });
}
