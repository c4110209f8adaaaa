/** Opendatasoft: exports as one file, counted, and not requested until new data is loaded. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {countRows} from '../../../pipeline/fetch/opendatasoft.ts';
import {closing, folder, ofKind, bench as plainBench, single} from '../../helpers/fetching.ts';
import {layoutOf} from '../../helpers/probing.ts';
import {type OpendatasoftDataset, startOpendatasoft} from '../../portals/opendatasoft.ts';

/** A busy machine is slow: what looks like a stall there is none. */
const bench = () => plainBench({FETCH_STALL_MS: '3000'});

const CSV = Buffer.from('\ufeffnumber;address\r\n1;"12 A ""B"" ST\r\nX"\r\n2;plain\r\n3;""\r\n');

async function portal(dataset: Partial<OpendatasoftDataset> = {}) {
  const ods = await closing(startOpendatasoft());
  const whole: OpendatasoftDataset = {
    data_processed: '2026-03-01T09:00:00+00:00',
    count: 3,
    // As the portal makes it: no length that is known, no validator, no ranges.
    export: {body: CSV, etag: 'none', ranges: false},
    ...dataset,
  };
  ods.datasets.set('permits', whole);
  const file = (form: 'csv' | 'geojson' = 'csv'): SourceFile => ({
    name: `permits.${form}`,
    format: form,
    via: {portal: 'opendatasoft', base: ods.base, dataset: 'permits', format: form},
  });
  return {ods, dataset: whole, file};
}

test('the export is stored unchanged, with the time of the last load', async () => {
  const {ods, file} = await portal();
  const {snapshot, body} = await single((await bench()).fetch([file()]));
  expect(body.equals(CSV)).toBe(true);
  expect(snapshot).toMatchObject({
    format: 'csv',
    etag: 'data_processed 2026-03-01T09:00:00+00:00, 3 rows',
    url: `${ods.base}/api/explore/v2.1/catalog/datasets/permits/exports/csv?delimiter=%3B&use_labels=false`,
  });
});

test('nothing is fetched until new data is loaded', async () => {
  const {ods, dataset, file} = await portal();
  const {fetch, events} = await bench();
  await single(fetch([file()]));
  await single(fetch([file()]));
  expect(ods.exports()).toHaveLength(1);
  dataset.data_processed = '2026-03-02T09:00:00+00:00';
  await single(fetch([file()]));
  expect(ods.exports()).toHaveLength(2);
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false, false]);
});

test('a portal that does not say when data was loaded is read every time', async () => {
  const ods = await closing(startOpendatasoft());
  ods.datasets.set('permits', {count: 3, export: {body: CSV}});
  const via = {portal: 'opendatasoft', base: ods.base, dataset: 'permits', format: 'csv'} as const;
  const {fetch} = await bench();
  for (let run = 0; run < 2; run++) await single(fetch([{name: 'permits.csv', format: 'csv', via}]));
  expect(ods.exports()).toHaveLength(2);
});

test('an export with another number of rows than the portal counts is requested once more', async () => {
  const {dataset, file} = await portal({count: 4});
  dataset.before = (number) => {
    if (number === 2) dataset.export = {body: Buffer.concat([CSV, Buffer.from('4;x\r\n')])};
  };
  const {fetch, events} = await bench();
  expect((await single(fetch([file()]))).body.toString()).toMatch(/4;x\r\n$/);
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
    'asked for once more: 3 rows came where the portal counts 4',
  ]);
});

test('an export that stays inconsistent is refused, and the last valid one is kept', async () => {
  const {dataset, file} = await portal();
  const {fetch, stored} = await bench();
  await single(fetch([file()]));
  const before = await stored();
  dataset.count = 9;
  await expect(fetch([file()])).rejects.toThrow(
    /3 rows came where the portal counts 9, also when asked once/,
  );
  expect(await stored()).toEqual(before);
});

test('resets and truncations are retried', async () => {
  const {file} = await portal({
    export: {body: CSV, faults: [{kind: 'reset', after: 10}, {kind: 'short', after: 20}, null]},
  });
  const {fetch, waits} = await bench();
  expect((await single(fetch([file()]))).body.equals(CSV)).toBe(true);
  expect(waits).toHaveLength(2);
});

test('features are counted whatever they contain', async () => {
  const feature = (text: string) =>
    `{"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[0, 1]]]}, "properties": {"text": ${JSON.stringify(text)}, "list": [{}, [{}]]}}`;
  const body = `{"type": "FeatureCollection", "crs": {"properties": [{}]}, "bbox": [1, 2], "features": [${feature('a } \\ "[{"')},\n${feature('{')}]}`;
  const path = join(await folder(), 'rows.geojson');
  await writeFile(path, body);
  expect(await countRows(path, 'geojson')).toBe(2);
  const {file} = await portal({count: 2, export: {body: Buffer.from(body), type: 'application/geo+json'}});
  expect((await single((await bench()).fetch([file('geojson')]))).snapshot.format).toBe('geojson');
});

test('rows of a CSV are counted without its header, blank lines and line breaks in cells', async () => {
  const path = join(await folder(), 'rows.csv');
  for (const [text, count] of [
    ['', 0],
    ['a;b', 0],
    ['a;b\r\n', 0],
    ['a;b\r\n1;2', 1],
    ['a;b\n1;"x\n\n""y"\n\n2;3\n', 2],
  ] as const) {
    await writeFile(path, text);
    expect(await countRows(path, 'csv'), JSON.stringify(text)).toBe(count);
  }
});

test('an export in CSV is asked for the columns that a layout reads', async () => {
  const {ods, file} = await portal({fields: ['number', 'address', 'applicantaddress', 'geom']});
  const {fetch} = await bench();
  const declared = {
    layouts: [layoutOf(['Number', 'address', 'ApplicantAddress'])],
    personal: ['Applicant Address'],
    delimiter: ';' as const,
  };
  await single(fetch([file()], {declared}));
  expect(ods.exports()).toEqual([expect.stringMatching(/use_labels=false&select=number%2Caddress$/)]);
  await single(fetch([file('geojson')], {declared: {layouts: declared.layouts}})).catch(() => undefined);
  expect(ods.exports().at(-1)).toMatch(/exports\/geojson$/);
});
