/** A mirror folder instead of the network: its files, when they are read, and refusals. */
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {SOURCES} from '../../../datasets/index.ts';
import {layoutOf} from '../../helpers/documents.ts';
import {bench, csvOf, folder, ofKind, single} from '../../helpers/fetching.ts';
import {zipOf} from '../../helpers/zips.ts';

async function mirror(files: Record<string, string | Buffer>): Promise<string> {
  const root = await folder();
  for (const [path, body] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), {recursive: true});
    await writeFile(join(root, path), body);
  }
  return root;
}

const names = async (fetched: Promise<{name: string}[] | 'absent'>) => {
  const rows = await fetched;
  return rows === 'absent' ? rows : rows.map((row) => row.name);
};

test('data files of the folder are read by name, everything else is skipped', async () => {
  const body = csvOf(1000);
  const MIRROR = await mirror({
    'example/2025.csv': body,
    'example/2024.CSV': csvOf(900),
    'example/rows.jsonl': '{"a":1}\n',
    'example/2024.csv.json': '{}',
    'example/README.md': 'words',
    'example/notes.txt': 'words',
    'example/.hidden.csv': 'a\n1\n',
    'example/folder.csv/inner.csv': 'a\n1\n',
    'other/rows.csv': 'a\n2\n',
  });
  const {fetch, events} = await bench({MIRROR});
  const rows = await fetch([]);
  if (rows === 'absent') throw new Error('three snapshots were expected');
  expect(rows.map((row) => row.name)).toEqual(['2024.CSV', '2025.csv', 'rows.jsonl']);
  expect(rows.map((row) => row.format)).toEqual(['csv', 'csv', 'jsonl']);
  expect(rows[1]).toMatchObject({
    url: 'mirror:example/2025.csv',
    origin: MIRROR,
    synthetic: false,
    bytes: body.length,
    fetched_at: '2026-03-04T05:06:07',
  });
  expect(ofKind(events, 'started')[0]).toMatchObject({files: 3, origin: MIRROR});
});

test('the format of a file is that of its name', async () => {
  const shapes = await readFile(await zipOf({'zones.shp': Buffer.from('x'), 'zones.dbf': Buffer.from('x')}));
  const tables = await readFile(await zipOf({'a.csv': Buffer.from('a,b\r\n')}));
  const features = '{"name": "zones", "type" : "FeatureCollection", "features": []}';
  const MIRROR = await mirror({
    'example/a.geojson': features,
    'example/b.json': `\ufeff${features}`,
    'example/c.json': '[{"a": 1}]',
    'example/d.ndjson': '{"a": 1}\n',
    'example/e.zip': shapes,
    'example/f.zip': tables,
    'example/g.XLSX': tables,
    'example/h.xls': Buffer.from('d0cf11e0a1b11ae100', 'hex'),
  });
  const rows = await (await bench({MIRROR})).fetch([]);
  if (rows === 'absent') throw new Error('eight snapshots were expected');
  expect(rows.map(({name, format, encoding}) => `${name} ${format} ${encoding}`)).toEqual([
    'a.geojson geojson utf-8',
    'b.json json utf-8',
    'c.json json utf-8',
    'd.ndjson jsonl utf-8',
    'e.zip zip binary',
    'f.zip zip binary',
    'g.XLSX workbook binary',
    'h.xls workbook binary',
  ]);
});

test('a false or truncated workbook is refused', async () => {
  const whole = await readFile(await zipOf({'xl/workbook.xml': Buffer.from('<workbook/>')}));
  for (const [body, message] of [
    ['a,b\r\n1,2\r\n', /rows.xlsx: the file is no workbook/],
    ['<html></html>', /rows.xlsx: an HTML page came where workbook was expected/],
    [whole.subarray(0, whole.length - 10), /rows.xlsx: truncated zip/],
  ] as const) {
    const MIRROR = await mirror({'example/rows.xlsx': Buffer.from(body)});
    const {fetch, stored} = await bench({MIRROR});
    await expect(fetch([])).rejects.toThrow(message);
    expect(await stored()).toEqual([]);
  }
});

test('a source without a known feed is read from the mirror, and absent without one', async () => {
  const declared = {unconfirmed: 'no layer has the name'};
  expect(await (await bench()).fetch([], {declared})).toBe('absent');
  const MIRROR = await mirror({'example/rows.ndjson': '{"a":1}\n'});
  expect(await names((await bench({MIRROR})).fetch([], {declared}))).toEqual(['rows.ndjson']);
});

