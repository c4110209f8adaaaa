/** Downloads that meet faults: what is tried again, resumed, or refused with a remedy. */
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {bench, closing, csvOf, ofKind, plain, single} from '../../helpers/fetching.ts';
import {startCanadaBuys} from '../../portals/canadabuys.ts';
import {startServer} from '../../portals/server.ts';
import {type Fault, type File, startStorage} from '../../portals/storage.ts';

const BODY = csvOf(400_000);

/** Fetches one file that meets `faults`. */
async function meeting(faults: (Fault | null)[], file: Partial<File> = {}, overrides = {}) {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: BODY, faults, ...file});
  const made = await bench(overrides);
  return {...made, storage, url, fetched: single(made.fetch([plain(url)]))};
}

test('429 waits as long as Retry-After says, in seconds or as a date', async () => {
  const now_ms = Date.parse('2026-03-04T05:06:07Z');
  const storage = await closing(startStorage());
  const status = (value: string): Fault => ({kind: 'status', status: 429, headers: {'retry-after': value}});
  const faults = [status('7'), status('Wed, 04 Mar 2026 05:06:37 GMT'), status('86400')];
  const url = storage.put('/rows.csv', {body: BODY, faults});
  const {fetch, waits, events} = await bench({}, {clock: () => now_ms});
  await single(fetch([plain(url)]));
  expect(waits).toEqual([7000, 30_000, 600_000]);
  const host = new URL(url).host;
  expect(ofKind(events, 'waiting')[0]).toEqual({
    kind: 'waiting',
    source: 'example',
    host,
    reason: 'HTTP 429',
    ms: 7000,
  });
});

test('503 is retried with full-jitter exponential backoff, then fails', async () => {
  const down: Fault = {kind: 'status', status: 503};
  const cured = await meeting([down, down, down]);
  expect((await cured.fetched).body.equals(BODY)).toBe(true);
  expect(cured.waits).toEqual([500, 1000, 2000]);
  const lost = await meeting([down, down, down], {}, {FETCH_RETRIES: '2'});
  await expect(lost.fetched).rejects.toThrow(
    /example, file rows.csv: gave up after 3 tries: HTTP 503 .*run again/,
  );
  expect(ofKind(lost.events, 'failed')).toHaveLength(1);
});

