/** Form: follows a list. The secret of a feed or webhook waits in memory for the next page of the browser. */
import {CADENCES, type Cadence, CHANNELS, type Channel} from '../../accounts/searches.ts';
import {TIERS} from '../../accounts/tiers.ts';
import {followedOrError} from '../../alerts/followed.ts';
import {newSearch} from '../../alerts/new_search.ts';
import {type AddressFault, addressFault} from '../../alerts/public_address.ts';
import {ApiError} from '../../api/errors.ts';
import {FOLLOWED} from '../../site/follow.ts';
import type {Text} from '../../site/messages.ts';
import {ALERTS} from '../../site/navigation.ts';
import {NEW} from '../alerts/paths.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {buildNow} from './searches.ts';

/** What is typed into the form, by field. */
export const TYPED = ['name', 'channel', 'cadence', 'language', 'address'] as const;

const FAULTS: Readonly<Record<AddressFault, Text>> = {
  form: 'alerts.bad_address',
  scheme: 'alerts.no_https',
  private: 'alerts.private_address',
};

const channelIn = (fields: URLSearchParams): Channel =>
  CHANNELS.find((one) => one === fields.get('channel')) ?? 'feed';
const cadenceIn = (fields: URLSearchParams): Cadence =>
  CADENCES.find((one) => one === fields.get('cadence')) ?? 'day';

/** What is wrong with a form, by the field that says so; null: nothing is. */
function faultIn({services, fields}: SubmittedForm, {account}: SignedIn): {field: string; text: Text} | null {
  const channel = channelIn(fields);
  if (channel === 'mail' && !services.sendsMail) return {field: 'channel', text: 'alerts.no_mail'};
  if (channel === 'mail' && account.proof !== 'given') return {field: 'channel', text: 'alerts.unproven'};
  if (channel !== 'hook') return null;
  const fault = addressFault((fields.get('address') ?? '').trim(), services.hookPlaces ?? new Set());
  return fault && {field: 'address', text: FAULTS[fault]};
}

export function addSearch(submitted: SubmittedForm, session: SignedIn): string {
  const {fields, flashes, newSecrets, tables, now} = submitted;
  const {id, account} = session;
  const asked = fields.get(FOLLOWED) ?? '';
  const list = followedOrError(asked);
  if (list instanceof ApiError) {
    flashes.set(id, {done: 'alerts.no_list'});
    return ALERTS;
  }
  const fault = faultIn(submitted, session);
  if (fault) {
    const typed = Object.fromEntries(TYPED.map((name) => [name, (fields.get(name) ?? '').slice(0, 1000)]));
    flashes.set(id, {form: 'follow', errors: [fault], typed});
    return `${NEW}?${new URLSearchParams({[FOLLOWED]: asked})}`;
  }
  const channel = channelIn(fields);
  const {search, secret} = newSearch(
    {
      account: account.id,
      name: fields.get('name') ?? '',
      language: fields.get('language') === 'fr' ? 'fr' : 'en',
      cadence: cadenceIn(fields),
      channel,
      address: channel === 'hook' ? fields.get('address')!.trim() : null,
      build: buildNow(submitted),
    },
    list,
  );
  const added = tables.searches.add(search, TIERS[account.tier].searches, now);
  if (added && secret !== null) newSecrets.set(id, {search: added.id, secret});
  flashes.set(id, {done: added ? 'alerts.added' : 'alerts.full'});
  return ALERTS;
}
