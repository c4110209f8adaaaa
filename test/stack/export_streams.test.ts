/**
 * Long exports: readers that are slow or go away, builds that are switched and taken away, files that break.
 */
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {get, type IncomingMessage} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {manifestText} from '../../builds/manifest_text.ts';
import {lengthOf} from '../../engine/rows/json_lines.ts';
import {writeBuild} from '../helpers/build.ts';
import {makeKey, run, type Server, startServer} from '../helpers/stack.ts';
import {openReference} from '../reference/open.ts';

/** Enough rows that an export exceeds the socket buffers. */
const ROWS = 25_000;
const MB = 2 ** 20;

const dataDir = mkdtempSync(join(tmpdir(), 'exports-'));
let server: Server;
let key: string;

/** Characters that compress badly, the same in every run. */
function noise(i: number): string {
  let [text, seed] = ['', i * 2_654_435_761 + 1];
  while (text.length < 900) {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + text.length;
    text += (seed >>> 0).toString(36);
  }
  return text.slice(0, 900);
}

async function write(build_id: string, count: number): Promise<void> {
  const contracts = Array.from({length: count}, (_, i) => ({
    vendor: `${i % 3 === 0 ? 'Northline' : 'Umberfield'} ${i % 50}`,
    date: i % 97 === 0 ? null : `20${10 + (i % 15)}-0${1 + (i % 9)}-1${i % 10}`,
    value: i % 7 === 0 ? null : i,
    // A field of the list without an index: an index of noise took most of the time.
    source_url: `https://example.org/${noise(i)}`,
  }));
  await writeBuild(dataPaths(dataDir).build(build_id), {build_id, rows: {contracts}});
  publish(build_id);
}

/** The same build under another name. */
function copy(from: string, to: string): void {
  const {build} = dataPaths(dataDir);
  cpSync(build(from), build(to), {recursive: true});
  const manifest = join(build(to), inBuild.manifest);
  const held = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  writeFileSync(manifest, manifestText({...held, build_id: to}));
}

function publish(build_id: string): void {
  const {current} = dataPaths(dataDir);
  symlinkSync(`builds/${build_id}`, `${current}.next`);
  renameSync(`${current}.next`, current);
}

beforeAll(async () => {
  await write('one', ROWS);
  copy('one', 'three');
  server = await startServer(dataDir, {LOG_LEVEL: 'info', WORKERS: '1', PREVIOUS_BUILD_MS: '0'});
  key = makeKey(dataDir);
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, {recursive: true, force: true});
});

/** A response that is not read. */
function startExport(query: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = `${server.base}/api/v1/export/contracts${query}`;
    get(url, {agent: false, headers: {'X-API-Key': key, ...headers}}, (answer) => {
      answer.pause();
      resolve(answer);
    }).on('error', reject);
  });
}

async function rest(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const exported = async (query: string) => rest(await startExport(query));

function residentBytes(): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  return Number(kb) * 1024;
}

