/** Command `make key`: replaces an account's key and prints the new one on standard output. */
import {randomBytes} from 'node:crypto';
import {dataPaths} from '../../builds/artefacts.ts';
import {ensureDataDir} from '../../builds/data_dir.ts';
import {settings} from '../../datasets/settings.ts';
import {openAccountStore} from '../accounts/account_store.ts';
import {makeKey} from '../accounts/api_key.ts';
import {isTier, TIERS} from '../accounts/tiers.ts';
import {type Output, runProgram} from './command.ts';

/** Reads TIER (default: free, or the existing account's own) and NAME (default: a generated account). */
export function runMakeKey(env: Record<string, string | undefined>, now: Date): Output {
  const tier = env['TIER']?.trim().toLowerCase() || null;
  if (tier !== null && !isTier(tier)) {
    const stderr = `TIER must be one of: ${Object.keys(TIERS).join(', ')}; got "${tier}"\n`;
    return {code: 2, stdout: '', stderr};
  }
  const name = env['NAME']?.trim() || `account-${randomBytes(4).toString('hex')}`;
  const {DATA_DIR} = settings(env);
  const path = dataPaths(DATA_DIR).accounts;
  try {
    ensureDataDir(DATA_DIR);
    const store = openAccountStore(path);
    const key = makeKey();
    const tierInForce = store.issue(name, tier, key, now);
    store.close();
    return {
      code: 0,
      stdout: `${key}\n`,
      stderr: `account ${name}, tier ${tierInForce}; the key is shown only now\n`,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {code: 1, stdout: '', stderr: `no key made in ${path}: ${why}\n`};
  }
}

await runProgram(import.meta.url, () => runMakeKey(process.env, new Date()));
