/** Command `make key`: replaces an account's key and prints the new one on standard output. */
import {randomBytes} from 'node:crypto';
import {pathToFileURL} from 'node:url';
import {dataPaths} from '../../datasets/artefacts.ts';
import {ensureDataDir} from '../../datasets/data_dir.ts';
import {settings} from '../../datasets/settings.ts';
import {openAccountStore} from '../accounts/account_store.ts';
import {makeKey} from '../accounts/api_key.ts';
import {isTier, TIERS} from '../accounts/tiers.ts';

type Environment = Record<string, string | undefined>;

interface Output {
  /** Exit code: 0, 1 if the store refuses, 2 on wrong usage. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Reads TIER (default: free, or the existing account's own) and NAME (default: a generated account). */
export function runMakeKey(env: Environment, now: Date): Output {
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const {code, stdout, stderr} = runMakeKey(process.env, new Date());
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = code;
}
