/**
 * Drop folders: files fetched by hand are read instead of the network, for one source, and keep their age.
 */
import {mkdir, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {checkInbox} from '../../../pipeline/fetch/mirror.ts';
import type {Event} from '../../../pipeline/runtime/events.ts';
import {bench, closing, folder, ofKind, plain, single} from '../../helpers/fetching.ts';
import {layoutOf, probedSource, probeOf} from '../../helpers/probing.ts';
import {startStorage} from '../../portals/storage.ts';

const ROWS = Buffer.from('number,text\n1,a\n');

async function dropped(inbox: string, day: string, name = 'rows.csv'): Promise<void> {
  await mkdir(join(inbox, 'example'), {recursive: true});
  await writeFile(join(inbox, 'example', name), ROWS);
  await utimes(join(inbox, 'example', name), new Date(day), new Date(day));
}

/** A publisher that refuses, and one that does not. */
async function publisher(status = 403) {
  const storage = await closing(startStorage());
  const url = storage.put('/rows.csv', {body: ROWS, faults: [{kind: 'status', status}]});
  return {storage, file: plain(url)};
}

test('a refusal names the drop folder, and what lies there is read instead of the network', async () => {
  const {storage, file} = await publisher();
  const {fetch, dataDir, events} = await bench();
  await expect(fetch([file])).rejects.toThrow(
    /HTTP 403 .*set CONTACT .*drop folder inbox\/example of DATA_DIR/,
  );
  await dropped(join(dataDir, 'inbox'), '2026-03-01T10:00:00Z');
  const asked = storage.requests.length;
  const {snapshot, body} = await single(fetch([file]));
  expect(body.equals(ROWS)).toBe(true);
  expect(snapshot).toMatchObject({
    origin: 'inbox',
    url: 'inbox:example/rows.csv',
    fetched_at: '2026-03-01T10:00:00',
    checked_at: '2026-03-04T05:06:07',
    synthetic: false,
  });
  expect(storage.requests).toHaveLength(asked);
  expect(ofKind(events, 'started').at(-1)?.origin).toBe('inbox');
  expect(ofKind(events, 'warning')).toEqual([]);
});

test('other sources go to the network, and an empty drop folder is none', async () => {
  const {storage, file} = await publisher();
  const {fetch, dataDir} = await bench();
  await dropped(join(dataDir, 'inbox'), '2026-03-01T10:00:00Z');
  await expect(fetch([file], {slug: 'other'})).rejects.toThrow(/HTTP 403/);
  await mkdir(join(dataDir, 'inbox/other'));
  expect((await single(fetch([file], {slug: 'other'}))).snapshot.origin).toBe('live');
  expect(storage.requests.length).toBeGreaterThan(1);
});

test('a file that is overdue by the cadence of its source is named with its age', async () => {
  const {file} = await publisher();
  const INBOX = await folder();
  const {fetch, events} = await bench({INBOX});
  await dropped(INBOX, '2026-01-01T00:00:00Z');
  await single(fetch([file], {declared: {cadence: 'monthly'}}));
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
    'the newest file in its drop folder is of 2026-01-01, 62 days old, and the publisher renews it monthly: fetch it again by hand',
  ]);
  await dropped(INBOX, '2026-03-01T00:00:00Z');
  const {snapshot} = await single(fetch([file], {declared: {cadence: 'monthly'}}));
  expect(snapshot.fetched_at).toBe('2026-03-01T00:00:00');
  expect(ofKind(events, 'warning')).toHaveLength(1);
});

test('a mirror goes before drop folders', async () => {
  const [INBOX, MIRROR] = [await folder(), await folder()];
  await dropped(INBOX, '2026-03-01T00:00:00Z');
  await dropped(MIRROR, '2026-03-01T00:00:00Z');
  const {fetch} = await bench({INBOX, MIRROR});
  expect((await single(fetch([plain('http://127.0.0.1:1/none')]))).snapshot.origin).toBe(MIRROR);
});

test('folders that are no source are named, and INBOX must be there', async () => {
  const INBOX = await folder();
  await mkdir(join(INBOX, 'lobbying_registration'));
  const events: Event[] = [];
  await checkInbox({DATA_DIR: 'none', INBOX}, (event) => events.push(event));
  expect(ofKind(events, 'warning')).toEqual([
    {
      kind: 'warning',
      source: 'inbox',
      file: '',
      text: 'folders that are no source are passed over: lobbying_registration',
    },
  ]);
  const gone = checkInbox({DATA_DIR: 'none', INBOX: join(INBOX, 'none')}, () => undefined);
  await expect(gone).rejects.toThrow(/^INBOX: .*there is no such folder/);
});

test('a dropped file in another dialect than its source reads is named, others are not', async () => {
  const INBOX = await folder();
  for (const slug of ['calgary_permits', 'vancouver_permits']) await mkdir(join(INBOX, slug));
  const rows = (by: string) =>
    [
      ['number', 'text'],
      ['1', 'a'],
      ['2', 'b'],
    ]
      .map((one) => one.join(by))
      .join('\r\n');
  await writeFile(join(INBOX, 'calgary_permits/tabs.csv'), rows('\t'));
  await writeFile(join(INBOX, 'calgary_permits/commas.csv'), rows(','));
  await writeFile(join(INBOX, 'calgary_permits/rows.json'), '[]');
  await writeFile(join(INBOX, 'vancouver_permits/semicolons.csv'), rows(';'));
  const events: Event[] = [];
  await checkInbox({DATA_DIR: 'none', INBOX}, (event) => events.push(event));
  const text = String.raw`its cells look parted by "\t" and its lines by "\r\n", and are read as parted by ","`;
  expect(ofKind(events, 'warning')).toEqual([
    {kind: 'warning', source: 'calgary_permits', file: 'tabs.csv', text},
  ]);
});

test('a probe looks into the drop folder', async () => {
  const {file} = await publisher();
  const DATA_DIR = await folder();
  await dropped(join(DATA_DIR, 'inbox'), '2026-03-01T00:00:00Z');
  const layouts = [layoutOf(['number', 'missing'])];
  const source = probedSource((file as SourceFile).via, 'http://127.0.0.1:1/licence', {layouts});
  expect(await probeOf([source], {DATA_DIR})).toMatchObject({
    code: 1,
    lines: {example: expect.stringContaining('the header changed: it lacks missing')},
  });
});
