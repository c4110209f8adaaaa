/**
 * A real S3 on a free port: Ceph's gateway over one monitor and one storage daemon that keeps everything in
 * memory.
 */
import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {promisify} from 'node:util';
import {findFreePort} from '../../server/process/find_free_port.ts';

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'ceph'];

/** Whether a program is found by its name. */
export const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Whether the machine has what it takes; Debian: radosgw, ceph-mon, ceph-osd. */
export const hasRadosgw = PROGRAMS.every(isInstalled);

export const ACCESS = {
  AWS_ACCESS_KEY_ID: 'tester',
  AWS_SECRET_ACCESS_KEY: 'tester-secret',
  AWS_REGION: 'us-east-1',
};

export interface Gateway {
  /** Variables of the environment by which programs find it. */
  env: Record<string, string>;
  endpoint: string;
  stop(): Promise<void>;
}

const START_MS = 30_000;

/** Another program may take a port before a daemon binds it. */
const ATTEMPTS = 4;

/**
 * `size = 1` and no authentication: the only client is on this machine. `tcp_nodelay`: answers of a few bytes
 * wait 40 ms without.
 */
const configOf = (
  folder: string,
  fsid: string,
  monitor: number,
  port: number,
  bytes: number,
): string => `[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitor}/0
mon initial members = a
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
paxos propose interval = 0.01
paxos min wait = 0.005
run dir = ${folder}
admin socket =
log file = ${folder}/$name.log
log to file = true
log to stderr = false
mon cluster log file = ${folder}/cluster.log
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = ${bytes}
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw thread pool size = 16
`;

const run = promisify(execFile);

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what} did not start within ${START_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts it and creates a user and a bucket, with room for so many bytes; takes about five seconds. */
export async function startRadosgw(bucket: string, bytes = 4 * 2 ** 30): Promise<Gateway> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(bucket, bytes);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(bucket: string, bytes: number): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'radosgw-'));
  const [monitor, port] = [await findFreePort('127.0.0.1', 0), await findFreePort('127.0.0.1', 0)];
  const [fsid, osd] = [randomUUID(), randomUUID()];
  const config = join(folder, 'ceph.conf');
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));
  writeFileSync(config, configOf(folder, fsid, monitor, port, bytes));
  const running: ChildProcess[] = [];
  const start = (program: string, ...args: string[]): void => {
    const out = openSync(join(folder, `${program}.out`), 'w');
    running.push(spawn(program, ['-c', config, ...args, '-f'], {stdio: ['ignore', out, out]}));
    closeSync(out);
  };
  const stop = async (): Promise<void> => {
    await Promise.all(
      running.map((child) => {
        const ended = child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null;
        // Nothing of it is kept.
        child.kill('SIGKILL');
        return ended;
      }),
    );
    rmSync(folder, {recursive: true, force: true});
  };
  try {
    const map = join(folder, 'monmap');
    await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[v1:127.0.0.1:${monitor}/0]`, map]);
    await run('ceph-mon', ['-c', config, '--mkfs', '-i', 'a', '--monmap', map]);
    start('ceph-mon', '-i', 'a');
    await run('ceph', ['-c', config, '--connect-timeout', '30', 'osd', 'new', osd]);
    // Its data lies in memory, but for what `mkfs` writes of its identity.
    await run('ceph-osd', ['-c', config, '-i', '0', '--mkfs', '--osd-uuid', osd]);
    start('ceph-osd', '-i', '0');
    start('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${port}`;
    await until('radosgw', async () => (await fetch(endpoint)).ok);
    const keys = [`--access-key=${ACCESS.AWS_ACCESS_KEY_ID}`, `--secret-key=${ACCESS.AWS_SECRET_ACCESS_KEY}`];
    const user = ['user', 'create', '--uid=tester', '--display-name=tester', ...keys];
    await run('radosgw-admin', ['-c', config, '-n', 'client.rgw', ...user], {timeout: START_MS});
    const env = {...ACCESS, AWS_ENDPOINT_URL_S3: endpoint};
    await makeBucket(endpoint, bucket);
    return {env, endpoint, stop};
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeBucket(endpoint: string, Bucket: string): Promise<void> {
  const {CreateBucketCommand, S3Client} = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint,
    region: ACCESS.AWS_REGION,
    forcePathStyle: true,
    credentials: {accessKeyId: ACCESS.AWS_ACCESS_KEY_ID, secretAccessKey: ACCESS.AWS_SECRET_ACCESS_KEY},
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({Bucket}));
  client.destroy();
}
