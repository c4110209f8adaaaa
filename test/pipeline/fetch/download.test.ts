/** Downloads that go well: conditions, encodings, events, order; and what the store holds afterwards. */
import {createHash} from 'node:crypto';
import {readFile, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {bench, closing, csvOf, ofKind, plain, single} from '../../helpers/fetching.ts';
import {startCanadaBuys} from '../../portals/canadabuys.ts';
import {startStorage} from '../../portals/storage.ts';

const at = (time: string) => ({now: () => new Date(time)});

test('a first download is stored under its hash with a sidecar, and reported', async () => {
  const storage = await closing(startStorage());
  const body = csvOf(300_000);
  const url = storage.put('/rows.csv', {body, last_modified: 'Mon, 02 Mar 2026 10:00:00 GMT'});
  const {fetch, stored, dataDir, events} = await bench();
  const {snapshot, body: kept} = await single(fetch([plain(url)]));
  const sha256 = createHash('sha256').update(body).digest('hex');
  expect(kept.equals(body)).toBe(true);
  const facts = {
    name: 'rows.csv',
    format: 'csv',
    sha256,
    bytes: body.length,
    url,
    fetched_at: '2026-03-04T05:06:07',
    checked_at: '2026-03-04T05:06:07',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    last_modified: 'Mon, 02 Mar 2026 10:00:00 GMT',
    encoding: 'utf-8',
    synthetic: false,
    origin: 'live',
  };
  const path = join(dataDir, 'raw/example', `${sha256}.csv`);
  expect(snapshot).toEqual({...facts, path});
  expect((await stored()).sort()).toEqual([`${sha256}.csv`, `${sha256}.json`]);
  const sidecar = JSON.parse(await readFile(path.replace('.csv', '.json'), 'utf8'));
  expect(sidecar).toEqual(facts);
  expect(events[0]).toEqual({kind: 'started', source: 'example', files: 1, origin: 'live'});
  expect(ofKind(events, 'fetched')).toMatchObject([{file: 'rows.csv', bytes: body.length, changed: true}]);
});

test('the user agent and identity coding are sent', async () => {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: csvOf(100)});
  await single((await bench()).fetch([plain(url)]));
  const {headers} = storage.requests[0]!;
  expect(headers['user-agent']).toBe('example/1 (me@example.org)');
  expect(headers['accept-encoding']).toBe('identity');
});

test('an unchanged file by ETag is confirmed without a body', async () => {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: csvOf(5000)});
  const {fetch, stored, events} = await bench();
  const first = await single(fetch([plain(url)], at('2026-03-04T00:00:00Z')));
  const again = await single(fetch([plain(url)], at('2026-03-05T00:00:00Z')));
  expect(storage.requests[1]?.headers['if-none-match']).toBe(first.snapshot.etag);
  expect(again.snapshot).toEqual({...first.snapshot, checked_at: '2026-03-05T00:00:00'});
  expect(again.snapshot.fetched_at).toBe('2026-03-04T00:00:00');
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false]);
  expect(await stored()).toHaveLength(2);
});

test('CanadaBuys confirms by Last-Modified', async () => {
  const portal = await closing(startCanadaBuys());
  const file = {body: csvOf(5000), last_modified: 'Mon, 02 Mar 2026 10:00:00 GMT'};
  portal.files.set('open.csv', file);
  const {fetch, events} = await bench();
  const files = [plain(`${portal.base}/opendata/pub/open.csv`)];
  await single(fetch(files));
  await single(fetch(files));
  expect(portal.requests[1]?.headers['if-modified-since']).toBe(file.last_modified);
  portal.files.set('open.csv', {body: csvOf(6000), last_modified: 'Tue, 03 Mar 2026 10:00:00 GMT'});
  const {snapshot} = await single(fetch(files));
  expect(snapshot.bytes).toBe(csvOf(6000).length);
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false, true]);
});

test('a file that returns to older bytes is the newest again, with its first fetch time', async () => {
  const storage = await closing(startStorage());
  const {fetch} = await bench();
  const days = ['01', '02', '03', '04'];
  const seen: string[] = [];
  for (const day of days) {
    const url = storage.put('/rows.csv', {body: csvOf(day === '02' ? 900 : 500)});
    const {snapshot} = await single(fetch([plain(url)], at(`2026-03-${day}T00:00:00Z`)));
    seen.push(`${snapshot.bytes > 700 ? 'B' : 'A'} ${snapshot.fetched_at.slice(8, 10)}`);
  }
  expect(seen).toEqual(['A 01', 'B 02', 'A 01', 'A 01']);
  expect(storage.requests.at(-1)?.headers['if-none-match']).toBeDefined();
});

