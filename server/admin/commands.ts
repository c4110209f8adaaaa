/** All commands of the operator, one row each; usage text, parser and documents derive from this table. */
import {EMAIL, FILE, QUOTA, TIER} from './argument_types.ts';
import {backUp, restore} from './backup.ts';
import {closeAccount, resetPassword, revokeKey, setQuotas, setTier} from './changes.ts';
import {type Command, command} from './command.ts';
import {listAccounts} from './list.ts';
import {showAccount} from './show.ts';

export const COMMANDS: readonly Command[] = [
  command('account list', {
    arguments: {},
    help: 'all accounts, by e-mail: tier, first characters of the key and its last use, requests of this month',
    run: listAccounts,
  }),
  command('account show', {
    arguments: {email: EMAIL},
    help: 'one account: tier, the three windows, key, sessions, tool clients, requests of the last 7 days',
    run: showAccount,
  }),
  command('account tier', {
    arguments: {email: EMAIL, tier: TIER},
    help: 'changes the tier; quotas that an Enterprise account had of its own wait until it is one again',
    run: setTier,
  }),
  command('account quota', {
    arguments: {email: EMAIL},
    options: {month: QUOTA, day: QUOTA, minute: QUOTA},
    help: 'changes the quotas that are named; Enterprise only, where all three start unlimited',
    run: setQuotas,
  }),
  command('account reset-password', {
    arguments: {email: EMAIL},
    help: 'prints a password that signs in once, and ends all sessions of the account',
    run: resetPassword,
  }),
  command('account close', {
    arguments: {email: EMAIL},
    help: 'ends key, sessions and tool clients of the account for good; the e-mail stays taken',
    run: closeAccount,
  }),
  command('key revoke', {
    arguments: {email: EMAIL},
    help: 'revokes all keys; the account can create new ones',
    run: revokeKey,
  }),
  command('backup', {
    arguments: {file: FILE},
    help: 'copies the account store into a new file, also while the server runs, and checks the copy',
    run: backUp,
  }),
  command('restore', {
    arguments: {file: FILE},
    help: 'makes the account store out of a backup, which is checked first; where there is a store, it is refused',
    runWithoutStore: restore,
  }),
];
