/** Texts of account pages that are named by what they are called; `site/messages.test.ts` looks at all. */
import {expect, test} from 'vitest';
import {TIERS} from '../../../server/accounts/tiers.ts';
import {USAGE_GROUPS} from '../../../server/accounts/usage.ts';
import {WINDOWS} from '../../../server/accounts/windows.ts';
import {groupText} from '../../../server/pages/dashboard/daily_usage.ts';
import {ERROR_STATUSES} from '../../../server/pages/error_pages.tsx';
import {messagesOf, TRANSLATE} from '../../../server/site/messages.ts';

/** The keys of a group of messages. */
const keysOf = (group: string): string[] =>
  [...messagesOf('en').keys()].filter((key) => key.startsWith(`${group}.`)).toSorted();

test('every usage group, tier, window and error has its texts, and no others are there', () => {
  expect(keysOf('usage_groups')).toEqual(USAGE_GROUPS.map(groupText).toSorted());
  const tiers = Object.keys(TIERS).flatMap((tier) => [`tiers.${tier}_name`, `tiers.${tier}_price`]);
  expect(keysOf('tiers')).toEqual(tiers.toSorted());
  expect(keysOf('windows')).toEqual(WINDOWS.map((window) => `windows.${window}`).toSorted());
  const errors = Object.keys(ERROR_STATUSES).flatMap((name) => [name, `${name}_why`]);
  const named = errors.map((name) => `account_errors.${name}`);
  expect(keysOf('account_errors')).toEqual([...named, 'account_errors.to_account'].toSorted());
});

test('a missing placeholder is an error that does not show the input of the visitor', () => {
  const t = TRANSLATE.fr;
  expect(t({en: '{a}', fr: '{a} et {b}'}, {a: 1, b: '{a}'})).toBe('1 et {a}');
  expect(() => t({en: '{a}', fr: '{a}'})).toThrow('lacks its part a');
});
