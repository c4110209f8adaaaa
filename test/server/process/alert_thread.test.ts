/** The thread of alerts, within this one: which builds it compares, and when it gives them back. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {loadBuild} from '../../../engine/open.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {accountTables} from '../../../server/accounts/tables.ts';
import {startAlerts} from '../../../server/process/alert_thread.ts';
import type {BuildOffer, WorkerEvent} from '../../../server/process/messages.ts';
import {writeBuild} from '../../helpers/build.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

let dataDir: string;
let offer: BuildOffer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'alert-thread-'));
  const folder = dataPaths(dataDir).build('one');
  await writeBuild(folder, {rows: {contracts: [{vendor: 'Zed', value: 1}]}, build_id: 'one'});
  const {shared} = await loadBuild(folder);
  offer = {serial: 1, shared, files: [], documents: {} as never};
});
afterAll(() => rmSync(dataDir, {recursive: true}));

test('a service that began without a build compares with its first one, and gives it back', async () => {
  const database = openDatabase(dataPaths(dataDir).accounts);
  const {accounts, searches} = accountTables({database});
  const {id: account} = accounts.add('a@example.org', 'free', NOW);
  const search = searches.add(
    {
      account,
      name: 'All',
      list: '/contracts',
      language: 'en',
      cadence: 'day',
      channel: 'mail',
      address: null,
      secret: null,
      token: null,
      build: '',
    },
    null,
    NOW,
  )!;
  const events: WorkerEvent[] = [];
  const take = startAlerts({dataDir, logLevel: 'silent', offer: null, others: []}, (event) =>
    events.push(event),
  );
  take({kind: 'serve', offer});
  await vi.waitFor(() => expect(searches.byId(search.id)?.build).toBe('one'));
  take({kind: 'retire', serial: 1});
  await vi.waitFor(() => expect(events).toContainEqual({kind: 'released', serial: 1}));
  take({kind: 'stop'});
  await vi.waitFor(() => expect(events.at(-1)).toEqual({kind: 'stopped'}));
  database.close();
});

test('where nothing waits, no build is opened', async () => {
  const events: WorkerEvent[] = [];
  const read = new Set<PropertyKey>();
  const watched = new Proxy(offer.shared, {
    get: (shared, name) => {
      read.add(name);
      return Reflect.get(shared, name);
    },
  });
  const take = startAlerts(
    {dataDir, logLevel: 'silent', offer: {...offer, serial: 2, shared: watched}, others: []},
    (event) => events.push(event),
  );
  take({kind: 'stop'});
  await vi.waitFor(() => expect(events.at(-1)).toEqual({kind: 'stopped'}));
  expect([...read]).toEqual(['info']);
});
