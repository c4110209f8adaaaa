/**
 * Every sample of a source of tables is a golden case: its rows are written as the publisher's files, and the
 * records that the pipeline makes of them have the values expected.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {afterAll, expect, test} from 'vitest';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import type {Json, Layout, Source} from '../../datasets/types.ts';
import {isRecordLayout, tableLayouts} from '../../pipeline/read/header.ts';
import {type Cells, filesOf} from '../cases_runner/compact.ts';
import {type Sample, samplesOf} from '../corpus/samples.ts';
import {folder, partOf} from '../helpers/pipeline.ts';
import {zipOf} from '../helpers/zips.ts';

const ENDINGS: Record<string, string> = {csv: '.csv', workbook: '.xlsx', documents: '.documents.ndjson'};

/** A name that a pattern of names matches: the pattern without its marks and optional parts. */
const nameLike = ({source}: RegExp): string => source.replace(/\([^)]*\)\?|[\^$]|\\/g, '');

/** The file in which the publisher has the rows of a layout; each layout has a file of its own. */
function fileOf(source: Source, layout: Layout): string {
  const names = source.files.map(
    ({name, format}) =>
      `${name.replace(/\.[a-z]+$/, '')}-${layout.name.replaceAll(' ', '_')}${ENDINGS[format] ?? '.jsonl'}`,
  );
  const own = names.find((name) => tableLayouts(source, name).includes(layout));
  return own ?? nameLike(layout.files ?? /rows\.csv/);
}

/** The files of all samples of a source, in a folder. */
async function written(source: Source, samples: readonly Sample[]): Promise<string[]> {
  const layouts = source.layouts.filter(({name}) => samples.some(({layout}) => layout === name));
  const tables = layouts.map((layout): [string, Cells[]] => {
    const file = fileOf(source, layout);
    const rows = samples
      .filter((one) => one.layout === layout.name)
      .map((one) => Object.fromEntries(layout.header.map((name) => [name, one.in[name] ?? null])));
    return [file.endsWith('.xlsx') ? `${file}/${layout.name}` : file, rows];
  });
  const files = filesOf(source, tables, source.slug);
  const archived = source.files.find(({via}) => 'entries' in via && via.entries);
  const at = await folder();
  if (archived) {
    const entries = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)] as const);
    return [await zipOf(Object.fromEntries(entries), archived.name)];
  }
  const paths = Object.entries(files).map(async ([name, content]) => {
    await writeFile(join(at, name), content);
    return join(at, name);
  });
  return Promise.all(paths);
}

/** The values of a sample under names of columns of its record. */
function expectedOf(source: Source, {out}: Sample): Record<string, Json> {
  const {columns} = DATASETS[source.dataset]!;
  return Object.fromEntries(Object.entries(out).filter(([name]) => columns[name] && !columns[name].derived));
}

/** A record with its times as samples write them. */
const withPlainTimes = (record: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^(\S{10}) (\S{8})\+00$/, '$1T$2') : value,
    ]),
  );

const isDocuments = ({files}: Source): boolean => files.every(({format}) => format === 'documents');
const sources = Object.values(SOURCES);
const counted = {sources: 0, samples: 0, records: 0, fields: 0};

test.each(sources)('$slug has samples of layouts that it declares', (source) => {
  const samples = samplesOf(source);
  expect(samples.length).toBeGreaterThan(0);
  const declared = source.layouts.map(({name}) => name);
  expect(declared).toEqual(expect.arrayContaining(samples.map(({layout}) => layout)));
});

test.each(sources.filter((source) => !isDocuments(source)))(
  '$slug: samples become records',
  async (source) => {
    const samples = samplesOf(source);
    const {entry, records, rejects} = await partOf(
      source,
      DATASETS[source.dataset]!,
      await written(source, samples),
    );
    expect(rejects.filter((one) => (one as {kind: string}).kind === 'row')).toEqual([]);
    expect(entry).toMatchObject({read: samples.length, rejected: 0});
    const record = new Set(source.layouts.filter(isRecordLayout).map(({name}) => name));
    const due = samples.filter(({layout}) => record.has(layout)).map((sample) => expectedOf(source, sample));
    const left = records.map(withPlainTimes);
    for (const values of due) {
      const shown = left.map((one) =>
        Object.fromEntries(Object.keys(values).map((name) => [name, one[name]])),
      );
      const alike = shown.map((one) =>
        Object.keys(values).filter((name) => isDeepStrictEqual(one[name], values[name])),
      );
      const at = alike.reduce((best, {length}, nth) => (length > alike[best]!.length ? nth : best), 0);
      expect(shown[at]).toEqual(values);
      left.splice(at, 1);
      counted.fields += Object.keys(values).length;
    }
    counted.sources++;
    counted.samples += samples.length;
    counted.records += due.length;
  },
);

afterAll(() => {
  const {sources: some, samples, records, fields} = counted;
  process.stdout.write(
    `${samples} samples of ${some} sources of tables were ingested; ${fields} fields of ${records} records compared\n`,
  );
});
