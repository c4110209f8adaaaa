/** Makes a saved search out of what its owner chose. */
import {MAX_SEARCH_NAME, type NewSearch} from '../accounts/searches.ts';
import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import {type Followed, nameOf} from './followed.ts';

/** What its owner chose; an empty name: what the list is called. `address` is that of a webhook, else null. */
export type Chosen = Pick<
  NewSearch,
  'account' | 'name' | 'language' | 'cadence' | 'channel' | 'address' | 'build'
>;

/** In one line, and not too long. */
const oneLine = (name: string): string =>
  [...name.replace(/\s+/gu, ' ').trim()].slice(0, MAX_SEARCH_NAME).join('');

/** The search, and what its owner is shown once: the token of a feed, the key of signatures, nothing of mail. */
export function newSearch(chosen: Chosen, list: Followed): {search: NewSearch; secret: string | null} {
  const {channel, language, address, ...rest} = chosen;
  const secret = channel === 'mail' ? null : makeSecret(channel);
  const search: NewSearch = {
    ...rest,
    channel,
    language,
    name: oneLine(chosen.name) || oneLine(nameOf(list, language)),
    list: list.list,
    address: address === null ? null : new URL(address).href,
    secret: channel === 'hook' ? secret : null,
    token: channel === 'feed' ? hashSecret(secret!) : null,
  };
  return {search, secret};
}
