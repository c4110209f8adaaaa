/** Interrupted runs: killed during a download or out of disk; the next run continues. */
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ended, killedAfter, size, start} from '../../helpers/child_programs.ts';
import {bench, closing, csvOf, plain, single} from '../../helpers/fetching.ts';
import {startSocrata} from '../../portals/socrata.ts';
import {type Fault, type Storage, startStorage} from '../../portals/storage.ts';

const PROGRAM = join(import.meta.dirname, '../../helpers/fetch_once.ts');
const BODY = csvOf(600_000);
/**
 * Never all of the body, of which a second answer has as much again: however late the kill is, it comes
 * during the download.
 */
const SLOW: Fault = {kind: 'slow', piece: 20_000, every_ms: 40, until: 250_000};

const started = (dataDir: string, url: string, limits?: string) =>
  start(PROGRAM, {DATA_DIR: dataDir, URL: url}, limits);

/** Starts the program and kills it once more than `bytes` are on the disk. */
const killedBehind = (dataDir: string, url: string, bytes: number) =>
  killedAfter(started(dataDir, url), join(dataDir, 'raw/example/rows.csv.part'), bytes);

async function slowFile(storage: Storage, answers: number): Promise<string> {
  return storage.put('/rows.csv', {body: BODY, faults: Array.from({length: answers}, () => SLOW)});
}

test('a killed run leaves no file under a final name; later runs resume to the same bytes', async () => {
  const storage = await closing(startStorage());
  const url = await slowFile(storage, 2);
  const {dataDir, stored, fetch} = await bench();
  const first = await killedBehind(dataDir, url, 100_000);
  expect((await stored()).sort()).toEqual(['rows.csv.part', 'rows.csv.part.json']);
  const second = await killedBehind(dataDir, url, first + 50_000);
  const {snapshot, body} = await single(fetch([plain(url)]));
  expect(body.equals(BODY)).toBe(true);
  const ranges = storage.requests.map((row) => row.headers.range);
  expect(ranges).toEqual([undefined, `bytes=${first}-`, `bytes=${second}-`]);
  expect((await stored()).sort()).toEqual([`${snapshot.sha256}.csv`, `${snapshot.sha256}.json`]);
});

test('a partial download of a changed file is not resumed', async () => {
  const storage = await closing(startStorage());
  const url = await slowFile(storage, 1);
  const {dataDir, fetch} = await bench();
  await killedBehind(dataDir, url, 50_000);
  const changed = csvOf(500_000).reverse();
  storage.put('/rows.csv', {body: changed});
  expect((await single(fetch([plain(url)]))).body.equals(changed)).toBe(true);
  expect(storage.requests[1]?.headers['if-range']).toMatch(/^"/);
});

test('a partial download from another URL is not resumed', async () => {
  const storage = await closing(startStorage());
  const {dataDir, fetch} = await bench();
  await killedBehind(dataDir, await slowFile(storage, 1), 50_000);
  const moved = storage.put('/moved.csv', {body: BODY});
  expect((await single(fetch([plain(moved)]))).body.equals(BODY)).toBe(true);
  expect(storage.requests[1]?.headers.range).toBeUndefined();
});

test('a complete partial download needs no further byte', async () => {
  const storage = await closing(startStorage());
  const url = await slowFile(storage, 1);
  const {dataDir, fetch} = await bench();
  await killedBehind(dataDir, url, 50_000);
  await writeFile(join(dataDir, 'raw/example/rows.csv.part'), BODY);
  expect((await single(fetch([plain(url)]))).body.equals(BODY)).toBe(true);
  expect(storage.requests[1]?.headers.range).toBe(`bytes=${BODY.length}-`);
  expect(storage.requests).toHaveLength(2);
});

test('a partial download that is too long or has a damaged sidecar starts over', async () => {
  for (const damage of ['sidecar', 'length']) {
    const storage = await closing(startStorage());
    const url = await slowFile(storage, 1);
    const {dataDir, fetch} = await bench();
    await killedBehind(dataDir, url, 50_000);
    const part = join(dataDir, 'raw/example/rows.csv.part');
    if (damage === 'sidecar') await writeFile(`${part}.json`, '{"url": ');
    else await writeFile(part, Buffer.concat([BODY, BODY]));
    expect((await single(fetch([plain(url)]))).body.equals(BODY)).toBe(true);
  }
});

test('a full disk is an error that names the path and the remedy, and the next run resumes', async () => {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: BODY});
  const {dataDir, fetch, stored} = await bench();
  // ulimit counts in units of 1024 bytes; the ignored signal turns the limit into an error of the write
  const {code, text} = await ended(started(dataDir, url, "trap '' XFSZ; ulimit -f 200"));
  expect(text).toContain(`cannot write ${join(dataDir, 'raw/example/rows.csv.part')}: the file is larger`);
  expect(text).toMatch(/free space or set DATA_DIR/);
  expect(code).toBe(1);
  expect((await stored()).sort()).toEqual(['rows.csv.part', 'rows.csv.part.json']);
  expect(await size(join(dataDir, 'raw/example/rows.csv.part'))).toBe(200 * 1024);
  const {body} = await single(fetch([plain(url)]));
  expect(body.equals(BODY)).toBe(true);
  expect(storage.requests[1]?.headers.range).toBe('bytes=204800-');
});

