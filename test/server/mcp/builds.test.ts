/** Calls of tools while builds are switched: every answer is of one build, and old builds are let go. */
import {mkdtempSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {accountsTable} from '../../../server/accounts/accounts.ts';
import {type Database, openDatabase} from '../../../server/accounts/database.ts';
import {writeBuild} from '../../helpers/build.ts';
import {type Server, startServer} from '../../helpers/stack.ts';
import {grantToken, type Reply} from '../../helpers/tools.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tool-builds-'));
let database: Database;
let server: Server;
let token: string;

beforeAll(async () => {
  for (const id of ['one', 'two']) {
    const contracts = Array.from({length: 40}, (_, i) => ({vendor: `${id} ${i}`, value: i}));
    await writeBuild(dataPaths(dataDir).build(id), {build_id: id, rows: {contracts}});
  }
  publish('one');
  database = openDatabase(dataPaths(dataDir).accounts);
  const {id} = accountsTable(database).add('tools@example.org', 'enterprise', new Date());
  server = await startServer(dataDir, {LOG_LEVEL: 'info', WORKERS: '1', PREVIOUS_BUILD_MS: '0'});
  token = grantToken(database, id, server.base);
});
afterAll(async () => {
  await server?.stop();
  database?.close();
  rmSync(dataDir, {recursive: true});
});

function publish(id: string): void {
  const {current} = dataPaths(dataDir);
  symlinkSync(`builds/${id}`, `${current}.next`);
  renameSync(`${current}.next`, current);
}

const CALLS = [
  {name: 'search_contracts', arguments: {limit: 40}},
  {name: 'search_vendors', arguments: {limit: 40}},
];

/** The builds that one answer holds vendors of. */
async function called(i: number): Promise<string[]> {
  const message = {jsonrpc: '2.0', id: i, method: 'tools/call', params: CALLS[i % CALLS.length]};
  const response = await fetch(`${server.base}/mcp`, {
    method: 'POST',
    headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json'},
    body: JSON.stringify(message),
  });
  const {result} = (await response.json()) as Reply;
  const {data} = result!['structuredContent'] as {data: {vendor: string}[]};
  expect(data).toHaveLength(40);
  return [...new Set(data.map(({vendor}) => vendor.split(' ')[0]!))];
}

/** How often the server said that it closed a build. */
const closed = (): number => server.stderr().split('"msg":"closed build"').length - 1;

/** Between two calls of a client: they come all the time, but leave the switches most of the processor. */
const PAUSE_MS = 8;

test('no call fails or mixes builds while builds are switched, and old ones are closed', async () => {
  let over = false;
  const seen = new Set<string>();
  const clients = Array.from({length: 4}, async (_, n) => {
    for (let i = n; !over; i++) {
      const builds = await called(i);
      expect(builds).toHaveLength(1);
      seen.add(builds[0]!);
      await setTimeout(PAUSE_MS);
    }
  });
  for (const [i, id] of ['two', 'one', 'two'].entries()) {
    publish(id);
    await expect.poll(closed).toBe(i + 1);
    expect(await called(0)).toEqual([id]);
  }
  over = true;
  await Promise.all(clients);
  expect(seen).toEqual(new Set(['one', 'two']));
});
