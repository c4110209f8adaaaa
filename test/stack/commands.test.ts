/**
 * The commands of the Makefile that need no long run, and how the programs fail: with a reason and the
 * remedy.
 */
import {readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {DICTIONARIES, indexFiles, type Manifest} from '../../builds/artefacts.ts';
import {type Ended, manifestOf, ROOT, run, sharedData, startServer} from '../helpers/stack.ts';

let dataDir: string;
let empty: string;
beforeAll(async () => {
  dataDir = await sharedData();
  empty = await mkdtemp(join(tmpdir(), 'commands-'));
  const {code} = await run('make', ['-q', 'node_modules/.complete'], {});
  if (code !== 0) throw new Error('node_modules is older than package.json: run make setup');
});
afterAll(() => rm(empty, {recursive: true, force: true}));

const make = (settings: Record<string, string>, ...args: string[]): Promise<Ended> =>
  run('make', args, settings);

const MAKEFILE = readFileSync(join(ROOT, 'Makefile'), 'utf8');

test('make help, which is also plain make, lists every target with a text', async () => {
  const targets = [...MAKEFILE.matchAll(/^([a-z][\w-]*):(?!=)/gm)].map(([, name]) => name!);
  const phony = /^\.PHONY: (.*)$/m.exec(MAKEFILE)![1]!.split(' ');
  expect(phony.toSorted()).toEqual(targets.filter((name) => !name.includes('/')).toSorted());
  const help = await make({}, 'help');
  expect([help.code, help.stderr]).toEqual([0, '']);
  const listed = help.stdout
    .trimEnd()
    .split('\n')
    .map((line) => /^ {2}make ([\w-]+) {2,}(\S.*)$/.exec(line)?.[1] ?? line);
  expect(listed).toEqual(targets);
  expect((await make({})).stdout).toBe(help.stdout);
});

test('make passes set values and no blank settings', async () => {
  const printed = await make(
    {RUNS: '7', PORT: '0', DATA_DIR: '', SCALE: ''},
    '-s',
    'SEED=3',
    '--eval=print-environment: ; @env',
    'print-environment',
  );
  const lines = printed.stdout.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(['SEED=3', 'RUNS=7', 'PORT=0', 'DATA_DIR=data', 'SCALE=small']),
  );
  expect(lines.filter((line) => /^[A-Z_]+=$/.test(line))).toEqual([]);
});

