/**
 * Three replicas behind HAProxy over a real bucket: builds are published and replicas killed while clients
 * walk.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {KEYS, readBuild} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {publishBuild} from '../../storage/publish_build.ts';
import {openS3} from '../../storage/s3_store.ts';
import {manifestOf} from '../helpers/mirror.ts';
import {idOf} from '../helpers/published.ts';
import {type Gateway, hasRadosgw, startRadosgw} from '../helpers/radosgw.ts';
import {
  haproxy,
  publishNumber,
  type Replicas,
  startReplicas,
  untilReady,
  type Walks,
  walk,
} from '../helpers/replicas.ts';
import {failures, sharedData, startServer} from '../helpers/stack.ts';

/** Builds that are published under load; the full proof takes `BUILDS=50 RATE=1000`. */
const BUILDS = Number(process.env['BUILDS'] ?? 3);
const CLIENTS = 8;
/** Requests a second of all clients; as for BUILDS. */
const RATE = Number(process.env['RATE'] ?? 100);

/** Bytes of all objects in the bucket. */
async function objectBytes(store: ObjectStore): Promise<number> {
  let sum = 0;
  for await (const {bytes} of store.list(KEYS.objects)) sum += bytes;
  return sum;
}

/** Bytes of the objects of build `n` that no build before it has. */
async function changedBytes(store: ObjectStore, n: number): Promise<number> {
  const filesOf = async (number: number) => (await readBuild(store, idOf(number)))!.files;
  const known = new Set<string>();
  for (let number = 1; number < n; number++) {
    for (const {sha256} of await filesOf(number)) known.add(sha256);
  }
  const changed = (await filesOf(n)).filter(({sha256}) => !known.has(sha256));
  return [...new Map(changed.map(({sha256, bytes}) => [sha256, bytes])).values()].reduce((a, b) => a + b, 0);
}

describe.skipIf(!hasRadosgw || haproxy === null)('three replicas', () => {
  let gateway: Gateway;
  let replicas: Replicas;
  let store: ObjectStore;
  const publisher = mkdtempSync(join(tmpdir(), 'replicas-publisher-'));
  beforeAll(async () => {
    gateway = await startRadosgw('builds');
    Object.assign(process.env, gateway.env);
    store = openS3('s3://builds/test', 'PUBLISH_TO');
    await publishNumber(publisher, 1, 0);
    replicas = await startReplicas(gateway, 3);
  });
  afterAll(async () => {
    await replicas?.stop();
    store?.close();
    await gateway.stop();
    for (const name of Object.keys(gateway.env)) delete process.env[name];
    rmSync(publisher, {recursive: true, force: true});
  });

  test('no request fails and no walk mixes builds while builds are published and replicas killed', async () => {
    const result: Walks = {requests: 0, repeated: 0, walks: 0, faults: []};
    const [before, startedAt] = [await objectBytes(store), performance.now()];
    let [isOver, sent] = [false, 0];
    const clients = Array.from({length: CLIENTS}, () => walk(replicas, RATE / CLIENTS, () => isOver, result));
    for (let n = 2; n < 2 + BUILDS; n++) {
      // Killed while the build is published, at another moment each time; the quorum waits for its return.
      const killed = new Promise((resolve) => setTimeout(resolve, 100 * (n % 9))).then(() =>
        replicas.kill(n % 3),
      );
      const {bytes} = await publishNumber(publisher, n, 3);
      expect([n, bytes.uploaded]).toEqual([n, await changedBytes(store, n)]);
      sent += bytes.uploaded;
      await killed;
    }
    isOver = true;
    await Promise.all(clients);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(sent).toBe((await objectBytes(store)) - before);
    expect(result.faults.slice(0, 5)).toEqual([]);
    expect(result.walks).toBeGreaterThan(BUILDS);
    // One of the clients' requests a kill, at the very most.
    expect(result.repeated).toBeLessThanOrEqual(BUILDS * CLIENTS);
    for (const server of replicas.servers) expect(failures(server)).toEqual([]);
    process.stdout.write(
      `${BUILDS} builds in ${seconds.toFixed(0)} s, ${sent} bytes of changed objects sent, ${result.requests} requests (${(result.requests / seconds).toFixed(0)} a second), ${result.repeated} repeated, ${result.walks} walks\n`,
    );
  });

  test('an empty replica fetches the small corpus, opens it and becomes ready', async () => {
    const data = await sharedData();
    const manifest = await manifestOf(data);
    const corpus = openS3('s3://builds/corpus', 'PUBLISH_TO');
    const options = {expected: null, quorum: 0, quorumMs: 0, now: () => new Date()};
    const {bytes} = await publishBuild(corpus, dataPaths(data).build(manifest.build_id), manifest, options);
    corpus.close();
    const folder = join(publisher, 'empty');
    const startedAt = performance.now();
    const replica = await startServer(folder, {...gateway.env, FOLLOW: 's3://builds/corpus'});
    try {
      await untilReady(replica.base);
      const seconds = (performance.now() - startedAt) / 1000;
      process.stdout.write(
        `an empty replica is ready with ${bytes.all} bytes after ${seconds.toFixed(1)} s\n`,
      );
      const health = (await (await fetch(`${replica.base}/health`)).json()) as {build_id: string};
      expect(health.build_id).toBe(manifest.build_id);
      // A goal of the full proof, which has the machine for itself.
      if (process.env['BUILDS']) expect(seconds).toBeLessThan(5);
    } finally {
      await replica.stop();
    }
  });

  test('health tells the build and that there is no lag', async () => {
    for (const {base} of replicas.servers) {
      await expect
        .poll(
          async () =>
            ((await fetch(`${base}/health`).then((r) => r.json())) as {replication: object}).replication,
        )
        .toMatchObject({build_id: (1 + BUILDS).toString(16).padStart(16, '0'), lag_seconds: 0, error: null});
    }
  });
});
