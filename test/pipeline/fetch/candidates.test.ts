/** Of several files that a portal lists for one thing the first one that the source can read counts. */
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {bench, closing, folder, ofKind} from '../../helpers/fetching.ts';
import {layoutOf, probedSource, probeOf} from '../../helpers/probing.ts';
import {workbookOf} from '../../helpers/workbooks.ts';
import {startCkan} from '../../portals/ckan.ts';
import {startStorage} from '../../portals/storage.ts';
import {LEFT_OUT, startTls} from '../../portals/tls.ts';

const LAYOUTS = {layouts: [layoutOf(['number', 'text'], {sheet: {header: /^number$/}})]};

/** A dataset that lists a data dictionary, the newest of its files, beside the good one. */
async function portal(format: 'csv' | 'workbook') {
  const [ckan, storage] = [await closing(startCkan()), await closing(startStorage())];
  const book = async (rows: string[][]) => readFile(await workbookOf({Rows: rows}));
  const bodies =
    format === 'csv'
      ? [Buffer.from('number,text\n1,a\n'), Buffer.from('Field,Meaning\nnumber,of a row\n')]
      : [
          await book([
            ['number', 'text'],
            ['1', 'a'],
          ]),
          await book([
            ['Field', 'Meaning'],
            ['number', 'of a row'],
          ]),
        ];
  const ending = format === 'csv' ? 'csv' : 'xlsx';
  const put = (name: string, body = Buffer.alloc(0)) =>
    storage.put(`/${name}.${ending}`, {body, type: 'application/octet-stream'});
  const listed = (id: string, name: string, url: string, last_modified: string) => ({
    ...{id, storage: ''},
    listed: {name, url, format: ending, last_modified},
  });
  ckan.packages.set('set', [
    listed('a', 'Permits 2025 – Data Dictionary', put('dictionary_2025', bodies[1]), '2026-02-01'),
    listed('b', 'Permits 2025', put('permits_2025', bodies[0]), '2026-01-01'),
  ]);
  const base = `${ckan.base}/data`;
  const yearly = {
    portal: 'ckan-files',
    base,
    dataset: 'set',
    resources: /\b(20\d\d)\b/,
    fallback: [],
  } as const;
  const single = {portal: 'ckan-file', base, dataset: 'set', resource: /2025\.\w+$/, fallback: ''} as const;
  const files = (via: SourceFile['via']): SourceFile[] => [{name: `rows.${ending}`, format, via}];
  return {yearly, single, files, storage};
}

test.each([
  ['yearly', 'csv'],
  ['yearly', 'workbook'],
  ['single', 'csv'],
] as const)('%s: a newer data dictionary gives way to the %s that fits', async (which, format) => {
  const made = await portal(format);
  const {fetch, events} = await bench();
  const run = async () => {
    const snapshots = await fetch(made.files(made[which]), {declared: LAYOUTS});
    return snapshots === 'absent' ? [] : snapshots.map(({url}) => new URL(url).pathname.split('.')[0]);
  };
  expect(await run()).toEqual(['/permits_2025']);
  expect(ofKind(events, 'warning').map(({text}) => text)).toContainEqual(
    expect.stringMatching(/dictionary_2025\.\w+ is passed over \(.*\): http.*permits_2025\.\w+ stands in$/),
  );
  expect(await run()).toEqual(['/permits_2025']);
  const source = probedSource(made[which], 'http://127.0.0.1:1/none', {...LAYOUTS, format});
  expect((await probeOf([source], {DATA_DIR: await folder()})).lines['example']).toMatch(/^ok: /);
});

test('where none fits, the first one is the fault', async () => {
  const made = await portal('csv');
  made.storage.files.delete('/permits_2025.csv');
  const {fetch} = await bench();
  await expect(fetch(made.files(made.yearly), {declared: LAYOUTS})).rejects.toThrow(
    /file 2025 \(csv\): example: dictionary_2025\.csv: the header changed/,
  );
});

test('a portal with https is asked by https for a file that it lists without', async () => {
  const body = Buffer.alloc(300, ' ');
  const portal = await closing(startTls(body));
  const http = portal.base.replace('https:', 'http:');
  const resources = [{id: 'r', name: '2025', format: 'CSV', url: `${http}/rows.csv`}];
  body.write(JSON.stringify({success: true, result: {resources}}));
  const extra = join(await folder(), 'issuer.pem');
  await writeFile(extra, LEFT_OUT);
  const vias = [
    {portal: 'ckan-file', base: portal.base, dataset: 'x', resource: 'r', fallback: ''},
    {portal: 'ckan-files', base: portal.base, dataset: 'x', resources: /(2025)/, fallback: []},
  ] as const;
  for (const via of vias) {
    const {fetch} = await bench({EXTRA_CA: extra});
    expect(await fetch([{name: 'rows.csv', format: 'csv', via}])).toMatchObject([
      {url: `${portal.base}/rows.csv`},
    ]);
  }
});
