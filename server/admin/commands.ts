/** Every command of the operator: one row each, from which usage, parsing and documents derive (specification 9). */

import {EMAIL, QUOTA, TIER} from './argument_types.ts';
import {closeAccount, resetPassword, revokeKey, setQuotas, setTier} from './changes.ts';
import {type Command, command} from './command.ts';
import {listAccounts} from './list.ts';
import {showAccount} from './show.ts';

export const COMMANDS: readonly Command[] = [
  command('account list', {
    takes: {},
    help: 'all accounts, by e-mail: tier, first characters of the key and its last use, requests of this month',
    run: listAccounts,
  }),
  command('account show', {
    takes: {email: EMAIL},
    help: 'one account: tier, the three windows, key, sessions, tool clients, requests of the last 7 days',
    run: showAccount,
  }),
  command('account tier', {
    takes: {email: EMAIL, tier: TIER},
    help: 'changes the tier; quotas that an Enterprise account had of its own wait until it is one again',
    run: setTier,
  }),
  command('account quota', {
    takes: {email: EMAIL},
    options: {month: QUOTA, day: QUOTA, minute: QUOTA},
    help: 'changes the quotas that are named; Enterprise only, where all three start unlimited',
    run: setQuotas,
  }),
  command('account reset-password', {
    takes: {email: EMAIL},
    help: 'prints a password that signs in once, and ends all sessions of the account',
    run: resetPassword,
  }),
  command('account close', {
    takes: {email: EMAIL},
    help: 'ends key, sessions and tool clients of the account for good; the e-mail stays taken',
    run: closeAccount,
  }),
  command('key revoke', {
    takes: {email: EMAIL},
    help: 'revokes the key; the account can create another one',
    run: revokeKey,
  }),
];