test('documents are read by sources with documents and skipped by others', async () => {
  const MIRROR = await mirror({
    'example/a.XML': '\ufeff<Ports/>',
    'example/b.htm': '<html></html>',
    'example/c.jsonp': 'f({});',
    'example/d.documents.ndjson': '{}\n',
    'example/e.csv': csvOf(500),
    'example/a.xml.json': '{}',
  });
  const layouts = [layoutOf('ports', {form: 'xml', path: 'Ports/Port'}, ['Name'])];
  const reads = await bench({MIRROR});
  const rows = await reads.fetch([], {declared: {layouts}});
  if (rows === 'absent') throw new Error('five snapshots were expected');
  expect(rows.map(({name, format}) => [name, format])).toEqual([
    ['a.XML', 'xml'],
    ['b.htm', 'html'],
    ['c.jsonp', 'jsonp'],
    ['d.documents.ndjson', 'documents'],
    ['e.csv', 'csv'],
  ]);
  // The facts of a file that was stored are known by the next run.
  expect(await reads.fetch([], {declared: {layouts}})).toEqual(rows);
  const {fetch, events} = await bench({MIRROR});
  expect(await names(fetch([]))).toEqual(['e.csv']);
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
    'passed over, the source reads no documents: a.XML, b.htm, c.jsonp, d.documents.ndjson',
  ]);
});

test('a JSON file is stored with its sidecar', async () => {
  const MIRROR = await mirror({'example/rows.json': '{"data": []}'});
  const {fetch} = await bench({MIRROR});
  const first = await single(fetch([]));
  expect(first.body.toString()).toBe('{"data": []}');
  expect(first.snapshot).toMatchObject({name: 'rows.json', format: 'json', encoding: 'utf-8'});
  expect((await single(fetch([]))).snapshot).toEqual(first.snapshot);
});

test('excluded files are reported and not read; equal files of payments are read once', async () => {
  const MIRROR = await mirror({
    'example/2001_AWARD.csv': csvOf(500),
    'example/2001_PARTNER.csv': csvOf(600),
    'example/2001_AWARD copy.csv': csvOf(500),
  });
  const {fetch, events} = await bench({MIRROR});
  const excluded = [{files: /partner/i, content: 'Partners', reason: 'no amounts'}];
  expect(await names(fetch([], {declared: {excluded}}))).toHaveLength(2);
  expect(await names(fetch([], {declared: {excluded, duplicates: 'separate'}}))).toEqual([
    '2001_AWARD copy.csv',
  ]);
  expect(ofKind(events, 'warning').map(({file, text}) => `${file}: ${text}`)).toEqual([
    ': left out: Partners: no amounts: 2001_PARTNER.csv',
    ': left out: Partners: no amounts: 2001_PARTNER.csv',
    '2001_AWARD.csv: holds the same bytes as 2001_AWARD copy.csv: read once',
  ]);
});

test('a source that the mirror does not have is absent', async () => {
  const MIRROR = await mirror({'other/rows.csv': 'a\n1\n', 'example/README.md': 'words'});
  expect(await (await bench({MIRROR})).fetch([])).toBe('absent');
  expect(await (await bench({MIRROR})).fetch([], {slug: 'third'})).toBe('absent');
});

test('bytes that are stored already are not written again, from whatever folder they come', async () => {
  const body = csvOf(3000);
  const files = {'example/rows.csv': body, 'example/other.csv': csvOf(2000)};
  const [first, second] = [await mirror(files), await mirror(files)];
  let now = 0;
  // Whatever is copied tells so with every piece.
  const {fetch, events, dataDir, settings, stored} = await bench(
    {MIRROR: first},
    {clock: () => (now += 60_000)},
  );
  const on = (day: string, MIRROR: string) =>
    fetch([], {settings: {...settings, MIRROR}, now: () => new Date(`2026-03-${day}T00:00:00Z`)});
  await on('04', first);
  expect(
    ofKind(events, 'progress')
      .map(({file}) => file)
      .sort(),
  ).toEqual(['other.csv', 'rows.csv']);
  const before = await stored();

  // What a killed run left of one of the files goes.
  await writeFile(join(dataDir, 'raw/example/rows.csv.part'), body.slice(0, 100));
  // As many bytes as before, but others.
  await writeFile(join(second, 'example/other.csv'), Buffer.from(csvOf(2000)).fill('x', 100));
  events.length = 0;
  const again = await on('05', second);
  expect(ofKind(events, 'progress').map(({file}) => file)).toEqual(['other.csv']);
  expect(ofKind(events, 'fetched').map(({changed}) => changed)).toEqual([true, true]);
  const added = (await stored()).filter((name) => !before.includes(name));
  expect(added.filter((name) => !name.endsWith('.json'))).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}\.csv$/),
  ]);
  // It is described as by a run that stored it first.
  const fresh = await bench({MIRROR: second});
  const alone = await fresh.fetch([], {now: () => new Date('2026-03-05T00:00:00Z')});
  if (again === 'absent' || alone === 'absent') throw new Error('two snapshots were expected');
  const facts = ({path: _, ...rest}: (typeof again)[number]) => rest;
  expect(again.map(facts)).toEqual(alone.map(facts));
});