test('a file whose URL changed is requested without conditions', async () => {
  const storage = await closing(startStorage());
  const {fetch} = await bench();
  await single(fetch([plain(storage.put('/old.csv', {body: csvOf(500)}))]));
  await single(fetch([plain(storage.put('/new.csv', {body: csvOf(500)}))]));
  expect(storage.requests[1]?.headers['if-none-match']).toBeUndefined();
});

test('a missing or truncated stored file is downloaded again', async () => {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: csvOf(5000)});
  const {fetch} = await bench();
  const {snapshot} = await single(fetch([plain(url)]));
  await truncate(snapshot.path, 100);
  const again = await single(fetch([plain(url)]));
  expect(storage.requests[1]?.headers['if-none-match']).toBeUndefined();
  expect(again.body.equals(csvOf(5000))).toBe(true);
});

test('bytes that are not UTF-8 are windows-1252; a character across chunks is valid', async () => {
  const storage = await closing(startStorage());
  const slow = {kind: 'slow', piece: 1, every_ms: 0} as const;
  const utf8 = Buffer.from('nom\r\n"Éric 漢字 😀"\r\n');
  const latin = Buffer.from('nom\r\nÉric\r\n', 'latin1');
  const cut = utf8.subarray(0, utf8.indexOf(0x98)); // ends inside the last character
  const urls = [utf8, latin, cut].map((body, n) => storage.put(`/${n}.csv`, {body, faults: [slow]}));
  const files = urls.map((url, n) => plain(url, `${n}.csv`));
  const snapshots = await (await bench()).fetch(files);
  if (snapshots === 'absent') throw new Error('three snapshots were expected');
  expect(snapshots.map((row) => row.encoding)).toEqual(['utf-8', 'windows-1252', 'windows-1252']);
});

test('snapshots are in the order of the declaration, also equal bytes under two names', async () => {
  const storage = await closing(startStorage());
  const body = csvOf(2000);
  const slow = {kind: 'slow', piece: 500, every_ms: 10} as const;
  const a = storage.put('/a.csv', {body, faults: [slow]});
  const b = storage.put('/b.csv', {body});
  const {fetch, stored} = await bench();
  const files = [plain(a, 'a.csv'), plain(b, 'b.csv')];
  const names = async () => {
    const rows = await fetch(files);
    return rows === 'absent' ? [] : rows.map((row) => row.name);
  };
  expect(await names()).toEqual(['a.csv', 'b.csv']);
  expect(await names()).toEqual(['a.csv', 'b.csv']);
  expect(storage.requests.slice(2).every((row) => row.headers['if-none-match'])).toBe(true);
  expect((await stored()).filter((name) => name.endsWith('.csv'))).toHaveLength(1);
});

test('progress events have bytes and total', async () => {
  const storage = await closing(startStorage());
  const body = csvOf(400_000);
  const url = storage.put('/rows.csv', {body});
  let clock_ms = 0;
  const clock = () => {
    clock_ms += 300;
    return clock_ms;
  };
  const {fetch, events} = await bench({}, {clock});
  await single(fetch([plain(url)]));
  const progress = ofKind(events, 'progress');
  expect(progress.length).toBeGreaterThan(1);
  expect(progress.at(-1)).toMatchObject({bytes: body.length, total: body.length});
});

test('concurrent requests are limited by FETCH_PER_HOST and FETCH_TOTAL', async () => {
  const slow = {kind: 'slow', piece: 400, every_ms: 5} as const;
  for (const limits of [{FETCH_PER_HOST: '2'}, {FETCH_PER_HOST: '4', FETCH_TOTAL: '2'}]) {
    const storage = await closing(startStorage());
    const files = ['1', '2', '3', '4', '5'].map((name) =>
      plain(storage.put(`/${name}`, {body: csvOf(1200), faults: [slow]}), name),
    );
    await (await bench(limits)).fetch(files);
    expect(storage.requests).toHaveLength(5);
    expect(storage.maxOpen()).toBe(2);
  }
});
