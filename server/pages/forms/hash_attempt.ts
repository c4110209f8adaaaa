/** The work of forms with a password, under the limits of attempts. */
import {type Counted, countAttempt} from '../attempt_limits.ts';
import {errorPageException} from '../error_pages.tsx';
import {RETRY_AFTER_S} from '../hash_queue.ts';
import type {SubmittedForm} from '../page_services.ts';

/**
 * Counts an attempt and hashes; `undo` takes the attempt back. Throws the error page `refusal` after too many
 * attempts, and the one for overload.
 */
export async function hashAttempt<T>(
  {c, services, hashQueue}: SubmittedForm,
  counted: readonly Counted[],
  refusal: 'guesses' | 'sign_ups' | 'mails',
  work: () => Promise<T>,
): Promise<{done: T; undo(): void}> {
  const attempt = countAttempt(services, counted);
  if (!attempt.counted) throw await errorPageException(c, services, refusal, attempt.wait_s);
  const hashed = await hashQueue.run(work);
  if (!hashed) {
    attempt.undo();
    throw await errorPageException(c, services, 'busy', RETRY_AFTER_S);
  }
  return {...hashed, undo: attempt.undo};
}
