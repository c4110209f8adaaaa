/** A zip as the file of a source: every entry is read in its own encoding, and a broken one is reported. */
import {createWriteStream} from 'node:fs';
import {readFile, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';
import {ZipFile} from 'yazl';
import {DATASETS, SOURCES} from '../../../datasets/index.ts';
import type {Event} from '../../../pipeline/runtime/events.ts';
import {folder, partOf} from '../../helpers/pipeline.ts';
import {zipOf} from '../../helpers/zips.ts';

const GOLDEN = fileURLToPath(new URL('../../golden/', import.meta.url));
const MODERN = 'canadabuys_awards/complete_80/awardNoticeComplete-avisAttributionComplet.csv';
const ARCHIVE = 'canadabuys_awards/buyandsell/tpsgc-pwgsc_aa-a.csv';

function sourceNamed(slug: string) {
  const known = SOURCES[slug];
  const dataset = DATASETS[known?.dataset ?? ''];
  if (!known || !dataset) throw new Error(`no source ${slug}`);
  return {source: known, dataset};
}

const lines = (text: string): number => text.split('\n').filter(Boolean).length;
const golden = (path: string, file: string): Promise<string> =>
  readFile(join(GOLDEN, path, '..', file), 'utf8');

test('entries are read in name order, in UTF-8 and Windows-1252, with rejects from their own bytes', async () => {
  const {source, dataset} = sourceNamed('canadabuys_awards');
  const path = await zipOf({
    'b/modern.csv': await readFile(join(GOLDEN, MODERN)),
    'a/archive.csv': await readFile(join(GOLDEN, ARCHIVE)),
  });
  const {entry, records, rejects} = await partOf(source, dataset, [path]);
  expect(entry.files.map(({name, encoding, layout}) => [name, encoding, layout])).toEqual([
    ['all.zip!a/archive.csv', 'windows-1252', 'buyandsell'],
    ['all.zip!b/modern.csv', 'utf-8', 'canadabuys'],
  ]);
  const [modern, archive] = [
    await golden(MODERN, 'expected.ndjson'),
    await golden(ARCHIVE, 'expected.ndjson'),
  ];
  expect(records).toHaveLength(lines(modern) + lines(archive));
  const texts = records.map((one) => JSON.stringify(one));
  expect(texts.sort()).toEqual(`${modern}${archive}`.split('\n').filter(Boolean).sort());
  const single = [await golden(ARCHIVE, 'rejects.ndjson'), await golden(MODERN, 'rejects.ndjson')];
  expect(rejects.map(({line, reason, raw}) => ({line, reason, raw}))).toEqual(
    single.flatMap((text) =>
      text
        .split('\n')
        .filter(Boolean)
        .map((one) => JSON.parse(one))
        .map(({line, reason, raw}) => ({line, reason, raw})),
    ),
  );
});

test('an entry in an undeclared encoding is refused by name', async () => {
  const {source, dataset} = sourceNamed('proactive_contracts');
  const path = await zipOf({'contracts.csv': Buffer.from('reference_number\r\nÉ\r\n', 'latin1')});
  await expect(partOf(source, dataset, [path])).rejects.toThrow(
    'proactive_contracts: contracts.csv: the bytes are not valid utf-8; ',
  );
});

test('a truncated, damaged or empty zip is reported', async () => {
  const {source, dataset} = sourceNamed('canadabuys_awards');
  const make = async () => zipOf({'modern.csv': await readFile(join(GOLDEN, MODERN))});
  const short = await make();
  await truncate(short, 500);
  await expect(partOf(source, dataset, [short])).rejects.toThrow(/all\.zip: broken zip .*; fetch it again/);
  const damaged = await make();
  const bytes = await readFile(damaged);
  await writeFile(damaged, bytes.fill(0x55, 200, 260));
  await expect(partOf(source, dataset, [damaged])).rejects.toThrow(/all\.zip: broken zip .*; fetch it again/);
  await expect(partOf(source, dataset, [await zipOf({})])).rejects.toThrow(
    /all\.zip: the zip holds empty\/; declare its entries/,
  );
});

test('desktop files in a zip are ignored, and every extension of JSON Lines is known', async () => {
  const {source, dataset} = sourceNamed('proactive_contracts_nil');
  const record = {reporting_period: '2023-2024-Q1', owner_org: 'hc-sc', owner_org_title: 'Health Canada'};
  const path = await zipOf({
    'nil.ndjson': Buffer.from(`${JSON.stringify(record)}\n`),
    '__MACOSX/._nil.ndjson': Buffer.from([0, 5, 22, 7]),
    '.DS_Store': Buffer.from([0, 0]),
  });
  const made = await partOf(source, dataset, [path]);
  expect(made.entry).toMatchObject({read: 1, kept: 1});
});

describe('a name that comes twice', () => {
  const nil = (code: string) =>
    Buffer.from(`reporting_period,owner_org,owner_org_title\r\n2024-2025-Q1,${code},A\r\n`);

  async function read(entries: [string, Buffer][]) {
    const {source, dataset} = sourceNamed('proactive_contracts_nil');
    const zip = new ZipFile();
    for (const [name, content] of entries) zip.addBuffer(content, name);
    zip.end();
    const path = join(await folder(), 'all.zip');
    await pipeline(zip.outputStream, createWriteStream(path));
    const notes: string[] = [];
    const emit = (event: Event) => {
      if (event.kind === 'warning') notes.push(event.text);
    };
    return {...(await partOf(source, dataset, [path], emit)), notes};
  }

  test.each([
    ['in another folder', 'old/nil.csv', 'nil.csv, old/nil.csv'],
    ['in the same folder', 'nil.csv', 'nil.csv, nil.csv'],
    ['in capitals', 'a/NIL.CSV', 'a/NIL.CSV, nil.csv'],
  ])('%s is read once where its bytes are the same', async (_, other, names) => {
    const {entry, notes} = await read([
      ['nil.csv', nil('a')],
      [other, nil('a')],
    ]);
    expect(entry).toMatchObject({read: 1, kept: 1});
    expect(notes).toEqual([`the same file comes again and is read once: ${names}`]);
  });

  test('with other bytes is refused', async () => {
    const made = read([
      ['2025-10/nil.csv', nil('a')],
      ['nil.csv', nil('b')],
    ]);
    await expect(made).rejects.toThrow(
      'all.zip: it has several files of one name, which differ: 2025-10/nil.csv, nil.csv; remove those that are out of date',
    );
  });
});
