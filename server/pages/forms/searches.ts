/** Forms: pause, resume and delete a saved search, and give a feed another address. */
import {hashSecret, makeSecret} from '../../accounts/secrets.ts';
import type {Text} from '../../site/messages.ts';
import {ALERTS} from '../../site/navigation.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {numberIn} from './keys.ts';

/** The saved search that a form is about. */
const searchIn = (fields: URLSearchParams): number => numberIn(fields, 'search');

/** Says what happened on the page of saved searches. */
function say({flashes}: SubmittedForm, {id}: SignedIn, isDone: boolean, done: Text): string {
  flashes.set(id, {done: isDone ? done : 'alerts.missing'});
  return ALERTS;
}

export const buildNow = ({services}: Pick<SubmittedForm, 'services'>): string =>
  services.context.builds.info()?.build_id ?? '';

export function pauseSearch(submitted: SubmittedForm, session: SignedIn): string {
  const {tables, fields} = submitted;
  return say(
    submitted,
    session,
    tables.searches.pause(searchIn(fields), session.account.id),
    'alerts.paused',
  );
}

export function resumeSearch(submitted: SubmittedForm, session: SignedIn): string {
  const {tables, fields} = submitted;
  const isDone = tables.searches.resume(searchIn(fields), session.account.id, buildNow(submitted));
  return say(submitted, session, isDone, 'alerts.resumed');
}

export function removeSearch(submitted: SubmittedForm, session: SignedIn): string {
  const {tables, fields} = submitted;
  return say(
    submitted,
    session,
    tables.searches.remove(searchIn(fields), session.account.id),
    'alerts.removed',
  );
}

export function renewFeed(submitted: SubmittedForm, session: SignedIn): string {
  const {tables, fields, newSecrets} = submitted;
  const [search, secret] = [searchIn(fields), makeSecret('feed')];
  const isDone = tables.searches.renew(search, session.account.id, hashSecret(secret));
  if (isDone) newSecrets.set(session.id, {search, secret});
  return say(submitted, session, isDone, 'alerts.renewed');
}