test('every target that the README and the documents name exists', () => {
  const text = ['README.md', 'CONTRIBUTING.md', 'docs/ADDING_A_SOURCE.md', 'docs/ARCHITECTURE.md']
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const named = [...text.matchAll(/(?:`|^)make (?:-s )?([a-z-]+)/gm)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(MAKEFILE).toMatch(new RegExp(`^${name}:.*## `, 'm'));
});

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The form of keys that docs/ACCOUNTS.md describes. */
function checksum(head: string): string {
  let rest = crc32(head);
  let text = '';
  while (text.length < 6) {
    text = DIGITS[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

test('make -s key prints one line, a key that the server accepts; only its hash is stored', async () => {
  const {code, stdout, stderr} = await make(
    {DATA_DIR: dataDir, TIER: 'enterprise', NAME: 'commands'},
    '-s',
    'key',
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^fpd_live_[0-9A-Za-z]{38}\n$/);
  const key = stdout.trim();
  expect(key.slice(41)).toBe(checksum(key.slice(0, 41)));
  expect(stderr).toContain('account commands, tier enterprise');
  expect(stderr).not.toContain(key);
  const server = await startServer(dataDir, {WORKERS: '1'});
  const status = async (given: string) =>
    (await fetch(`${server.base}/api/v1/sources`, {headers: {'X-API-Key': given}})).status;
  try {
    expect(await status(key)).toBe(200);
    const renewed = await make({DATA_DIR: dataDir, NAME: 'commands'}, '-s', 'key');
    expect(renewed.stderr).toContain('account commands, tier enterprise');
    expect(await status(renewed.stdout.trim())).toBe(200);
    // Threads remember a key for a moment: a revocation is felt within a second.
    await expect.poll(() => status(key)).toBe(401);
  } finally {
    await server.stop();
  }
  for (const file of ['accounts.db', 'accounts.db-wal'])
    expect(readFileSync(join(dataDir, file), {flag: 'a+'}).includes(key.slice(13))).toBe(false);
});

test('make key refuses an unknown tier and names the tiers', async () => {
  const {code, stdout, stderr} = await make({DATA_DIR: empty, TIER: 'gold'}, '-s', 'key');
  expect(code).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain('TIER must be one of: free, developer, pro, enterprise; got "gold"');
});

test('make check-data runs every check over the build', async () => {
  const {code, stdout} = await make({DATA_DIR: dataDir}, 'check-data');
  expect(code).toBe(0);
  const {build_id, checks} = manifestOf(dataDir);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.at(-1)).toBe(`${checks.length} hold, 0 do not, build ${build_id}`);
  expect(lines.slice(0, -1).every((line) => /^ok {4}\w+: \S/.test(line))).toBe(true);
  expect(lines).toHaveLength(checks.length + 1);
});

test('make verify reads every file of the build but report and catalogue', async () => {
  const {code, stdout, stderr} = await make({DATA_DIR: dataDir}, 'verify');
  expect([code, stderr]).toEqual([0, '']);
  const {build_id, sources, datasets, index, others} = manifestOf(dataDir) as Manifest;
  const files = [
    ...Object.values(datasets).flatMap((one) => one.files),
    ...Object.values(index).flatMap(indexFiles),
  ];
  // The ledger, the rejects and the places of rows of each source, the log of each table with files, with its checkpoint, and the
  // dictionaries.
  const logs = Object.values(datasets).filter((one) => one.files[0]?.path.startsWith('parquet/'));
  const rest = 3 * sources.length + 2 * logs.length + Object.keys(DICTIONARIES).length;
  expect(others).toHaveLength(rest);
  const count = files.length + rest;
  expect(stdout).toContain(`build ${build_id}: ${count} files, `);
  expect(stdout).toMatch(new RegExp(`^ledgers, rejects, table logs, dictionaries +${rest} files`, 'm'));
});

test('make inspect tells the sizes by dataset and by source', async () => {
  const {code, stdout} = await make({DATA_DIR: dataDir}, 'inspect');
  expect(code).toBe(0);
  const {sources} = manifestOf(dataDir);
  for (const {slug, kept} of sources) {
    expect(stdout).toMatch(
      new RegExp(`^${slug} +${kept.toLocaleString('en-CA')} +[\\d,]+ +[\\d,]+ +[\\d,]+ +\\d`, 'm'),
    );
  }
});

test('without a build check-data and catalogue say what to run first', async () => {
  const checked = await make({DATA_DIR: empty}, 'check-data');
  expect(checked.code).not.toBe(0);
  expect(checked.stderr).toContain(`no build in ${empty}: run make ingest or make demo first`);
  const written = await make({DATA_DIR: empty}, 'catalogue');
  expect(written.code).not.toBe(0);
  expect(written.stderr).toContain(join(empty, 'current'));
});

test('a server without a build answers /health 503 and data 503, documents all the same', async () => {
  const server = await startServer(empty, {WORKERS: '1'});
  try {
    const health = await fetch(`${server.base}/health`);
    expect([health.status, health.headers.get('retry-after'), health.headers.get('cache-control')]).toEqual([
      503,
      '1',
      'no-store',
    ]);
    expect(await health.json()).toMatchObject({
      status: 'error',
      build_id: null,
      data_as_of: null,
      records: {},
      checks: {store: 'ok'},
    });
    const {stdout} = await make({DATA_DIR: empty}, '-s', 'key');
    const data = await fetch(`${server.base}/api/v1/contracts`, {headers: {'X-API-Key': stdout.trim()}});
    expect([data.status, data.headers.get('retry-after'), await data.json()]).toEqual([
      503,
      '1',
      {error: {code: 'UNAVAILABLE', message: 'Service is temporarily unavailable.'}},
    ]);
    expect((await fetch(`${server.base}/openapi.json`)).status).toBe(200);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

test('a taken port and wrong settings end make serve with a reason', async () => {
  const server = await startServer(dataDir, {WORKERS: '1'});
  const {port} = new URL(server.base);
  try {
    const second = await make({DATA_DIR: dataDir, PORT: port}, 'serve');
    expect(second.code).not.toBe(0);
    expect(second.stderr).toContain(`server cannot start: cannot listen on 127.0.0.1:${port}`);
    expect(second.stderr).not.toMatch(/^\s+at /m);
  } finally {
    await server.stop();
  }
  const wrong = await make({DATA_DIR: dataDir, PORT: 'http'}, 'serve');
  expect(wrong.stderr).toContain('setting PORT must be a number of at least 0, got "http"');
});

test('make ingest refuses an unknown source, mirror and map by name', async () => {
  const known = join(dataDir, 'corpus/1');
  for (const [settings, message] of [
    [{SOURCES: 'canadabuys_award', MIRROR: known}, 'canadabuys_award'],
    [{MIRROR: join(empty, 'nowhere')}, join(empty, 'nowhere')],
    [{MIRROR: known, MIRROR_MAP: join(empty, 'map.json')}, join(empty, 'map.json')],
  ] as const) {
    const {code, stderr} = await make({DATA_DIR: join(empty, 'ingest'), ...settings}, 'ingest');
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
});
