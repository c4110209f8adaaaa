/** ArcGIS Hubs: files of the catalogue. */
import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {closing, bench as plainBench} from '../../helpers/fetching.ts';
import {zipOf} from '../../helpers/zips.ts';
import {startHub} from '../../portals/hub.ts';

/** A busy machine is slow: what looks like a stall there is none. */
const bench = () => plainBench({FETCH_STALL_MS: '3000'});

const id = (digit: string) => digit.repeat(32);

async function portals() {
  const hub = await closing(startHub());
  const items = (title: RegExp): SourceFile => ({
    name: 'permits.xlsx',
    format: 'workbook',
    via: {portal: 'arcgis-items', hub: hub.base, title, content: hub.content},
  });
  return {hub, items};
}

test('every item whose title matches is a file of its own, in the format of its bytes', async () => {
  const {hub, items} = await portals();
  const xlsx = await readFile(await zipOf({'xl/workbook.xml': Buffer.from('<workbook/>')}));
  const xls = Buffer.from('d0cf11e0a1b11ae1000000', 'hex');
  hub.datasets.push(
    {title: 'Construction, demolition permits 2021', item: id('b')},
    {title: 'Construction, demolition permits 2020', item: id('a')},
    {title: 'Construction, demolition permits 2022', item: id('c')},
    {title: 'Construction, demolition permits: how to read them'},
    {title: 'Trees', item: id('d')},
  );
  for (const [digit, body] of [
    ['a', xls],
    ['b', xlsx],
    ['c', Buffer.from('WARD,VALUE\r\n1,2\r\n')],
  ] as const) {
    hub.items.set(id(digit), {body, type: 'application/octet-stream'});
  }
  const {fetch} = await bench();
  const snapshots = await fetch([items(/^construction, demolition/i)]);
  if (snapshots === 'absent') throw new Error('three files were expected');
  expect(snapshots.map(({name, format, encoding}) => `${name} ${format} ${encoding}`)).toEqual([
    'construction-demolition-permits-2020 workbook binary',
    'construction-demolition-permits-2021 workbook binary',
    'construction-demolition-permits-2022 csv utf-8',
  ]);
  expect(snapshots[0]?.url).toBe(`${hub.content}/items/${id('a')}/data`);
  await fetch([items(/^construction, demolition/i)]);
  const requests = hub.requests.filter(({path}) => path.includes(id('a')));
  expect(requests[1]?.headers['if-none-match']).toBe(snapshots[0]?.etag);
});

test('titles without a match and missing items are errors', async () => {
  const {hub, items} = await portals();
  hub.datasets.push({title: 'Permits 2020', item: id('a')});
  await expect((await bench()).fetch([items(/permis/)])).rejects.toThrow(
    /none of 1 titles matches \/permis\/ and has an item/,
  );
  await expect((await bench()).fetch([items(/permits/i)])).rejects.toThrow(/permits-2020: HTTP 404/);
});

test('two items with one title are distinguished by their ids', async () => {
  const {hub, items} = await portals();
  for (const digit of ['a', 'b']) {
    hub.datasets.push({title: 'Permits', item: id(digit)});
    hub.items.set(id(digit), {body: Buffer.from(`a\r\n${digit}\r\n`)});
  }
  const snapshots = await (await bench()).fetch([items(/permits/i)]);
  expect(snapshots === 'absent' ? [] : snapshots.map(({name}) => name)).toEqual([
    `permits-${id('a')}`,
    `permits-${id('b')}`,
  ]);
});
