/** All commands of the operator, one row each; usage text, parser and documents derive from this table. */

import {addSearch, deleteSearch, listSearches, pauseSearch} from './alerts.ts';
import {backUp, restore} from './backup.ts';
import {closeAccount, resetPassword, revokeKey, setOperator, setQuotas, setTier} from './changes.ts';
import {ARGUMENTS, type Command, QUOTA_SYNTAX} from './command.ts';
import {addMember, listMembers, removeMember} from './members.ts';
import {listAccounts, showAccount, showMail} from './show.ts';

export const COMMANDS: readonly Command[] = [
  {
    words: 'account list',
    arguments: [],
    help: 'all accounts, by e-mail: tier, first characters of the keys and their last use, requests of this month',
    run: listAccounts,
  },
  {
    words: 'account show',
    arguments: ['email'],
    help: 'one account: tier, the three windows, keys, members, sessions, tool clients, requests of the last 7 days by kind and key',
    run: showAccount,
  },
  {
    words: 'account tier',
    arguments: ['email', 'tier'],
    help: 'changes the tier; quotas that an Enterprise account had of its own wait until it is one again',
    run: setTier,
  },
  {
    words: 'account quota',
    arguments: ['email'],
    takesQuotas: true,
    help: 'changes the quotas that are named; Enterprise only, where all three start unlimited',
    run: setQuotas,
  },
  {
    words: 'account operator',
    arguments: ['email', 'role'],
    help: 'shows the account the page `/operator` once it signs in, or no more',
    run: setOperator,
  },
  {
    words: 'account reset-password',
    arguments: ['email'],
    help: 'prints a password that signs in once, and ends all sessions and passkeys of the account',
    run: resetPassword,
  },
  {
    words: 'account close',
    arguments: ['email'],
    help: 'ends keys, sessions, passkeys, saved searches, members and tool clients of the account for good; the e-mail stays taken',
    run: closeAccount,
  },
  {
    words: 'key revoke',
    arguments: ['email'],
    help: 'revokes all keys; the account can create new ones',
    run: revokeKey,
  },
  {
    words: 'member list',
    arguments: ['email'],
    help: 'members of an account, and invitations that wait',
    run: listMembers,
  },
  {
    words: 'member add',
    arguments: ['email', 'member', 'position'],
    help: 'makes somebody who has an account a member of another without an invitation, or gives a member another role',
    run: addMember,
  },
  {
    words: 'member remove',
    arguments: ['email', 'member'],
    help: 'removes a member, or an invitation that waits; holds for their next request',
    run: removeMember,
  },
  {
    words: 'alerts list',
    arguments: ['email'],
    help: 'saved searches of an account: number, name, list, how and how often its owner is notified, state, last message',
    run: listSearches,
  },
  {
    words: 'alerts add',
    arguments: ['email', 'list', 'channel', 'cadence'],
    help: 'follows a list, such as `/permits?municipality=toronto`; prints the address of a feed or the key that signs messages, once',
    run: addSearch,
  },
  {
    words: 'alerts pause',
    arguments: ['email', 'number'],
    help: 'pauses a saved search, or resumes a paused one from the next build on',
    run: pauseSearch,
  },
  {
    words: 'alerts delete',
    arguments: ['email', 'number'],
    help: 'deletes a saved search; its feed opens nothing any more',
    run: deleteSearch,
  },
  {
    words: 'mail show',
    arguments: [],
    help: 'messages by state, those that may have been delivered twice, and the latest errors',
    run: showMail,
  },
  {
    words: 'backup',
    arguments: ['file'],
    help: 'copies the account store into a new file, also while the server runs, and checks the copy',
    run: backUp,
  },
  {
    words: 'restore',
    arguments: ['file'],
    help: 'makes the account store out of a backup, which is checked first; where there is a store, it is refused',
    runWithoutStore: restore,
  },
];

/** Options of a command that takes quotas. */
export const QUOTAS = ['month', 'day', 'minute'] as const;

/** The syntax of a command, e.g. `account show <e-mail>`. */
export const syntaxOf = ({words, arguments: names, takesQuotas}: Command): string =>
  [
    words,
    ...names.map((name) => ARGUMENTS[name].syntax),
    ...(takesQuotas ? QUOTAS.map((name) => `[--${name} ${QUOTA_SYNTAX}]`) : []),
  ].join(' ');

const rowsOf = (commands: readonly Command[]): string =>
  commands.map((one) => `  fpd-admin ${syntaxOf(one)}\n      ${one.help}\n`).join('');

export const USAGE_TEXT = `Usage:
${rowsOf(COMMANDS)}
DATA_DIR names the folder of the account store. Changes reach a running server within a second.
Exit code: 0 done, 1 refused, 2 wrong usage.
`;

/** Whether the first words of a command line are those of a command, or as many of them as are given. */
const begins = ({words}: Command, given: readonly string[], count: number): boolean =>
  words.split(' ').every((word, i) => i >= count || given[i] === word);

/**
 * The usage of the command that a line means, else of those with its first word: the reason stays in sight. A line
 * that means none gets the whole text.
 */
export function usageFor(given: readonly string[]): string {
  const meant = COMMANDS.filter((one) => begins(one, given, 2));
  const shown = meant.length > 0 ? meant : COMMANDS.filter((one) => begins(one, given, 1));
  if (shown.length === 0) return USAGE_TEXT;
  return `Usage:\n${rowsOf(shown)}\nfpd-admin --help lists all commands.\n`;
}