/** A table of five pages, whose third page never arrives, or a complete one. */
async function tablePortal(stalls: boolean) {
  const portal = await closing(startSocrata());
  const rows = Array.from({length: 500}, (_, n) => `{":id":"row-${n}","text":"${'x'.repeat(1000)}"}`);
  portal.tables.set('abcd-1234', {rows, rowsUpdatedAt: 1, ...(stalls ? {faults: {3: {kind: 'stall'}}} : {})});
  const via = {portal: 'socrata', base: portal.base, dataset: 'abcd-1234', page: 100} as const;
  return {portal, file: {name: 'table.jsonl', format: 'jsonl', via} as const};
}
const TABLE = join(import.meta.dirname, '../../helpers/table_once.ts');

test('after a kill between the pages of a table the next run requests the rest', async () => {
  const {portal, file} = await tablePortal(true);
  const {dataDir, stored, fetch} = await bench();
  const run = start(TABLE, {DATA_DIR: dataDir, BASE: portal.base});
  await killedAfter(run, join(dataDir, 'raw/example/table.jsonl.journal'), 200_000);
  expect((await stored()).sort()).toEqual(['table.jsonl.journal']);
  const {body} = await single(fetch([file], {now: () => new Date()}));
  const whole = await single((await bench()).fetch([(await tablePortal(false)).file]));
  expect(body.equals(whole.body)).toBe(true);
  const requested = portal.pages().filter((page) => page === '100 0');
  expect(requested).toHaveLength(1);
});

test('a full disk between the pages of a table is an error with the remedy, and the next run continues', async () => {
  const {portal, file} = await tablePortal(false);
  const {dataDir, fetch} = await bench();
  const run = start(TABLE, {DATA_DIR: dataDir, BASE: portal.base}, "trap '' XFSZ; ulimit -f 250");
  const {code, text} = await ended(run);
  expect(text).toMatch(
    /cannot write .*table\.jsonl\.journal: the file is larger .*free space or set DATA_DIR/,
  );
  expect(code).toBe(1);
  const {body} = await single(fetch([file], {now: () => new Date()}));
  expect(new Set(body.toString().trimEnd().split('\n')).size).toBe(500);
  expect(portal.pages().filter((page) => page === '100 0')).toHaveLength(1);
});

test('the program fetches a file when nothing goes wrong', async () => {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: BODY});
  const {dataDir} = await bench();
  const {code, text} = await ended(started(dataDir, url));
  expect(code).toBe(0);
  const [{path}] = JSON.parse(text);
  expect((await readFile(path)).equals(BODY)).toBe(true);
});