test('a reset midway is resumed by Range with If-Range', async () => {
  const {fetched, storage} = await meeting([
    {kind: 'reset', after: 150_000},
    {kind: 'reset', after: 100_000},
  ]);
  expect((await fetched).body.equals(BODY)).toBe(true);
  const [, second, third] = storage.requests.map((row) => row.headers);
  expect(second?.range).toBe('bytes=150000-');
  expect(second?.['if-range']).toMatch(/^"/);
  expect(third?.range).toBe('bytes=250000-');
});

test('attempts that receive bytes do not use up the retries', async () => {
  const faults: Fault[] = Array.from({length: 5}, () => ({kind: 'reset', after: 20_000}));
  const {fetched} = await meeting(faults, {}, {FETCH_RETRIES: '1'});
  expect((await fetched).body.equals(BODY)).toBe(true);
});

test('a stalled transfer is aborted and resumed', async () => {
  const {fetched, storage, events} = await meeting([{kind: 'stall', after: 90_000}]);
  expect((await fetched).body.equals(BODY)).toBe(true);
  expect(storage.requests[1]?.headers.range).toBe('bytes=90000-');
  expect(ofKind(events, 'waiting')[0]?.reason).toBe('stalled in the body');
});

test('a body shorter than its content-length is truncated and resumed', async () => {
  const {fetched, storage} = await meeting([{kind: 'short', after: 5000}]);
  expect((await fetched).body.equals(BODY)).toBe(true);
  expect(storage.requests[1]?.headers.range).toBe('bytes=5000-');
});

test('a body that is always truncated is an error, and nothing is stored', async () => {
  const faults: Fault[] = Array.from({length: 9}, () => ({kind: 'short', after: 5000}));
  const {fetched, stored} = await meeting(faults, {ranges: false}, {FETCH_RETRIES: '3'});
  await expect(fetched).rejects.toThrow(/connection closed early/);
  expect((await stored()).filter((name) => !name.includes('.part'))).toEqual([]);
});

test('without Range or a strong validator the download starts over', async () => {
  const unranged = await meeting([{kind: 'reset', after: 100_000}], {ranges: false});
  expect((await unranged.fetched).body.equals(BODY)).toBe(true);
  const weak = await meeting([{kind: 'reset', after: 100_000}], {etag: 'weak'});
  expect((await weak.fetched).body.equals(BODY)).toBe(true);
  expect(weak.storage.requests[1]?.headers.range).toBeUndefined();
});

test('a file that changes between two attempts is not spliced', async () => {
  const storage = await closing(startStorage());
  const after = csvOf(300_000).reverse();
  const url = storage.put('/rows.csv', {body: BODY, faults: [{kind: 'reset', after: 100_000}]});
  const change = async () => void storage.put('/rows.csv', {body: after});
  const {fetch} = await bench({}, {sleep: change});
  expect((await single(fetch([plain(url)]))).body.equals(after)).toBe(true);
});

test('a range that is not the rest of the same body is not spliced', async () => {
  const other = Buffer.from(BODY).reverse();
  // the response of a server that ignores If-Range and Range
  for (const wrong of [
    {body: other, etag: '"b"', shift: 0},
    {body: BODY, etag: '"a"', shift: 7},
  ]) {
    let met = false;
    const server = await closing(
      startServer((request, _, response) => {
        const range = /\d+/.exec(request.headers.range ?? '')?.[0];
        const cut = range === undefined && !met;
        met ||= range !== undefined;
        const {body, etag, shift} = range === undefined ? {body: BODY, etag: '"a"', shift: 0} : wrong;
        const start = range === undefined ? 0 : Number(range) + shift;
        const part = {'content-range': `bytes ${start}-${body.length - 1}/${body.length}`};
        const headers = {etag, 'content-length': body.length - start, ...(start > 0 ? part : {})};
        response.writeHead(start > 0 ? 206 : 200, headers);
        if (!cut) return void response.end(body.subarray(start));
        response.write(body.subarray(0, 50_000), () => setTimeout(() => response.socket?.destroy(), 150));
      }),
    );
    const {fetch} = await bench();
    expect((await single(fetch([plain(`${server.base}/rows.csv`)]))).body.equals(BODY)).toBe(true);
    // A busy machine may read nothing of the first response, which is then requested again.
    const ranges = server.requests.map((row) => row.headers.range);
    expect(ranges.slice(-2)).toEqual([expect.stringMatching(/^bytes=\d+-$/), undefined]);
  }
});

test('an HTML page is refused by its type or by its first byte, whatever its status', async () => {
  const page = Buffer.from('\n <!doctype html><title>Service unavailable</title>');
  const typed = await meeting([], {body: csvOf(100), type: 'text/html; charset=utf-8'});
  await expect(typed.fetched).rejects.toThrow(
    /an HTML page came where csv was expected .*drop folder inbox\/example/,
  );
  const disguised = await meeting([], {body: page});
  await expect(disguised.fetched).rejects.toThrow(/an HTML page came/);
  expect(await disguised.stored()).toEqual([]);
  expect(disguised.storage.requests).toHaveLength(1);
});

test('an empty file is refused', async () => {
  for (const body of [Buffer.alloc(0), Buffer.from('\ufeff\r\n')]) {
    const {fetched, stored} = await meeting([], {body});
    await expect(fetched).rejects.toThrow(/the file is empty/);
    expect(await stored()).toEqual([]);
  }
});

test('403 is a refusal by the publisher: it names the remedy and is not retried', async () => {
  const portal = await closing(startCanadaBuys());
  portal.files.set('open.csv', {body: BODY});
  const files = [plain(`${portal.base}/opendata/pub/open.csv`)];
  const {fetch, stored} = await bench({USER_AGENT: 'robot/1'});
  const refused = expect(fetch(files)).rejects;
  await refused.toMatchObject({
    name: 'FetchError',
    source: 'example',
    file: 'rows.csv',
    url: files[0]?.via.portal === 'plain' ? files[0].via.url : '',
    problem: 'refused by publisher with HTTP 403',
    remedy: expect.stringMatching(/CONTACT.*USER_AGENT.*drop folder/),
  });
  expect(portal.requests).toHaveLength(1);
  expect(await stored()).toEqual([]);
});

test('404 is not retried', async () => {
  const storage = await closing(startStorage());
  await expect((await bench()).fetch([plain(`${storage.base}/none.csv`)])).rejects.toThrow(/HTTP 404/);
  expect(storage.requests).toHaveLength(1);
});

test('a redirect loop ends, and redirects to other schemes are not followed', async () => {
  const server = await closing(
    startServer((_, url, response) => {
      const location = url.pathname === '/file' ? 'file:///etc/hostname' : `${url.pathname}x`;
      response.writeHead(302, {location}).end();
    }),
  );
  const {fetch} = await bench();
  await expect(fetch([plain(`${server.base}/a`)])).rejects.toThrow(/more than 5 redirects/);
  expect(server.requests).toHaveLength(6);
  await expect(fetch([plain(`${server.base}/file`)])).rejects.toThrow(/redirected to "file:/);
});

test('a file over FETCH_MAX_BYTES is refused, announced or not', async () => {
  const announced = await meeting([], {}, {FETCH_MAX_BYTES: '1000'});
  await expect(announced.fetched).rejects.toThrow(/larger than 1000 bytes .*FETCH_MAX_BYTES/);
  const server = await closing(startServer((_, __, response) => void response.write(BODY)));
  const {fetch, stored} = await bench({FETCH_MAX_BYTES: '1000'});
  await expect(fetch([plain(`${server.base}/rows.csv`)])).rejects.toThrow(/larger than 1000 bytes/);
  expect(await stored()).toEqual([]);
});

test('a body under a content-encoding is refused', async () => {
  const {fetched} = await meeting([], {headers: {'content-encoding': 'gzip'}});
  await expect(fetched).rejects.toThrow(/content-encoding gzip/);
});

test('a source has a deadline, and a caller can stop it', async () => {
  const slow: Fault = {kind: 'slow', piece: 1000, every_ms: 50};
  const late = await meeting([slow], {}, {FETCH_SOURCE_MS: '200'});
  await expect(late.fetched).rejects.toThrow(/not complete after 200 ms .*FETCH_SOURCE_MS/);
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: BODY, faults: [slow]});
  const stop = new AbortController();
  const {fetch, events} = await bench();
  const fetched = fetch([plain(url)], {signal: stop.signal});
  setTimeout(() => stop.abort(new Error('stopped by the caller')), 100);
  await expect(fetched).rejects.toThrow('stopped by the caller');
  expect(ofKind(events, 'failed')).toEqual([]);
});

