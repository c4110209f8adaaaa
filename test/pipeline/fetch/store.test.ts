/** The store: garbage in the folder, complete zips, and the waits before a retry. */
import {mkdir, readFile, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {expect, test} from 'vitest';
import {ZipFile} from 'yazl';
import type {SourceFile} from '../../../datasets/types.ts';
import {backoffMs, retryAfterMs} from '../../../pipeline/fetch/retry.ts';
import {openStore} from '../../../pipeline/fetch/store.ts';
import {bench, closing, csvOf, plain, single} from '../../helpers/fetching.ts';
import {startStorage} from '../../portals/storage.ts';

test('garbage in the folder is skipped', async () => {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: csvOf(500)});
  const {fetch, dataDir} = await bench();
  const {snapshot} = await single(fetch([plain(url)]));
  const raw = join(dataDir, 'raw/example');
  const other = 'a'.repeat(64);
  const facts: object = JSON.parse(await readFile(snapshot.path.replace(/csv$/, 'json'), 'utf8'));
  const later = {checked_at: '2027-01-01T00:00:00'};
  await writeFile(join(raw, 'notes.json'), '{}');
  await writeFile(join(raw, `${other}.json`), JSON.stringify({...facts, ...later})); // not its own hash
  await writeFile(join(raw, `${'b'.repeat(64)}.json`), '{"name": "rows.csv"');
  await writeFile(
    join(raw, `${'c'.repeat(64)}.json`),
    JSON.stringify({...facts, ...later, sha256: 'c'.repeat(64)}), // no bytes
  );
  await mkdir(join(raw, `${'d'.repeat(64)}.json`));
  const store = openStore(dataDir, {slug: 'example'});
  expect((await store.latest('rows.csv', 'live'))?.snapshot).toEqual(snapshot);
  expect(await store.latest('other.csv', 'live')).toBeNull();
  expect(await store.latest('rows.csv', '/elsewhere')).toBeNull();
});

test('the newest snapshot is the one that was confirmed last, whenever its sidecar was written', async () => {
  const storage = await closing(startStorage());
  const {fetch, dataDir} = await bench();
  const on = (day: string, bytes: number) => {
    const url = storage.put('/rows.csv', {body: csvOf(bytes)});
    return single(fetch([plain(url)], {now: () => new Date(`2026-03-${day}T00:00:00Z`)}));
  };
  const old = await on('01', 500);
  const current = await on('02', 900);
  const future = new Date('2030-01-01T00:00:00Z');
  await utimes(old.snapshot.path.replace(/csv$/, 'json'), future, future);
  const latest = await openStore(dataDir, {slug: 'example'}).latest('rows.csv', 'live');
  expect(latest?.snapshot).toEqual(current.snapshot);
});

test('equal bytes from a mirror and from the network are distinguished', async () => {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: csvOf(500)});
  const {fetch, dataDir, stored} = await bench();
  const live = await single(fetch([plain(url)]));
  const mirror = join(dataDir, 'mirror');
  await mkdir(join(mirror, 'example'), {recursive: true});
  await writeFile(join(mirror, 'example/rows.csv'), csvOf(500));
  const mirrored = await bench({MIRROR: mirror});
  const copied = await single(mirrored.fetch([], {dataDir}));
  expect(copied.snapshot).toMatchObject({path: live.snapshot.path, origin: mirror});
  expect((await openStore(dataDir, {slug: 'example'}).latest('rows.csv', 'live'))?.snapshot).toEqual(
    live.snapshot,
  );
  expect(await stored()).toHaveLength(3);
});

test('a zip is stored unchanged; a truncated one is refused', async () => {
  const zip = new ZipFile();
  zip.addBuffer(csvOf(5000), 'rows.csv');
  zip.end();
  const body = await buffer(zip.outputStream);
  const storage = await closing(startStorage());
  const file = (path: string): SourceFile => ({
    name: 'rows.zip',
    format: 'csv',
    via: {portal: 'plain', url: storage.base + path, entries: /\.csv$/},
  });
  storage.put('/whole.zip', {body, type: 'application/zip'});
  storage.put('/cut.zip', {body: body.subarray(0, body.length - 10), type: 'application/zip'});
  const {fetch, stored} = await bench();
  await expect(fetch([file('/cut.zip')])).rejects.toThrow(/rows.zip: truncated zip: /);
  expect(await stored()).toEqual([]);
  const {snapshot, body: kept} = await single(fetch([file('/whole.zip')]));
  expect(snapshot).toMatchObject({format: 'zip', encoding: 'binary'});
  expect(kept.equals(body)).toBe(true);
});

test('the wait grows with failures, at most a minute and at least Retry-After', () => {
  const upperBounds = [1, 2, 3, 6, 7, 20].map((failures) => backoffMs(failures, null, () => 1));
  expect(upperBounds).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
  expect(backoffMs(3, null, () => 0)).toBe(0);
  expect(backoffMs(1, 5000, () => 1)).toBe(5000);
  expect(retryAfterMs('soon', 0)).toBeNull();
  expect(retryAfterMs('Thu, 01 Jan 1970 00:00:01 GMT', 5000)).toBe(0);
});

test('invalid settings of fetching are refused by name', async () => {
  await expect(bench({FETCH_PER_HOST: '0'})).rejects.toThrow(/setting FETCH_PER_HOST must be a whole number/);
  await expect(bench({FETCH_RETRIES: 'many'})).rejects.toThrow(/setting FETCH_RETRIES must be a number/);
});
