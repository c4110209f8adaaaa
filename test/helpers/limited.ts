/** A server without data, with its own account store: requests without a result are counted too. */
import {mkdtempSync, rmSync} from 'node:fs';
import {Agent, request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {accountsTable} from '../../server/accounts/accounts.ts';
import {makeKey} from '../../server/accounts/api_key.ts';
import {openDatabase} from '../../server/accounts/database.ts';
import {keysTable} from '../../server/accounts/keys.ts';
import type {Quotas} from '../../server/accounts/tiers.ts';
import {usageTable} from '../../server/accounts/usage.ts';

export interface Store {
  dataDir: string;
  accounts: ReturnType<typeof accountsTable>;
  keys: ReturnType<typeof keysTable>;
  usage: ReturnType<typeof usageTable>;
  /** A new enterprise account with these quotas and a key. */
  account(quotas: Partial<Quotas>): {id: number; key: string};
  close(): void;
}

/** The store of a service, opened beside it as an operator's command does. */
export function ownStore(): Store {
  const dataDir = mkdtempSync(join(tmpdir(), 'limited-'));
  const database = openDatabase(dataPaths(dataDir).accounts);
  const [accounts, keys] = [accountsTable(database), keysTable(database)];
  let made = 0;
  return {
    dataDir,
    accounts,
    keys,
    usage: usageTable(database),
    account(quotas) {
      const now = new Date();
      const {id} = accounts.add(`account-${made++}@example.org`, 'enterprise', now);
      accounts.setQuotas(id, {month: null, day: null, minute: null, ...quotas});
      const key = makeKey();
      keys.replace(id, key, now);
      return {id, key};
    },
    close() {
      database.close();
      rmSync(dataDir, {recursive: true, force: true});
    },
  };
}

export interface Got {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** One request. */
export function get(base: string, path: string, key: string, agent?: Agent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${base}${path}`,
      {headers: {'X-API-Key': key}, ...(agent ? {agent} : {})},
      (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (part: string) => {
          text += part;
        });
        res.on('end', () =>
          resolve({status: res.statusCode ?? 0, headers: res.headers as Record<string, string>, text}),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** Answered 404 once the key and the quotas are checked, and so counted. */
export const COUNTED = '/api/v1/nowhere';

/**
 * How often each status came when `count` requests were sent over `connections` at a time, to the servers by
 * turns.
 */
export async function fire(
  bases: readonly string[],
  key: string,
  count: number,
  connections: number,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let left = count;
  const one = async (base: string) => {
    const agent = new Agent({keepAlive: true, maxSockets: 1});
    while (left-- > 0) {
      const {status} = await get(base, COUNTED, key, agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({length: connections}, (_, i) => one(bases[i % bases.length]!)));
  return statuses;
}

/** Requests of the month by `/usage`. */
export async function usedOf(base: string, key: string): Promise<number> {
  const {text} = await get(base, '/api/v1/usage', key);
  return JSON.parse(text).data.month.used;
}
