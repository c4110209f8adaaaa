/** An account store of which pages are damaged while no server runs. */
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type AccountStore, openAccountStore} from '../../server/accounts/account_store.ts';
import {makeKey} from '../../server/accounts/api_key.ts';
import {random} from '../corpus/prng.ts';
import {damaged, OF_BLOCKS} from './damage.ts';
import type {Check} from './damaged_build.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ACCOUNTS = 300;
const TIERS = ['free', 'developer', 'pro', 'enterprise'] as const;

const REMEDY = /restore it from a copy/;

const principals = (store: AccountStore, keys: readonly string[]): string[] =>
  keys.map((key) => JSON.stringify(store.find(key)));

/** Makes the store below `folder`. */
export async function damagedAccounts(folder: string, seed: number): Promise<Check> {
  const whole = join(folder, 'whole.db');
  const store = openAccountStore(whole);
  const keys = Array.from({length: ACCOUNTS}, () => makeKey());
  for (const [at, key] of keys.entries()) store.issue(`account ${at}`, TIERS[at % TIERS.length]!, key, NOW);
  const expected = principals(store, keys);
  store.close();
  const bytes = await readFile(whole);
  return async (number) => {
    const numbers = random(seed, 'accounts', number);
    const changed = damaged(bytes, numbers, OF_BLOCKS);
    const home = join(folder, `damaged-${number}`);
    const path = join(home, 'accounts.db');
    await mkdir(home);
    await writeFile(path, changed.bytes);
    try {
      return look(path, keys, expected);
    } catch (cause) {
      throw new Error(`accounts.db ${changed.how}: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    } finally {
      await rm(home, {recursive: true});
    }
  };
}

/** Opens a store as a server does: it is looked at before a request is answered. */
function look(path: string, keys: readonly string[], expected: readonly string[]): string {
  let store: AccountStore;
  try {
    store = openAccountStore(path);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!message.includes(path) || !REMEDY.test(message)) throw new Error(`not clear: ${message}`);
    return 'not opened';
  }
  try {
    const fault = store.database.files.inspect();
    if (fault !== null) {
      if (!fault.includes(path) || !REMEDY.test(fault)) throw new Error(`not clear: ${fault}`);
      return 'refused';
    }
    const found = principals(store, keys);
    const wrong = found.findIndex((one, at) => one !== expected[at]);
    if (wrong >= 0) throw new Error(`${expected[wrong]} became ${found[wrong]}`);
    return 'not needed by any key';
  } finally {
    store.close();
  }
}
