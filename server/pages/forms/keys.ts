/** Forms: create, refresh and revoke keys. A new key waits in memory for the next page of the browser. */

import type {Account} from '../../accounts/accounts.ts';
import {keyPrefix, makeKey} from '../../accounts/api_key.ts';
import {
  KEY_GROUPS,
  type KeyGroup,
  type KeyLimits,
  MAX_KEY_ENTRIES,
  readNetwork,
  readOrigin,
} from '../../accounts/key_limits.ts';
import {MAX_KEY_NAME, type NewKey} from '../../accounts/keys.ts';
import {TIERS, tiersBelow} from '../../accounts/tiers.ts';
import type {Text} from '../../site/messages.ts';
import {countAttempt, NEW_KEYS} from '../attempt_limits.ts';
import {errorPageException} from '../error_pages.tsx';
import type {FormFailure} from '../flash.ts';
import {needsProof} from '../needs_proof.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';

/**
 * Shows a new key on the next page where `give` takes it, else `refusal`; its owner gets a message. Throws the error
 * page after too many.
 */
async function show(
  {c, newKeys, flashes, services, tables, now}: SubmittedForm,
  {id, account}: SignedIn,
  give: (key: string) => boolean,
  refusal: Text,
): Promise<void> {
  const attempt = countAttempt(services, [[NEW_KEYS, String(account.id)]]);
  if (!attempt.counted) throw await errorPageException(c, services, 'keys', attempt.wait_s);
  const key = makeKey();
  const parts = {prefix: keyPrefix(key), at: now.toISOString()};
  const given = services.database.transaction(() => {
    if (!give(key)) return false;
    tables.mail.tell(account, 'key_made', now, {parts});
    return true;
  });
  if (given) {
    newKeys.set(id, key);
    return;
  }
  attempt.undo();
  flashes.set(id, {done: refusal});
}

/** The number that a field names; 0, which nothing has, for anything else. */
export function numberIn(fields: URLSearchParams, field: string): number {
  const text = fields.get(field) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** What was typed as a name, in one line. */
export const nameOf = (fields: URLSearchParams): string =>
  [...(fields.get('name') ?? '').replace(/\s+/gu, ' ').trim()].slice(0, MAX_KEY_NAME).join('');

/** The entries of a text, one a line or between commas; null if one of them is none, or there are too many. */
function entriesOf(text: string | null, read: (entry: string) => string | null): string[] | null {
  const entries = (text ?? '').split(/[\s,]+/u).filter(Boolean);
  if (entries.length > MAX_KEY_ENTRIES) return null;
  const values = entries.map(read);
  return values.includes(null) ? null : [...new Set(values as string[])];
}

const DAY_MS = 86_400_000;

/** The end of the last day in UTC; undefined for a text that is no day from tomorrow on, null for none. */
function endOf(day: string, now: Date): Date | null | undefined {
  if (day === '') return null;
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Also for days such as 30 February, which are read as the next month.
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
  return isDay && start > now.getTime() ? new Date(start + DAY_MS) : undefined;
}

/** Fields with restrictions, and what is wrong with each where it cannot be read. */
const FAULTS = {
  groups: 'forms.key_groups',
  addresses: 'forms.key_addresses',
  origins: 'forms.key_origins',
  last_day: 'forms.key_last_day',
  tier: 'forms.key_tier',
} as const satisfies Record<string, Text>;

/** What is typed into the form, by field; groups are separated by commas. */
const typedIn = (fields: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    ['name', ...Object.keys(FAULTS)].map((name) => [name, fields.getAll(name).join(',').slice(0, 1000)]),
  );

/** What the form says of a new key, or what is wrong with it. */
function newKeyOf(fields: URLSearchParams, account: Account, now: Date): NewKey | FormFailure {
  const asked = new Set(fields.getAll('groups'));
  const groups: KeyGroup[] = KEY_GROUPS.filter((group) => asked.delete(group));
  const addresses = entriesOf(fields.get('addresses'), readNetwork);
  const origins = entriesOf(fields.get('origins'), readOrigin);
  const expiresAt = endOf(fields.get('last_day') ?? '', now);
  const lower = fields.get('tier') || null;
  const tier = tiersBelow(account.tier).find((one) => one === lower) ?? null;
  if (asked.size > 0 || !addresses || !origins || expiresAt === undefined || tier !== lower) {
    const isWrong = {
      groups: asked.size > 0,
      addresses: !addresses,
      origins: !origins,
      last_day: expiresAt === undefined,
      tier: tier !== lower,
    };
    const errors = Object.entries(FAULTS)
      .filter(([field]) => isWrong[field as keyof typeof FAULTS])
      .map(([field, text]) => ({field, text}));
    return {form: 'key', errors, typed: typedIn(fields)};
  }
  const limits: KeyLimits = {groups, addresses, origins};
  return {name: nameOf(fields), tier, limits, expiresAt};
}

export async function createKey(submitted: SubmittedForm, session: SignedIn): Promise<void> {
  const {tables, fields, now} = submitted;
  if (needsProof(submitted, session.account)) {
    submitted.flashes.set(session.id, {done: 'forms.unproven'});
    return;
  }
  const said = newKeyOf(fields, session.account, now);
  if ('form' in said) {
    submitted.flashes.set(session.id, said);
    return;
  }
  const {id, tier} = session.account;
  const add = (key: string): boolean => tables.keys.add(id, key, said, TIERS[tier].keys, now);
  await show(submitted, session, add, 'forms.keys_full');
}

export async function refreshKey(submitted: SubmittedForm, session: SignedIn): Promise<void> {
  const {tables, fields, now} = submitted;
  const refresh = (key: string): boolean =>
    tables.keys.refresh(session.account.id, numberIn(fields, 'key'), key, now);
  await show(submitted, session, refresh, 'forms.key_missing');
}

export function revokeKey(
  {tables, newKeys, flashes, fields, now}: SubmittedForm,
  {id, account}: SignedIn,
): void {
  const revoked = tables.keys.revoke(account.id, now, numberIn(fields, 'key'));
  newKeys.delete(id);
  flashes.set(id, {done: revoked ? 'forms.key_revoked' : 'forms.key_missing'});
}
