/** Builds that several threads download, each with an S3 client of its own. */

import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {KEYS} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {currentTag, publishBuild} from '../../storage/publish_build.ts';
import {openS3} from '../../storage/s3_store.ts';
import {stageBuild} from '../../storage/stage_build.ts';
import {type MemoryStore, memoryStore} from '../helpers/memory_store.ts';
import {idOf, sha256, writeBuild} from '../helpers/published.ts';

const LOCATION = 's3://builds';

let root: string;
let memory: MemoryStore;
let server: Server;
let store: ObjectStore;
const before = {...process.env};
/** Keys of the objects that were asked for, with the byte they were asked from. */
let asked: [key: string, from: number][];
/** Answers in the place of the bucket where it returns true. */
let instead: (key: string, response: ServerResponse) => boolean;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'fetch-threads-'));
  memory = memoryStore();
  asked = [];
  instead = () => false;
  server = createServer((request, response) => {
    const key = new URL(request.url ?? '', 'http://s3').pathname.slice('/builds/'.length);
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (key.startsWith(KEYS.objects)) asked.push([key, from]);
    const object = memory.objects.get(key);
    if (instead(key, response)) return;
    if (!object) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else {
      const {body, tag} = object;
      const range = from > 0 ? {'content-range': `bytes ${from}-${body.length - 1}/${body.length}`} : {};
      const headers = {'content-length': body.length - from, etag: tag, ...range};
      response.writeHead(from > 0 ? 206 : 200, headers).end(body.subarray(from));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'tester',
    AWS_SECRET_ACCESS_KEY: 'tester-secret',
  });
  store = openS3(LOCATION, 'FOLLOW');
});

afterEach(() => {
  store.close();
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  server.closeAllConnections();
  server.close();
  rmSync(root, {recursive: true, force: true});
});

const LARGE = Buffer.from(Array.from({length: 9 << 20}, (_, at) => (at * 7 + (at >> 13)) & 255));
const bodies: Record<string, string | Buffer> = {
  'index/contracts.idx': LARGE,
  'export/contracts.parquet': 'two',
  'export/same.parquet': 'two',
  ...Object.fromEntries(
    Array.from({length: 30}, (_, n) => [`parquet/contracts/s${n}.parquet`, `${n} `.repeat(n * 40_000)]),
  ),
};

async function publish(): Promise<void> {
  const manifest = writeBuild(join(root, 'publisher'), 1, bodies);
  const expected = await currentTag(memory);
  const options = {expected, quorum: 0, quorumMs: 0, now: () => new Date()};
  await publishBuild(memory, dataPaths(join(root, 'publisher')).build(idOf(1)), manifest, options);
}

const replica = (): string => join(root, 'replica');
const stage = () => stageBuild(store, idOf(1), replica(), {threads: 2});

function expectAll(): void {
  for (const [path, body] of Object.entries(bodies)) {
    const there = readFileSync(join(dataPaths(replica()).build(idOf(1)), path));
    expect(there.equals(Buffer.from(body as Buffer))).toBe(true);
  }
}

test('a build arrives byte for byte, each object once, and progress is reported', async () => {
  await publish();
  const reported: number[] = [];
  const {bytes} = await stageBuild(store, idOf(1), replica(), {
    threads: 3,
    onProgress: ({done, total}) => reported.push(done / total),
  });
  expectAll();
  expect(reported.at(-1)).toBe(1);
  expect(reported.some((share) => share > 0 && share < 1)).toBe(true);
  expect(bytes.downloaded).toBe(bytes.all - 'two'.length);
  expect(new Set(asked.map(([key]) => key)).size).toBe(asked.length);
});

test('a broken download continues from its last byte, with a new request', async () => {
  await publish();
  const key = KEYS.object(sha256(LARGE));
  let broken = 0;
  instead = (one, response) => {
    if (one !== key || broken++ > 0) return false;
    response.writeHead(200, {'content-length': LARGE.length});
    response.write(LARGE.subarray(0, 3_000_000), () => response.destroy());
    return true;
  };
  await stage();
  expectAll();
  const [, again] = asked.filter(([one]) => one === key);
  expect(again?.[1]).toBeGreaterThan(0);
});

test('a store that sends more than it announced, or nothing of HTTP, leads to an error', async () => {
  await publish();
  const key = KEYS.object(sha256(LARGE));
  for (const answer of ['HELLO\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc']) {
    instead = (one, response) => {
      if (one === key) response.socket?.end(answer);
      return one === key;
    };
    await expect(stage()).rejects.toThrow(LOCATION);
  }
  instead = () => false;
  await stage();
  expectAll();
});

test('a store without ranges is refused when a download is continued', async () => {
  await publish();
  const key = KEYS.object(sha256(LARGE));
  instead = (one, response) => {
    if (one !== key) return false;
    response.writeHead(200, {'content-length': LARGE.length});
    response.write(LARGE.subarray(0, 3_000_000), () => response.destroy());
    return true;
  };
  await expect(stage()).rejects.toThrow('the store answers no range from byte');
});

test('a busy store is asked again', async () => {
  await publish();
  let refused = 0;
  instead = (key, response) => {
    if (!key.startsWith(KEYS.objects) || refused++ >= 3) return false;
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    return true;
  };
  await stage();
  expectAll();
});

test('errors are those that a download in this thread has, and nothing stays open', async () => {
  await publish();
  const key = KEYS.object(sha256(LARGE));
  const {body} = memory.objects.get(key)!;
  memory.objects.get(key)!.body = Buffer.alloc(LARGE.length, 1);
  await expect(stage()).rejects.toThrow(
    `is not what its name ${sha256(LARGE)} says: publish the build again`,
  );
  memory.objects.delete(key);
  await expect(stage()).rejects.toThrow(`${LOCATION} lacks the object ${sha256(LARGE)}`);
  instead = (one, response) => {
    const text = '<Error><Code>AccessDenied</Code><Message>not yours</Message></Error>';
    if (one === key) response.writeHead(403, {'content-type': 'application/xml'}).end(text);
    return one === key;
  };
  await expect(stage()).rejects.toThrow(
    `${LOCATION}: reading ${key} failed (not yours): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
  );
  instead = () => false;
  memory.objects.set(key, {body, tag: '"x"', modified: new Date(0)});
  await stage();
  expectAll();
});
