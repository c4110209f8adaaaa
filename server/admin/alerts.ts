/** Commands about saved searches. */
import type {SavedSearch} from '../accounts/searches.ts';
import {accountTables} from '../accounts/tables.ts';
import {TIERS} from '../accounts/tiers.ts';
import {feedAddress} from '../alerts/feed_address.ts';
import {followedOrError} from '../alerts/followed.ts';
import {newSearch} from '../alerts/new_search.ts';
import {addressFault} from '../alerts/public_address.ts';
import {ApiError} from '../api/errors.ts';
import {findAccount, findOpenAccount} from './changes.ts';
import {type CommandContext, CommandError, type CommandOutput, type Given} from './command.ts';
import {alignColumns, PLACEHOLDER, timeText} from './show.ts';

/** The next build is the first that is told. */
const NEXT_BUILD = '';

export function listSearches({email}: Given, context: CommandContext): CommandOutput {
  const {searches} = accountTables(context);
  const rows = searches
    .ofAccount(findAccount(context, email).id)
    .map(({id, name, list, channel, cadence, state, sent_at}) => [
      String(id),
      name,
      list,
      channel,
      channel === 'feed' ? PLACEHOLDER : cadence,
      state,
      timeText(sent_at),
    ]);
  const head = ['number', 'name', 'list', 'notified by', 'each', 'state', 'last message'];
  return {stdout: alignColumns([head, ...rows], [0])};
}

export function addSearch(
  {email, list: text, channel: told, cadence}: Given,
  context: CommandContext,
): CommandOutput {
  const {searches} = accountTables(context);
  const account = findOpenAccount(context, email);
  const list = followedOrError(text);
  if (list instanceof ApiError) throw new CommandError(`${text}: ${list.message}`);
  const channel = told === 'mail' || told === 'feed' ? told : 'hook';
  const fault = channel === 'hook' ? addressFault(told, context.hookPlaces) : null;
  if (fault) throw new CommandError(`${told} is no public https address`);
  const {search, secret} = newSearch(
    {
      account: account.id,
      name: '',
      language: account.language,
      cadence,
      channel,
      address: channel === 'hook' ? told : null,
      build: NEXT_BUILD,
    },
    list,
  );
  const most = TIERS[account.tier].searches;
  const added = searches.add(search, most, context.now);
  if (!added)
    throw new CommandError(
      `account ${account.name} has ${most} saved searches already, as many as the tier ${account.tier} has: delete one`,
    );
  const shown = channel === 'feed' ? context.origin + feedAddress(secret!) : secret;
  return {
    stdout: `${added.id}\n${shown === null ? '' : `${shown}\n`}`,
    stderr: `${account.name} follows ${search.list} from the next build on\n`,
  };
}

/** The saved search of an account; throws `CommandError` where it has none of this number. */
function searchOf({email, number}: Given, context: CommandContext): SavedSearch {
  const account = findAccount(context, email);
  const search = accountTables(context).searches.byId(number);
  if (search?.account !== account.id)
    throw new CommandError(`account ${account.name} has no saved search ${number}`);
  return search;
}

export function pauseSearch(given: Given, context: CommandContext): CommandOutput {
  const {searches} = accountTables(context);
  const {id, account, name, state} = searchOf(given, context);
  if (state === 'on') searches.pause(id, account);
  else searches.resume(id, account, NEXT_BUILD);
  return {stdout: `${name}: ${state === 'on' ? 'paused' : 'on'}\n`};
}

export function deleteSearch(given: Given, context: CommandContext): CommandOutput {
  const {id, account, name} = searchOf(given, context);
  accountTables(context).searches.remove(id, account);
  return {stdout: `${name}: deleted\n`};
}
