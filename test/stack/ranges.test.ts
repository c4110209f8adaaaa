/**
 * A Parquet file of an export read by ranges, as DuckDB and others read files over HTTP: first its head, then
 * pieces.
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {runMakeKey} from '../../server/admin/make_key.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

let base: string;
let key: string;
let file: Buffer;
beforeAll(async () => {
  const dataDir = await sharedData();
  ({base} = await sharedServer());
  key = makeKey(dataDir);
  file = readFileSync(join(dataDir, 'current/export/contracts.parquet'));
}, 600_000);

const ask = (headers: Record<string, string>, method = 'GET', path = '/export/contracts?format=parquet') =>
  fetch(`${base}/api/v1${path}`, {
    method,
    headers: {'X-API-Key': key, 'Accept-Encoding': 'identity', ...headers},
  });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('the head says that there are ranges, and pieces make the file', async () => {
  const head = await ask({}, 'HEAD');
  expect(head.status).toBe(200);
  expect(head.headers.get('accept-ranges')).toBe('bytes');
  const size = Number(head.headers.get('content-length'));
  expect(size).toBe(file.length);
  // A footer is read from the end: eight bytes, then as many as they say.
  const last = await bytesOf(await ask({Range: 'bytes=-8'}));
  expect(last.toString('latin1', 4)).toBe('PAR1');
  const footer = last.readUInt32LE(0);
  const read = await ask({Range: `bytes=${size - 8 - footer}-${size - 9}`});
  expect([read.status, read.headers.get('content-range'), read.headers.get('content-length')]).toEqual([
    206,
    `bytes ${size - 8 - footer}-${size - 9}/${size}`,
    String(footer),
  ]);
  expect((await bytesOf(read)).equals(file.subarray(size - 8 - footer, size - 8))).toBe(true);
  const pieces: Buffer[] = [];
  const step = Math.ceil(size / 7);
  for (let from = 0; from < size; from += step)
    pieces.push(
      await bytesOf(
        await ask({Range: `bytes=${from}-${from + step - 1}`, 'If-Range': head.headers.get('etag')!}),
      ),
    );
  expect(Buffer.concat(pieces).equals(file)).toBe(true);
});

test('another version, several ranges and other formats are answered whole', async () => {
  const others: Record<string, string>[] = [
    {Range: 'bytes=0-9', 'If-Range': '"another"'},
    {Range: 'bytes=0-1,5-6'},
    {Range: 'lines=0-9'},
  ];
  for (const headers of others) {
    const whole = await ask(headers);
    expect([whole.status, (await bytesOf(whole)).length]).toEqual([200, file.length]);
  }
  const lines = await ask({Range: 'bytes=0-9'}, 'GET', '/export/bills?format=ndjson');
  expect([lines.status, lines.headers.get('accept-ranges')]).toEqual([200, null]);
  await lines.arrayBuffer();
  const unchanged = await ask({
    Range: 'bytes=0-9',
    'If-None-Match': (await ask({}, 'HEAD')).headers.get('etag')!,
  });
  expect(unchanged.status).toBe(304);
});

test('a range behind the end is 416, with the size', async () => {
  const refused = await ask({Range: `bytes=${file.length}-`});
  expect([refused.status, refused.headers.get('content-range')]).toEqual([416, `bytes */${file.length}`]);
  expect(await refused.json()).toEqual({
    error: {
      code: 'RANGE_NOT_SATISFIABLE',
      message: `The file has ${file.length} bytes: no byte of it is in the range.`,
    },
  });
});

test('the ranges of one file count as one request in a minute, those of another as one more', async () => {
  const own = makeKey(await sharedData());
  const used = async (): Promise<number> => {
    const response = await fetch(`${base}/api/v1/usage`, {headers: {'X-API-Key': own}});
    return ((await response.json()) as {data: {day: {used: number}}}).data.day.used;
  };
  // All within one minute.
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left));
  await ask({'X-API-Key': own}, 'HEAD');
  await Promise.all(
    Array.from({length: 8}, async (_, i) =>
      bytesOf(await ask({'X-API-Key': own, Range: `bytes=${i}-${i + 9}`})),
    ),
  );
  expect(await used()).toBe(1);
  await bytesOf(await ask({'X-API-Key': own, Range: 'bytes=0-9'}, 'GET', '/export/bills?format=parquet'));
  expect(await used()).toBe(2);
  // What is refused is counted each time.
  for (let n = 0; n < 2; n++) {
    const path = '/export/bills?format=parquet&law=true';
    expect((await ask({'X-API-Key': own, Range: 'bytes=0-9'}, 'GET', path)).status).toBe(400);
  }
  expect(await used()).toBe(4);
  // A whole file is a request of its own, and so is any other format, whatever it asks for.
  await bytesOf(await ask({'X-API-Key': own}));
  for (let n = 0; n < 2; n++)
    await bytesOf(await ask({'X-API-Key': own, Range: 'bytes=0-9'}, 'GET', '/export/bills?format=csv'));
  expect(await used()).toBe(7);
}, 120_000);

test('a tier without exports is refused, and counted, each time', async () => {
  const {stdout} = runMakeKey({DATA_DIR: await sharedData(), TIER: 'developer'}, new Date());
  const own = stdout.trim();
  for (let n = 0; n < 3; n++) expect((await ask({'X-API-Key': own, Range: 'bytes=0-9'})).status).toBe(403);
  const response = await fetch(`${base}/api/v1/usage`, {headers: {'X-API-Key': own}});
  expect(((await response.json()) as {data: {day: {used: number}}}).data.day.used).toBe(3);
});
