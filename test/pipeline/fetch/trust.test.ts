/** A stored file vouches for nothing until a published build was made of it. */
import {expect, test} from 'vitest';
import type {Manifest, SourceEntry} from '../../../builds/artefacts.ts';
import type {SourceFile} from '../../../datasets/types.ts';
import {publishedFiles} from '../../../pipeline/publish/current_build.ts';
import {bench, closing, csvOf, plain, single} from '../../helpers/fetching.ts';
import {startCkan} from '../../portals/ckan.ts';
import {startStorage} from '../../portals/storage.ts';

const LAST = 'Mon, 02 Mar 2026 10:00:00 GMT';
const only = (sha256: string) => ({published: () => new Set([sha256])});
const NOTHING = {published: () => new Set<string>()};

test('a file of which no build was made is requested without conditions, whatever stamp it has', async () => {
  const storage = await closing(startStorage());
  const {fetch} = await bench();
  const file = plain(storage.put('/rows.csv', {body: csvOf(10), last_modified: LAST}));
  // An error page in the form of a file, under a stamp that the good file has, too.
  const bad = await single(fetch([file], NOTHING));
  storage.put('/rows.csv', {body: csvOf(400), last_modified: LAST});
  const good = await single(fetch([file], NOTHING));
  expect(good.snapshot.sha256).not.toBe(bad.snapshot.sha256);
  expect(storage.requests.at(-1)?.headers).not.toHaveProperty('if-modified-since');
  expect(storage.requests.at(-1)?.headers).not.toHaveProperty('if-none-match');
  // Published, it is confirmed; also where a newer file was refused since.
  await single(fetch([file], only(good.snapshot.sha256)));
  expect(storage.requests.at(-1)?.headers['if-modified-since']).toBe(LAST);
});

test('a refused file does not hide the published one', async () => {
  const storage = await closing(startStorage());
  const {fetch} = await bench();
  const file = plain(storage.put('/rows.csv', {body: csvOf(400), last_modified: LAST}));
  const good = await single(fetch([file], NOTHING));
  storage.put('/rows.csv', {body: csvOf(10), last_modified: 'Wed, 04 Mar 2026 10:00:00 GMT'});
  await single(fetch([file], only(good.snapshot.sha256)));
  storage.put('/rows.csv', {body: csvOf(401), last_modified: 'Tue, 03 Mar 2026 10:00:00 GMT'});
  const next = await single(fetch([file], only(good.snapshot.sha256)));
  expect(storage.requests.at(-1)?.headers['if-modified-since']).toBe(LAST);
  expect(next.body.equals(csvOf(401))).toBe(true);
});

test('the stamp of a table confirms only rows that were published', async () => {
  const ckan = await closing(startCkan());
  ckan.tables.set('table', {
    rows: ['{"_id": 1, "name": "one"}'],
    last_modified: '2026-03-01T04:00:00.000000',
  });
  const file: SourceFile = {
    name: 'table.jsonl',
    format: 'jsonl',
    via: {portal: 'ckan-datastore', base: `${ckan.base}/data`, resource: 'table', page: 10},
  };
  const {fetch} = await bench();
  const first = await single(fetch([file], NOTHING));
  const pages = () => ckan.requests.filter(({path}) => path.includes('limit=10&')).length;
  const read = pages();
  await single(fetch([file], NOTHING));
  expect(pages()).toBe(2 * read);
  await single(fetch([file], only(first.snapshot.sha256)));
  expect(pages()).toBe(2 * read);
});

test('files of which the gate warned are not among the published ones', () => {
  const entry = (slug: string, more: Partial<SourceEntry>) =>
    ({slug, files: [{sha256: slug}], ...more}) as unknown as SourceEntry;
  const sources = [entry('sure', {}), entry('doubted', {doubted: true})];
  const published = publishedFiles({sources} as unknown as Manifest);
  expect(['sure', 'doubted', 'unknown'].map((slug) => [...published(slug)])).toEqual([['sure'], [], []]);
  expect([...publishedFiles(null)('sure')]).toEqual([]);
});
