/**
 * An empty replica, from the bucket to the build that is served: its tables are loaded before all files have
 * come.
 */
import {mkdtempSync, readdirSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import type {Manifest} from '../../../builds/artefacts.ts';
import {trustedKeys} from '../../../builds/signature.ts';
import {assertSigned, signBuild} from '../../../builds/signed_build.ts';
import {type LoadedTable, loadBuild, tableLoader} from '../../../engine/open.ts';
import type {Replication} from '../../../server/api/context.ts';
import {type BuildFollower, followBuilds, NO_POOL} from '../../../server/process/build_follower.ts';
import {followBucket} from '../../../server/process/replica.ts';
import {KEYS} from '../../../storage/documents.ts';
import {currentTag, publishBuild} from '../../../storage/publish_build.ts';
import {writeBuild} from '../../helpers/build.ts';
import {idOf} from '../../helpers/published.ts';
import {newPublisher} from '../../helpers/signing.ts';
import {LOCATION, type SmallS3, startSmallS3} from '../../helpers/small_s3.ts';

let root: string;
let manifest: Manifest;
let bucket: SmallS3;
let dataDir: string;
let builds: BuildFollower;
let ahead: Map<string, Promise<LoadedTable>>;
/** The same, of all builds. */
let everLoaded: Promise<LoadedTable>[];
/** Of those loaded ahead, each time one was closed. */
let closed: LoadedTable[];
let replication: Replication;
let stop: () => Promise<void>;

beforeAll(async () => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'replica-'));
  manifest = await writeBuild(join(root, 'whole'), {
    build_id: idOf(1),
    rows: {contracts: Array.from({length: 30}, (_, i) => ({vendor: `Harbour ${i} Works`, value: i}))},
  });
});
afterAll(() => rmSync(root, {recursive: true}));

beforeEach(async () => {
  bucket = await startSmallS3();
  Object.assign(process.env, bucket.env);
  dataDir = mkdtempSync(join(root, 'data-'));
  [ahead, everLoaded, closed] = [new Map(), [], []];
  await publish(join(root, 'whole'), manifest);
});
afterEach(async () => {
  await stop();
  builds.close();
  await bucket.close();
  for (const name of Object.keys(bucket.env)) delete process.env[name];
});

async function publish(folder: string, build: Manifest): Promise<void> {
  const options = {expected: await currentTag(bucket.store), quorum: 0, quorumMs: 0, now: () => new Date()};
  await publishBuild(bucket.store, folder, build, options);
}

/** Notes when a table is closed. */
function watched(table: LoadedTable): LoadedTable {
  const close = table.close.bind(table);
  table.close = () => {
    closed.push(table);
    close();
  };
  return table;
}

const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};

/** Starts a replica without a build. */
async function start(verifyKey = ''): Promise<void> {
  builds = followBuilds({
    dataDir,
    async load(dir, earlier) {
      await assertSigned(dir, trustedKeys(verifyKey));
      return loadBuild(dir, true, earlier);
    },
    loadTables(folder) {
      const load = tableLoader(folder, true);
      return (name) => {
        const table = load(name).then(watched);
        ahead.set(name, table);
        everLoaded.push(table);
        return table;
      };
    },
    documents: async () => ({}),
    log,
  });
  const init = {location: LOCATION, dataDir, replica: 'one', intervalMs: 50, keepBuilds: 3, verifyKey};
  stop = await followBucket({
    init,
    readyWhileStaging: false,
    follower: builds,
    pool: Promise.resolve(NO_POOL),
    log,
    onState: (state) => {
      replication = state.replication!;
    },
  });
}

const served = () => builds.offer()?.shared.tables ?? [];
const PATIENT = {timeout: 120_000};

/** Each table that was loaded ahead was closed once: the build has its own hold on it. */
async function expectAllClosed(): Promise<void> {
  const all = await Promise.allSettled(everLoaded);
  const loaded = all.filter((one) => one.status === 'fulfilled').map(({value}) => value);
  await expect.poll(() => closed.length, PATIENT).toBe(loaded.length);
  expect(new Set(closed)).toEqual(new Set(loaded));
}

/** The object of a file of the build. */
const objectOf = ({sha256}: {sha256: string}) => KEYS.object(sha256);

/** A file that is no table's. */
const ofNoTable = () => objectOf(manifest.datasets['contracts']!.files[0]!);

test('tables are loaded before the last file has come, and are those that are served', PATIENT, async () => {
  const held = Promise.withResolvers<void>();
  bucket.onRequest = async (moment, what) => {
    if (moment === 'before' && what.includes(ofNoTable())) await held.promise;
  };
  await start();
  await expect.poll(() => ahead.has('contracts'), PATIENT).toBe(true);
  const {shared} = await ahead.get('contracts')!;
  expect([builds.serving(), readdirSync(dataDir)]).toEqual([null, expect.not.arrayContaining(['current'])]);
  held.resolve();
  await expect.poll(() => builds.serving(), PATIENT).toBe(idOf(1));
  expect(served().find(({dataset}) => dataset === 'contracts')?.bytes).toBe(shared.bytes);
  await expectAllClosed();
});

test(
  'a file that is damaged in the bucket is told; once it is right, the build is served',
  PATIENT,
  async () => {
    const entry = bucket.store.objects.get(objectOf(manifest.index['contracts']!.index))!;
    const {body} = entry;
    entry.body = Buffer.alloc(body.length);
    await start();
    await expect.poll(() => replication?.error, PATIENT).toContain('is not what its name');
    expect(builds.serving()).toBeNull();
    entry.body = body;
    await expect.poll(() => builds.serving(), PATIENT).toBe(idOf(1));
    await expect.poll(() => replication.error, PATIENT).toBeNull();
  },
);

test(
  'when another build is wanted meanwhile, that one is served, and what was loaded of the first is closed',
  PATIENT,
  async () => {
    const gone = ofNoTable();
    bucket.store.objects.delete(gone);
    await start();
    await expect.poll(() => replication?.error, PATIENT).toContain('lacks the object');
    await expect.poll(() => ahead.has('contracts'), PATIENT).toBe(true);
    const {shared} = await ahead.get('contracts')!;
    expect([builds.serving(), closed]).toEqual([null, []]);
    const folder = join(root, 'other');
    const other = await writeBuild(folder, {build_id: idOf(2), rows: {contracts: [{vendor: 'Quay Ltd'}]}});
    await publish(folder, other);
    await expect.poll(() => builds.serving(), PATIENT).toBe(idOf(2));
    expect(served().some(({bytes}) => bytes === shared.bytes)).toBe(false);
    await expectAllClosed();
  },
);

test('with a key, a build that nobody signed is told and not served; a signed one is', PATIENT, async () => {
  const publisher = newPublisher();
  const folder = join(root, 'signed');
  const first = await writeBuild(folder, {build_id: idOf(3), rows: {contracts: [{vendor: 'Signed Ltd'}]}});
  await signBuild(folder, first, publisher.signing);
  await publish(folder, first);
  await start(publisher.public);
  await expect.poll(() => builds.serving(), PATIENT).toBe(idOf(3));
  await publish(join(root, 'whole'), manifest);
  await expect.poll(() => replication.error, PATIENT).toContain(`build ${idOf(1)} has no signature`);
  expect(builds.serving()).toBe(idOf(3));
});