async function until(fits: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await fits())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms`);
    await pause(50);
  }
}

const serves = async (build: string) =>
  ((await (await fetch(`${server.base}/health`)).json()) as {build_id: string}).build_id === build;

const closed = (build: string) => server.stderr().includes(`"build":"${build}","msg":"closed build"`);

/** The list items of the first build as the reference executor gives them. */
async function readItems(): Promise<Buffer> {
  const engine = await openReference(dataPaths(dataDir).build('one'), {memory_mb: 512});
  try {
    const query = {
      dataset: 'contracts',
      where: [],
      sort: 'date',
      order: 'desc',
      limit: ROWS,
      offset: 0,
    } as const;
    const {items} = await engine.list(query);
    return Buffer.from(items.bytes.subarray(0, lengthOf(items)));
  } finally {
    await engine.close();
  }
}

let read: Promise<Buffer> | undefined;
const firstItems = (): Promise<Buffer> => {
  read ??= readItems();
  return read;
};

test('NDJSON equals the rows of the reference byte by byte; CSV and filtered exports have the same rows', async () => {
  const lines = await exported('');
  expect(lines.equals(await firstItems())).toBe(true);
  const rows = lines
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows).toHaveLength(ROWS);
  const csv = (some: typeof rows) =>
    [Object.keys(rows[0]!), ...some.map((row) => Object.values(row))]
      .map((cells) => `${cells.map((cell) => cell ?? '').join()}\r\n`)
      .join('');
  expect((await exported('?format=csv')).toString() === csv(rows)).toBe(true);
  const some = rows.filter(({vendor}) => String(vendor).startsWith('Northline'));
  expect(some.length).toBeGreaterThan(2 * 4096);
  expect((await exported('?vendor=northline&format=csv')).toString() === csv(some)).toBe(true);
  const ndjson = some.map((row) => `${JSON.stringify(row)}\n`).join('');
  expect((await exported('?vendor=northline')).toString() === ndjson).toBe(true);
});

test.skipIf(process.platform !== 'linux')(
  'readers that do not read cost the server next to nothing',
  async () => {
    const queries = [
      '',
      '',
      '?vendor=line',
      '?vendor=field',
      '?format=csv',
      '?format=parquet',
      '?format=parquet',
    ];
    for (const query of queries) await exported(query);
    const before = residentBytes();
    const answers = await Promise.all([...queries, ...queries].map((query) => startExport(query)));
    await pause(1500);
    expect(residentBytes() - before).toBeLessThan(80 * MB);
    const [first] = answers;
    expect((await rest(first!)).equals(await firstItems())).toBe(true);
    for (const answer of answers) answer.destroy();
  },
);

/**
 * Reads bodies to their ends and drops them, one after the other, in a process of its own; tells when it
 * began and ended.
 */
const READER = `
  const {get} = require('node:http');
  const [key, ...urls] = process.argv.slice(1);
  const next = () => urls.length && get(urls.pop(), {headers: {'X-API-Key': key}}, (answer) => answer.resume().on('end', next));
  console.log(Date.now());
  process.on('exit', () => console.log(Date.now()));
  next();`;

test('other requests are answered while exports run', async () => {
  const [times, kinds] = [4, ['', '?format=csv', '?lang=en&format=csv']];
  const readers = kinds.map((query) => {
    const urls = Array<string>(times).fill(`${server.base}/api/v1/export/contracts${query}`);
    return run(process.execPath, ['-e', READER, key, ...urls], {});
  });
  let over = false;
  const running = Promise.all(readers).finally(() => {
    over = true;
  });
  const answered: number[] = [];
  while (!over) {
    const answer = await fetch(`${server.base}/api/v1/contracts?limit=1`, {headers: {'X-API-Key': key}});
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    answered.push(Date.now());
  }
  const spans = (await running).map(({stdout}) => stdout.trim().split('\n').map(Number));
  const [from, to] = [
    Math.max(...spans.map(([begun]) => begun!)),
    Math.min(...spans.map(([, ended]) => ended!)),
  ];
  const meanwhile = answered.filter((at) => at > from && at < to);
  // Between exports that keep the thread to themselves there would be room for one each.
  expect(meanwhile.length).toBeGreaterThan(2 * times * kinds.length);
});

test('streams continue from their build after a switch and its removal', async () => {
  const queries = ['', '?format=csv', '?vendor=field&lang=en', '?format=parquet'];
  const before = await Promise.all(queries.map(exported));
  const answers = await Promise.all(queries.map((query) => startExport(query)));
  const gone = await startExport('');
  await write('two', 50);
  await until(() => serves('two'));
  rmSync(dataPaths(dataDir).build('one'), {recursive: true});
  gone.destroy();
  await pause(300);
  expect(closed('one')).toBe(false);
  for (const [i, answer] of answers.entries()) {
    expect(answer.headers['etag']).toMatch(/^"one-/);
    expect((await rest(answer)).equals(before[i]!), queries[i]).toBe(true);
  }
  await until(() => closed('one'));
  expect((await exported('?fields=record_id')).toString().split('\n')).toHaveLength(51);
});

test('the build of a disconnected client is released', async () => {
  publish('three');
  await until(() => serves('three'));
  const coded = {'Accept-Encoding': 'gzip'};
  const answers = await Promise.all([
    startExport(''),
    startExport('?format=csv'),
    startExport('?format=parquet'),
    startExport('', coded),
  ]);
  await write('four', 50);
  await until(() => serves('four'));
  expect(closed('three')).toBe(false);
  for (const answer of answers) answer.destroy();
  await until(() => closed('three'));
});

test('a truncated file breaks its connection only', async () => {
  publish('three');
  await until(() => serves('three'));
  const answers = await Promise.all([
    startExport('?detail=full'),
    startExport('?detail=full', {'Accept-Encoding': 'br'}),
    startExport('?detail=full&format=csv'),
  ]);
  truncateSync(join(dataPaths(dataDir).build('three'), inBuild.details('contracts')), 1000);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    await expect(rest(answer)).rejects.toThrow('aborted');
  }
  expect(server.stderr()).toContain('answer broke off');
  const listed = await fetch(`${server.base}/api/v1/vendors?limit=1`, {headers: {'X-API-Key': key}});
  expect(listed.status).toBe(200);
});