test('one failing file fails the source and stops the others, which the next run resumes', async () => {
  const storage = await closing(startStorage());
  const intact = storage.put('/sound.csv', {
    body: BODY,
    faults: [{kind: 'slow', piece: 2000, every_ms: 20}],
  });
  const broken = storage.put('/broken.csv', {
    body: BODY,
    faults: [
      {kind: 'status', status: 503},
      {kind: 'status', status: 410},
    ],
  });
  // The other file fails permanently once the intact one has received some bytes.
  const begun = async () => {
    const path = join(dataDir, 'raw/example/sound.csv.part');
    while (((await stat(path).catch(() => null))?.size ?? 0) === 0) await delay(10);
  };
  const {fetch, stored, dataDir} = await bench({}, {sleep: begun});
  const files = [plain(intact, 'sound.csv'), plain(broken, 'broken.csv')];
  await expect(fetch(files)).rejects.toThrow(/broken.csv: HTTP 410/);
  expect((await stored()).sort()).toEqual(['sound.csv.part', 'sound.csv.part.json']);
  const again = await fetch(files);
  expect(again === 'absent' ? [] : again.map((row) => row.bytes)).toEqual([BODY.length, BODY.length]);
  const resumed = storage.requests.filter((row) => row.headers.range);
  expect(resumed.map((row) => row.path)).toEqual(['/sound.csv']);
});
