/** Queues messages with a link, so many an hour to one address. */
import type {NewMail} from '../../accounts/mail_queue.ts';
import {
  type Counted,
  countAttempt,
  countedBy,
  emailSubject,
  MAILS,
  MAILS_TO,
  SITE_MAILS,
} from '../attempt_limits.ts';
import {errorPageException} from '../error_pages.tsx';
import type {SubmittedForm} from '../page_services.ts';

/** Queues it, unless its address got as many as it may; the visitor sees no difference. */
export function sendLink({services, tables, now}: SubmittedForm, mail: NewMail): void {
  const {counted} = countAttempt(services, [[MAILS_TO, emailSubject(mail.recipient)]]);
  if (counted) tables.mail.add(mail, now);
}

/** Counts a wish for a message from this client address, and by `more`; throws the error page after too many. */
export async function countMail({c, services}: SubmittedForm, ...more: Counted[]): Promise<void> {
  const attempt = countAttempt(services, [...countedBy(MAILS, SITE_MAILS, c.get('address')), ...more]);
  if (!attempt.counted) throw await errorPageException(c, services, 'mails', attempt.wait_s);
}
