/** Three replicas behind HAProxy over a real bucket: builds are published and replicas killed while clients walk. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Gateway, hasRadosgw, startRadosgw} from '../helpers/radosgw.ts';
import {haproxy, publishNumber, type Replicas, startReplicas, type Walks, walk} from '../helpers/replicas.ts';
import {failures} from '../helpers/stack.ts';

/** Builds that are published under load; the full proof takes `BUILDS=50 RATE=1000`. */
const BUILDS = Number(process.env['BUILDS'] ?? 3);
const CLIENTS = 8;
/** Requests a second of all clients; as for BUILDS. */
const RATE = Number(process.env['RATE'] ?? 200);

describe.skipIf(!hasRadosgw || haproxy === null)('three replicas', () => {
  let gateway: Gateway;
  let replicas: Replicas;
  const publisher = mkdtempSync(join(tmpdir(), 'replicas-publisher-'));
  beforeAll(async () => {
    gateway = await startRadosgw('builds');
    Object.assign(process.env, gateway.env);
    await publishNumber(publisher, 1, 0);
    replicas = await startReplicas(gateway, 3);
  });
  afterAll(async () => {
    await replicas?.stop();
    await gateway.stop();
    for (const name of Object.keys(gateway.env)) delete process.env[name];
    rmSync(publisher, {recursive: true, force: true});
  });

  test('no request fails and no walk mixes builds while builds are published and replicas killed', async () => {
    const result: Walks = {requests: 0, repeated: 0, walks: 0, faults: []};
    let isOver = false;
    const clients = Array.from({length: CLIENTS}, () => walk(replicas, RATE / CLIENTS, () => isOver, result));
    for (let n = 2; n < 2 + BUILDS; n++) {
      // Killed while the build is published, at another moment each time; the quorum waits for its return.
      const killed = new Promise((resolve) => setTimeout(resolve, 100 * (n % 9))).then(() =>
        replicas.kill(n % 3),
      );
      await publishNumber(publisher, n, 3);
      await killed;
    }
    isOver = true;
    await Promise.all(clients);
    expect(result.faults.slice(0, 5)).toEqual([]);
    expect(result.walks).toBeGreaterThan(BUILDS);
    // One of the clients' requests a kill, at the very most.
    expect(result.repeated).toBeLessThanOrEqual(BUILDS * CLIENTS);
    for (const server of replicas.servers) expect(failures(server)).toEqual([]);
    process.stdout.write(
      `${BUILDS} builds, ${result.requests} requests, ${result.repeated} repeated, ${result.walks} walks\n`,
    );
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
