/**
 * Which files of a mirror are read again: those whose state differs from when they were last read, or shows
 * nothing.
 */
import {copyFile, mkdir, readdir, readFile, rename, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {DISK, type Files} from '../../../builds/files.ts';
import {bench, csvOf, folder, ofKind, single} from '../../helpers/fetching.ts';

const HOUR = 3_600_000;
const BODY = csvOf(3000);
/** As many bytes, but others. */
const OTHER = Buffer.from(BODY).fill('x', 100);

/** The disk, and the paths whose bytes were read of it. */
function countedDisk(): {files: Files; read: string[]} {
  const read: string[] = [];
  return {
    read,
    files: {
      ...DISK,
      read(path) {
        read.push(path);
        return DISK.read(path);
      },
    },
  };
}

/**
 * A mirror of one file; `fetchAt` fetches it so many milliseconds behind the real time, and says how often
 * its bytes were read.
 */
async function mirrorOfOne(overrides: {MIRROR_REREAD?: string} = {}) {
  const MIRROR = await folder();
  await mkdir(join(MIRROR, 'example'));
  const path = join(MIRROR, 'example/rows.csv');
  await writeFile(path, BODY);
  const one = await bench({MIRROR, ...overrides});
  const disk = countedDisk();
  const fetchAt = async (ms: number, settings = one.settings) => {
    disk.read.length = 0;
    const now = new Date(Date.now() + ms);
    const {snapshot, body} = await single(one.fetch([], {files: disk.files, now: () => now, settings}));
    return {snapshot, body, reads: disk.read.length};
  };
  return {...one, MIRROR, path, fetchAt};
}

/** Sets what the sidecars of a source say of the state of their files. */
async function setSeen(dataDir: string, seen: unknown): Promise<void> {
  const raw = join(dataDir, 'raw/example');
  for (const name of (await readdir(raw)).filter((one) => one.endsWith('.json'))) {
    const facts = JSON.parse(await readFile(join(raw, name), 'utf8')) as Record<string, unknown>;
    await writeFile(join(raw, name), JSON.stringify({...facts, seen}));
  }
}

test('an unchanged file is not opened, and its snapshot stays the same', async () => {
  const {fetchAt, events} = await mirrorOfOne();
  const first = await fetchAt(HOUR);
  // To hash it there must be a stored file that is alike; the first one is copied.
  expect(first.reads).toBe(1);
  const second = await fetchAt(2 * HOUR);
  expect(second.reads).toBe(0);
  const {checked_at} = second.snapshot;
  expect(second.snapshot).toEqual({...first.snapshot, checked_at});
  expect(checked_at > first.snapshot.checked_at).toBe(true);
  expect((await fetchAt(3 * HOUR)).reads).toBe(0);
  expect(ofKind(events, 'fetched').map(({changed}) => changed)).toEqual([true, false, false]);
});

test('other bytes of the same size under the same time of modification are found', async () => {
  const {fetchAt, path} = await mirrorOfOne();
  const long = new Date('2026-03-01T00:00:00Z');
  await utimes(path, long, long);
  await fetchAt(HOUR);
  await writeFile(path, OTHER);
  await utimes(path, long, long);
  const second = await fetchAt(2 * HOUR);
  expect(second.body.equals(OTHER)).toBe(true);
  expect(second.snapshot.fetched_at).toBe(second.snapshot.checked_at);
});

test('a file that was written less than two seconds before it was read is read again', async () => {
  const {fetchAt, path} = await mirrorOfOne();
  const age = async (ms: number) => (await stat(path)).ctimeMs - Date.now() + ms;
  await fetchAt(await age(1900));
  const again = await fetchAt(await age(5000));
  expect(again.reads).toBe(1);
  // Now its state shows what it holds.
  expect((await fetchAt(HOUR)).reads).toBe(0);
});

test('a file whose time of modification lies in the future is always read', async () => {
  const {fetchAt, path} = await mirrorOfOne();
  const future = new Date(Date.now() + 10 * HOUR);
  await utimes(path, future, future);
  await fetchAt(HOUR);
  expect((await fetchAt(2 * HOUR)).reads).toBe(1);
});

test('another file in the place of the first is found', async () => {
  const {fetchAt, path, MIRROR} = await mirrorOfOne();
  await fetchAt(HOUR);
  const times = await stat(path);
  const beside = join(MIRROR, 'other');
  await writeFile(beside, OTHER);
  await utimes(beside, times.atime, times.mtime);
  await rename(beside, path);
  expect((await fetchAt(2 * HOUR)).body.equals(OTHER)).toBe(true);
});

test('a copy with the same bytes is read, and not stored once more', async () => {
  const {fetchAt, path, MIRROR, stored, events} = await mirrorOfOne();
  const first = await fetchAt(HOUR);
  const before = await stored();
  await copyFile(path, join(MIRROR, 'copy'));
  await rename(join(MIRROR, 'copy'), path);
  const second = await fetchAt(2 * HOUR);
  expect(second.reads).toBe(1);
  expect(second.snapshot).toEqual({...first.snapshot, checked_at: second.snapshot.checked_at});
  expect(await stored()).toEqual(before);
  expect((await fetchAt(3 * HOUR)).reads).toBe(0);
  expect(ofKind(events, 'fetched').map(({changed}) => changed)).toEqual([true, false, false]);
});

test('what is known of another folder does not count', async () => {
  const {fetchAt, settings} = await mirrorOfOne();
  await fetchAt(HOUR);
  const second = await folder();
  await mkdir(join(second, 'example'));
  await writeFile(join(second, 'example/rows.csv'), BODY);
  const elsewhere = {...settings, MIRROR: second};
  expect((await fetchAt(2 * HOUR, elsewhere)).reads).toBe(1);
  expect((await fetchAt(3 * HOUR, elsewhere)).reads).toBe(0);
  // Both are known now.
  expect((await fetchAt(4 * HOUR)).reads).toBe(0);
});

test('a missing, damaged or older state shows nothing: the file is read', async () => {
  const {fetchAt, path, dataDir} = await mirrorOfOne();
  const first = await fetchAt(HOUR);
  const {size, mtimeMs} = await stat(path);
  for (const seen of [undefined, null, 5, 'x', {}, {size, mtime_ms: mtimeMs}, {size, identity: ''}]) {
    await setSeen(dataDir, seen);
    const again = await fetchAt(2 * HOUR);
    expect(again.reads).toBe(1);
    expect(again.snapshot).toEqual({...first.snapshot, checked_at: again.snapshot.checked_at});
    expect((await fetchAt(3 * HOUR)).reads).toBe(0);
  }
});

test('MIRROR_REREAD reads every file, and finds bytes whose state is a lie', async () => {
  const {fetchAt, path, dataDir, settings} = await mirrorOfOne();
  await fetchAt(HOUR);
  await writeFile(path, OTHER);
  // As if the disk had lost the time of the change.
  const {size, mtimeNs, ctimeNs, ino, dev} = await stat(path, {bigint: true});
  const identity = [size, mtimeNs, ctimeNs, ino, dev].join(' ');
  await setSeen(dataDir, {size: Number(size), mtime_ms: Date.now(), identity, isSettled: true});
  expect((await fetchAt(2 * HOUR)).reads).toBe(0);
  const all = await fetchAt(3 * HOUR, {...settings, MIRROR_REREAD: 'on'});
  expect(all.body.equals(OTHER)).toBe(true);
  await expect(fetchAt(4 * HOUR, {...settings, MIRROR_REREAD: 'yes'})).rejects.toThrow(
    /MIRROR_REREAD must be on or off/,
  );
});
