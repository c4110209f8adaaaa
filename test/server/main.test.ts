/** The server as a process over a real build: start, keys of another process, a new build, stop. */
import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {mkdtempSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {apiClient, overHttp} from '../helpers/api.ts';
import {writeBuild} from '../helpers/build.ts';
import {programCache} from '../helpers/program_cache.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const MAKE_KEY = fileURLToPath(new URL('../../server/admin/make_key.ts', import.meta.url));

let dataDir: string;
let running: ChildProcess[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'main-'));
  running = [];
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(dataDir, {recursive: true});
});

const env = (more: Record<string, string> = {}) => ({
  ...process.env,
  ...programCache(),
  DATA_DIR: dataDir,
  PORT: '0',
  ...more,
});

/** Starts the server; returns its first line and its standard error until its end. */
async function start(more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], {env: env(more), stdio: ['ignore', 'pipe', 'pipe']});
  running.push(child);
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const line = await Promise.race([
    new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk) => resolve(String(chunk).split('\n')[0]!)),
    ),
    ended.then(() => ''),
  ]);
  return {child, line, ended, said: () => stderr};
}

async function publish(id: string, vendors: string[]): Promise<void> {
  const {build, current} = dataPaths(dataDir);
  await writeBuild(build(id), {
    build_id: id,
    rows: {contracts: vendors.map((vendor) => ({vendor, value: 10.5}))},
  });
  symlinkSync(`builds/${id}`, `${current}.next`);
  renameSync(`${current}.next`, current);
}

async function healthOf(base: string, until: (body: {build_id: string | null}) => boolean) {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(`${base}/health`);
    const body = (await response.json()) as {status: string; build_id: string | null; records: object};
    if (until(body)) return {status: response.status, body};
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('health did not change within 5 seconds');
}

test('from no build to a second one, with keys made meanwhile', async () => {
  const {child, line, ended, said} = await start();
  expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
  const base = line.slice('listening on '.length);
  const key = execFileSync(process.execPath, [MAKE_KEY], {env: env(), stdio: ['ignore', 'pipe', 'ignore']});
  const api = apiClient(overHttp(base), key.toString().trim());

  expect((await healthOf(base, () => true)).status).toBe(503);
  expect((await api('/api/v1/contracts')).status).toBe(503);

  await publish('one', ['Northline Inc.']);
  await expect.poll(said).toMatch(/"build":"one","before":null,"msg":"serving build"/);
  const {status, body} = await healthOf(base, ({build_id}) => build_id === 'one');
  expect([status, body]).toMatchObject([200, {status: 'ok', records: {contracts: 1}, synthetic: true}]);
  const {rows} = await api('/api/v1/contracts?vendor=NORTHLINE');
  expect(rows).toMatchObject([{vendor: 'Northline Inc.', value: 10.5}]);
  expect((await api(`/api/v1/contracts/${rows[0]!['record_id']}`)).data['vendor_key']).toBe(
    'Northline%20Inc.',
  );

  await publish('two', ['Northline Inc.', 'Eastline Ltd.']);
  // Said when every thread serves it.
  await expect.poll(said).toMatch(/"build":"two","before":"one","msg":"serving build"/);
  expect((await api('/api/v1/contracts')).meta.total).toBe(2);
  for (const path of ['/docs', '/openapi.json', '/llms.txt'])
    expect((await fetch(base + path)).status).toBe(200);

  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said()).toContain('"msg":"stopped"');
  expect(said()).not.toContain(key.toString().trim());
});

test('a taken port and a wrong setting end the start with a reason', async () => {
  const {line} = await start();
  const port = new URL(line.slice('listening on '.length)).port;
  const second = await start({PORT: port});
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain(`cannot listen on 127.0.0.1:${port}`);
  for (const name of ['WORKERS', 'SITE_CACHE_MB', 'PROXIES']) {
    const wrong = await start({[name]: 'many'});
    expect(await wrong.ended).toBe(1);
    expect(wrong.said()).toContain(`${name} must be a number`);
    // A build is not read first.
    expect(wrong.said()).not.toContain('build');
  }
});
