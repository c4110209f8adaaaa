/**
 * A bad file that stands alone: the others are used, its last good form stands in, and it is asked for again.
 */
import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {SOURCES} from '../../../datasets/index.ts';
import type {SourceFile} from '../../../datasets/types.ts';
import {bench, closing, folder, ofKind} from '../../helpers/fetching.ts';
import {ingest} from '../../helpers/ingest.ts';
import {manifestOf} from '../../helpers/mirror.ts';
import {layoutOf} from '../../helpers/probing.ts';
import {startCkan} from '../../portals/ckan.ts';
import {startStorage} from '../../portals/storage.ts';

const LAYOUTS = {layouts: [layoutOf(['number', 'text'])]};
const rows = (text: string) => Buffer.from(`number,text\n1,${text}\n`);

/** A dataset with a file for each of three years. */
async function yearly() {
  const [ckan, storage] = [await closing(startCkan()), await closing(startStorage())];
  const put = (year: number, body: Buffer) => storage.put(`/rows_${year}.csv`, {body, etag: 'strong'});
  const resources = [2019, 2020, 2021].map((year) => ({
    id: `${year}`,
    storage: '',
    listed: {name: `${year} rows`, url: put(year, rows(`${year}`)), format: 'CSV'},
  }));
  ckan.packages.set('set', resources);
  const via = {base: `${ckan.base}/data`, dataset: 'set', resources: /^(\d{4}) rows/, fallback: []};
  const file: SourceFile = {name: 'rows', format: 'csv', via: {portal: 'ckan-files', ...via}};
  const made = await bench({FETCH_RETRIES: '0'});
  const run = async () => {
    made.events.length = 0;
    const snapshots = await made.fetch([file], {declared: LAYOUTS, looksInto: true});
    return snapshots === 'absent' ? [] : snapshots.map(({name, sha256}) => ({name, sha256}));
  };
  const warnings = () => ofKind(made.events, 'warning').map(({file, text}) => `${file}: ${text}`);
  return {storage, put, run, warnings};
}

test('an old year that cannot be had is left out, and is asked for again', async () => {
  const {storage, put, run, warnings} = await yearly();
  storage.files.delete('/rows_2019.csv');
  expect((await run()).map(({name}) => name)).toEqual(['rows_2020.csv', 'rows_2021.csv']);
  expect(warnings()).toEqual([
    expect.stringMatching(
      /^rows_2019\.csv: it is left out, the next run asks for it again: .*nothing is there/,
    ),
  ]);
  put(2019, rows('2019'));
  expect((await run()).map(({name}) => name)).toEqual(['rows_2019.csv', 'rows_2020.csv', 'rows_2021.csv']);
});

test('an old year that can no longer be read keeps its last good form', async () => {
  const {storage, put, run, warnings} = await yearly();
  const good = await run();
  put(2019, Buffer.from('words,other\n1,2\n'));
  put(2020, rows('2020, revised'.replace(',', '')));
  const [first, second] = await run();
  expect(first).toEqual(good[0]);
  expect(second?.sha256).not.toBe(good[1]?.sha256);
  expect(warnings()).toEqual([
    expect.stringMatching(
      /^rows_2019\.csv: its form of 2026-03-04T05:06:07 is used, the next run asks .*the header changed: it lacks number, text/,
    ),
  ]);
  put(2019, rows('2019 revised'));
  expect((await run())[0]?.sha256).not.toBe(good[0]?.sha256);
  expect(storage.requests.filter(({path}) => path === '/rows_2019.csv')).toHaveLength(3);
});

test('the newest year is needed', async () => {
  const {storage, run} = await yearly();
  storage.files.delete('/rows_2021.csv');
  await expect(run()).rejects.toThrow(/file 2021 \(csv\): nothing is there/);
});

test('a declared file that fails aborts no other', async () => {
  const storage = await closing(startStorage());
  const plain = (name: string, url: string): SourceFile => ({
    name,
    format: 'csv',
    via: {portal: 'plain', url},
  });
  const url = storage.put('/now.csv', {body: rows('now'.repeat(100)), faults: [{kind: 'reset', after: 30}]});
  const files = [
    plain('now.csv', url),
    {...plain('early.csv', `${storage.base}/none`), standsAlone: true as const},
  ];
  const {fetch, events} = await bench();
  const snapshots = await fetch(files, {declared: LAYOUTS});
  expect(snapshots === 'absent' ? [] : snapshots.map(({name}) => name)).toEqual(['now.csv']);
  expect(ofKind(events, 'warning').map(({file}) => file)).toEqual(['early.csv']);
});

test('a year of a mirror that cannot be read is left out', async () => {
  const root = await folder();
  await mkdir(join(root, 'example'));
  await writeFile(join(root, 'example/FY2014.csv'), 'words\n1\n');
  await writeFile(join(root, 'example/FY2016.csv'), rows('2016'));
  const via = {portal: 'ckan-files', base: '', dataset: '', resources: /./, fallback: []} as const;
  const {fetch, events} = await bench({MIRROR: root});
  const snapshots = await fetch([{name: 'rows', format: 'csv', via}], {declared: LAYOUTS, looksInto: true});
  expect(snapshots === 'absent' ? [] : snapshots.map(({name}) => name)).toEqual(['FY2016.csv']);
  expect(ofKind(events, 'warning')).toMatchObject([{file: 'FY2014.csv'}]);
});

test('an ingest makes the part without an old year that cannot be read, and says so', async () => {
  const root = await folder();
  const year = 'NSERC_FY2016_Expenditures.csv';
  await mkdir(join(root, 'mirror/nserc_awards'), {recursive: true});
  const golden = fileURLToPath(new URL(`../../golden/nserc_awards/columns_37/${year}`, import.meta.url));
  await copyFile(golden, join(root, 'mirror/nserc_awards', year));
  await writeFile(join(root, 'mirror/nserc_awards/NSERC_GRT_FYR2012_AWARD.csv'), 'words\n1\n');
  const run = await ingest({DATA_DIR: join(root, 'data'), MIRROR: join(root, 'mirror')});
  expect(run.code).toBe(0);
  expect(run.stderr).toMatch(/^WARN nserc_awards: NSERC_GRT_FYR2012_AWARD\.csv: it is left out, /m);
  const [source] = (await manifestOf(join(root, 'data'))).sources;
  expect(source?.files.map(({name}) => name)).toEqual([year]);
});

test('the early permits of Toronto are one CSV by its id, and stand alone', () => {
  const early = SOURCES['toronto_permits']?.files.find(({via}) => via.portal === 'ckan-file');
  expect(early).toMatchObject({
    standsAlone: true,
    format: 'csv',
    via: {resource: 'c647bdae-0127-425e-86e6-2d88ff0e2adf'},
  });
});
