/** Builds that several threads download, each with requests that the first one signs. */

import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {dataPaths} from '../../datasets/artefacts.ts';
import {KEYS} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {currentTag, publishBuild} from '../../storage/publish_build.ts';
import {stageBuild} from '../../storage/stage_build.ts';
import {type MemoryStore, memoryStore} from '../helpers/memory_store.ts';
import {idOf, sha256, writeBuild} from '../helpers/published.ts';

let root: string;
let memory: MemoryStore;
let server: Server;
let origin: string;
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
    const key = (request.url ?? '').slice(1);
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    asked.push([key, from]);
    const body = memory.objects.get(key)?.body;
    if (instead(key, response)) return;
    if (request.headers.authorization !== `signed for ${key}`) response.writeHead(403).end();
    else if (!body) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else {
      const range = from > 0 ? {'content-range': `bytes ${from}-${body.length - 1}/${body.length}`} : {};
      response.writeHead(from > 0 ? 206 : 200, {'content-length': body.length - from, ...range});
      response.end(body.subarray(from));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, {recursive: true, force: true});
});

/** The store in memory, whose objects others can read at the server. */
const signing = (): ObjectStore => ({
  ...memory,
  open: () => Promise.reject(new Error('only the threads download')),
  sign: async (key, from) => ({
    origin,
    target: `/${key}`,
    headers: {
      host: new URL(origin).host,
      authorization: `signed for ${key}`,
      ...(from > 0 ? {range: `bytes=${from}-`} : {}),
    },
  }),
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

function expectAll(): void {
  for (const [path, body] of Object.entries(bodies)) {
    const there = readFileSync(join(dataPaths(replica()).build(idOf(1)), path));
    expect(there.equals(Buffer.from(body as Buffer))).toBe(true);
  }
}

test('a build arrives byte for byte, each object once, and what has come is told', async () => {
  await publish();
  const told: number[] = [];
  const {bytes} = await stageBuild(signing(), idOf(1), replica(), {
    threads: 3,
    onProgress: ({done, total}) => told.push(done / total),
  });
  expectAll();
  expect(told.at(-1)).toBe(1);
  expect(told.some((share) => share > 0 && share < 1)).toBe(true);
  expect(bytes.downloaded).toBe(bytes.all - 'two'.length);
  expect(new Set(asked.map(([key]) => key)).size).toBe(asked.length);
});

test('a broken download goes on where it ended, by a request that is signed anew', async () => {
  await publish();
  const key = KEYS.object(sha256(LARGE));
  let broken = 0;
  instead = (one, response) => {
    if (one !== key || broken++ > 0) return false;
    response.writeHead(200, {'content-length': LARGE.length});
    response.write(LARGE.subarray(0, 3_000_000), () => response.destroy());
    return true;
  };
  await stageBuild(signing(), idOf(1), replica(), {threads: 2});
  expectAll();
  const [, again] = asked.filter(([one]) => one === key);
  expect(again?.[1]).toBeGreaterThan(0);
});

test('a store that is busy is asked again', async () => {
  await publish();
  let refused = 0;
  instead = (_, response) => {
    if (refused++ >= 3) return false;
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    return true;
  };
  await stageBuild(signing(), idOf(1), replica(), {threads: 2});
  expectAll();
});

test('errors are those that a download in this thread has, and nothing stays open', async () => {
  await publish();
  const key = KEYS.object(sha256(LARGE));
  const {body} = memory.objects.get(key)!;
  const stage = () => stageBuild(signing(), idOf(1), replica(), {threads: 2});
  memory.objects.get(key)!.body = Buffer.alloc(LARGE.length, 1);
  await expect(stage()).rejects.toThrow(
    `is not what its name ${sha256(LARGE)} says: publish the build again`,
  );
  memory.objects.delete(key);
  await expect(stage()).rejects.toThrow(`${memory.location} lacks the object ${sha256(LARGE)}`);
  instead = (one, response) => {
    if (one === key) response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    return one === key;
  };
  await expect(stage()).rejects.toThrow(
    `${memory.location}: reading ${key} failed (AccessDenied): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
  );
  instead = () => false;
  const unsigned = {...signing(), sign: () => Promise.reject(new Error('no credentials'))};
  await expect(stageBuild(unsigned, idOf(1), replica(), {threads: 2})).rejects.toThrow('no credentials');
  memory.objects.set(key, {body, tag: '"x"', modified: new Date(0)});
  await stage();
  expectAll();
});
