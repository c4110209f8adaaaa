/** Calls of tools and requests by key at the same time: one account, one count. */
import {afterAll, afterEach, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {COUNTED, get, ownStore, usedOf} from '../../helpers/limited.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {errorIn, grantToken, type Reply} from '../../helpers/tools.ts';

const LIMIT = 100;
const SENT = 240;
const CONNECTIONS = 32;

const store = ownStore();
const database = openDatabase(dataPaths(store.dataDir).accounts);
let server: Server | null = null;
afterEach(() => server?.stop());
afterAll(() => {
  database.close();
  store.close();
});

/** No path before the data is looked at, of which there is none here, and so counted. */
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {name: 'get_bill', arguments: {session: '', number: ''}},
};

async function codeOf(base: string, token: string): Promise<string> {
  const response = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json'},
    body: JSON.stringify(CALL),
  });
  const {result} = (await response.json()) as Reply;
  return errorIn(result!).code;
}

test.each(['1', '2'])(
  'with %s threads both together get exactly as many answers as the limit allows',
  async (WORKERS) => {
    server = await startServer(store.dataDir, {LOG_LEVEL: 'silent', WORKERS});
    const {base} = server;
    const {id, key} = store.account({month: LIMIT});
    const token = grantToken(database, id, base);
    const counts: Record<string, number> = {};
    let left = SENT;
    /** Alternating, so that neither way uses up the quota. */
    const one = async (n: number) => {
      for (let turn = n; left-- > 0; turn++) {
        const status =
          turn % 2 === 0 ? await codeOf(base, token) : String((await get(base, COUNTED, key)).status);
        counts[status] = (counts[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({length: CONNECTIONS}, (_, n) => one(n)));
    const {NOT_FOUND: called = 0, '404': notFound = 0, RATE_LIMITED: refused = 0, '429': late = 0} = counts;
    expect(Object.keys(counts).sort()).toEqual(['404', '429', 'NOT_FOUND', 'RATE_LIMITED']);
    expect([called + notFound, refused + late]).toEqual([LIMIT, SENT - LIMIT]);
    expect(await usedOf(base, key)).toBe(LIMIT);
    const usageByGroup = () =>
      Object.fromEntries(store.usage.since(id, '2000-01-01').map(({group, requests}) => [group, requests]));
    await expect.poll(usageByGroup).toEqual({tools: called, other: notFound});
  },
);
