/** Rate limits of attempts; each is counted before its work, so that parallel ones cannot slip through. */
import {hashSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {AccountServices} from './account_services.ts';

const MINUTE_MS = 60_000;

export interface AttemptLimit {
  kind: string;
  /** Attempts within `ms`; a failed one counts for that long. */
  max: number;
  ms: number;
}

/** Failed sign-ins, and wrong old passwords on a change, per e-mail address or client address. */
export const PASSWORD_GUESSES: AttemptLimit = {kind: 'guess', max: 10, ms: 15 * MINUTE_MS};

/** Sign-ups per client address, successful or not, which also limits probing for accounts. */
export const SIGN_UPS: AttemptLimit = {kind: 'sign-up', max: 10, ms: 60 * MINUTE_MS};

/** Counted by hash: people type passwords into the e-mail field, which must not be stored. */
export const emailSubject = (email: string): string => hashSecret(email);

/** The attempt was counted and may be undone, or the seconds until the next one is allowed. */
export type AttemptResult = {counted: true; undo(): void} | {counted: false; wait_s: number};

/** Counts an attempt for all subjects atomically, or for none if any has used up the limit. */
export function countAttempt(
  services: AccountServices,
  {kind, max, ms}: AttemptLimit,
  subjects: readonly string[],
): AttemptResult {
  const {attempts} = accountTables(services);
  const now = services.context.now();
  return services.database.transaction(() => {
    const retryTimes = subjects.map((subject) => {
      const times = attempts.since(kind, subject, new Date(now - ms));
      return times.length < max ? now : Date.parse(times.at(-max)!) + ms;
    });
    const retryAt = Math.max(...retryTimes);
    if (retryAt > now) return {counted: false, wait_s: Math.ceil((retryAt - now) / 1000)};
    const ids = subjects.map((subject) => attempts.add(kind, subject, new Date(now)));
    return {
      counted: true,
      undo: () => {
        for (const id of ids) attempts.remove(id);
      },
    };
  });
}