test('mirror.json marks every snapshot as generated, also those stored before', async () => {
  const MIRROR = await mirror({'example/rows.csv': csvOf(100)});
  const {fetch} = await bench({MIRROR});
  expect((await single(fetch([]))).snapshot.synthetic).toBe(false);
  await writeFile(join(MIRROR, 'mirror.json'), '{"synthetic": true}');
  expect((await single(fetch([]))).snapshot.synthetic).toBe(true);
  await writeFile(join(MIRROR, 'mirror.json'), '{"synthetic": ');
  await expect(fetch([])).rejects.toThrow(/cannot be read as JSON: .*mirror\.json/);
});

test('a map lists the files in its own order, also two with one name', async () => {
  const MIRROR = await mirror({
    'old/rows.csv': csvOf(100),
    'new/rows.csv': csvOf(200),
    'any/z.csv': csvOf(300),
    'map.json': JSON.stringify({
      sources: {example: ['any/z.csv', 'old/rows.csv', 'new/rows.csv'], [Object.keys(SOURCES)[0]!]: []},
      left_out: {'any/other.csv': 'a copy'},
    }),
  });
  const MIRROR_MAP = join(MIRROR, 'map.json');
  const {fetch} = await bench({MIRROR, MIRROR_MAP});
  expect(await names(fetch([]))).toEqual(['z.csv', 'rows.csv', 'new/rows.csv']);
  expect(await names(fetch([]))).toEqual(['z.csv', 'rows.csv', 'new/rows.csv']);
});

test('a source without files in the map is absent', async () => {
  for (const sources of [{}, {example: []}]) {
    const MIRROR = await mirror({'map.json': JSON.stringify({sources})});
    const {fetch} = await bench({MIRROR, MIRROR_MAP: join(MIRROR, 'map.json')});
    expect(await fetch([])).toBe('absent');
  }
});

test('a map that names a missing file, an unknown source or a path outside is refused', async () => {
  const cases: [unknown, RegExp][] = [
    [{sources: {example: ['none.csv']}}, /the file is missing .*none\.csv/],
    [{sources: {exampel: ['rows.csv']}}, /names unknown sources: exampel .*known are .*example/],
    [{sources: {example: ['../rows.csv']}}, /sources.example holds "..\/rows.csv"/],
    [{sources: {example: ['/etc/rows.csv']}}, /list paths below MIRROR/],
    [{sources: {example: 'rows.csv'}}, /sources.example is not a list/],
    [{sources: {example: ['rows.docx']}}, /rows.docx has an unknown extension/],
    [{source: {}}, /has no object `sources`/],
  ];
  for (const [map, message] of cases) {
    const MIRROR = await mirror({'rows.csv': csvOf(100), 'map.json': JSON.stringify(map)});
    const {fetch} = await bench({MIRROR, MIRROR_MAP: join(MIRROR, 'map.json')});
    await expect(fetch([])).rejects.toThrow(message);
  }
  const MIRROR = await mirror({});
  const {fetch} = await bench({MIRROR, MIRROR_MAP: join(MIRROR, 'none.json')});
  await expect(fetch([])).rejects.toThrow(/none.json/);
});

test('a missing mirror and files of a wrong format are refused', async () => {
  const gone = await folder();
  await rm(gone, {recursive: true});
  await expect((await bench({MIRROR: gone})).fetch([])).rejects.toThrow(/there is no such folder .*MIRROR/);
  const cases: [string, string, RegExp][] = [
    ['rows.csv', '<html>', /an HTML page came where csv was expected/],
    ['rows.csv', '', /the file is empty/],
    ['rows.zip', 'PK\u0003\u0004 cut', /truncated zip/],
  ];
  for (const [name, body, message] of cases) {
    const {fetch, stored} = await bench({MIRROR: await mirror({[`example/${name}`]: body})});
    await expect(fetch([])).rejects.toThrow(message);
    expect(await stored()).toEqual([]);
  }
});
