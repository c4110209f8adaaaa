/** Where each field was read: 10,000 random cells are found again in the publishers' files, by another reading of them. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {RowLocationWriter, TextChecks} from '../../builds/row_locations.ts';
import {contactsRemoved} from '../../datasets/codes/contacts.ts';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import type {Json, Source} from '../../datasets/types.ts';
import {openBuild} from '../../engine/open.ts';
import type {Engine, Row} from '../../engine/types.ts';
import {fieldOrigin} from '../../server/api/operations/provenance/field_origins.ts';
import {provenanceOf} from '../../server/api/operations/provenance/provenance.ts';
import {ROUTES} from '../../server/api/routes/index.ts';
import {recordPath} from '../../server/api/routes/record_path.ts';
import type {RouteOf} from '../../server/api/routes/types.ts';
import {ask} from '../../server/site/ask.ts';
import {type NamedRow, RawRows} from '../helpers/raw_rows.ts';
import {seed} from '../helpers/seed.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {sharedData} from '../helpers/stack.ts';

interface Field {
  field: string;
  rule: string | null;
  made: string | null;
  cells: {row: number; column: string; text: string | null; length: number | null}[];
  reason: string | null;
}
interface Provenance {
  row_count: number;
  rows: (NamedRow & {row: number; current: boolean; reason: string | null})[];
  fields: Field[];
}

let data: string;
let engine: Engine;
let raw: RawRows;
beforeAll(async () => {
  data = await sharedData();
  engine = await openBuild(dataPaths(data).current);
  raw = new RawRows(data);
}, 600_000);
afterAll(() => engine?.close());

const DETAILS = ROUTES.filter((route): route is RouteOf<'detail'> => route.kind === 'detail');

/** Paths of all records of a route, in random order. */
function pathsOf({dataset}: RouteOf<'detail'>, random: () => number): string[] {
  const list = ROUTES.find((one) => one.kind === 'list' && one.dataset === dataset)!;
  const paths: string[] = [];
  for (let offset = 0; ; offset += 200) {
    const {data: rows} = ask(engine, list.path, [
      ['limit', '200'],
      ['offset', String(offset)],
    ]);
    paths.push(...rows.map((row) => recordPath(dataset, row)!));
    if (rows.length < 200) break;
  }
  return paths
    .map((path) => [random(), path] as const)
    .sort(([a], [b]) => a - b)
    .map(([, path]) => path);
}

const traced = (path: string) =>
  ask<Row & {provenance: Provenance}>(engine, path, [['provenance', 'true']]).data;

/** The source of a record of a dataset. */
function sourceOf(dataset: string, record: Row): Source {
  const {view, sources} = DATASETS[dataset]!;
  const all = view ? DATASETS[view.table]!.sources : sources;
  return all.find(({label}) => label === record['source_dataset']) ?? all[0]!;
}

const clean = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Whether a text as published is what a row of the file has. */
function isPublished(text: string | null, length: number | null, there: unknown): boolean {
  const isDocument = typeof there === 'object' && there !== null && 'held' in there;
  if (text === null) return isDocument || there === null || there === undefined || there === '';
  if (isDocument) return text.split('\n').every((one) => clean(String(there.held)).includes(clean(one)));
  if (typeof there === 'string') return length === [...there].length && there.startsWith(text);
  if (typeof there === 'object')
    return length! > [...text].length || JSON.stringify(JSON.parse(text)) === JSON.stringify(there);
  return Number(text) === Number(there) || text === String(there);
}

/** What a rule makes of cells, where that is plain; undefined: it is not. */
const PLAIN: Readonly<Record<string, (text: string) => Json>> = {
  text: (text) => clean(text).toLowerCase(),
  date: (text) => text.slice(0, 10),
  money: (text) => Number(text.replace(/[$, ]/g, '')),
  integer: (text) => Number(text),
};

/** Whether a value is what its rule makes of one of its cells; null: the rule is not plain. */
function isMade(value: Json, {rule, made, cells}: Field): boolean | null {
  const make = PLAIN[rule ?? ''];
  if (
    !make ||
    made !== null ||
    value === null ||
    cells.some(({text, length}) => length !== (text && [...text].length))
  )
    return null;
  if (cells.length === 0) return null;
  const isDay = rule !== 'date' || cells.every(({text}) => !text || /^\d{4}-\d\d-\d\d/.test(text));
  if (!isDay || Array.isArray(value)) return null;
  const shown = typeof value === 'string' ? value.toLowerCase() : value;
  return cells.some(({text}) => text !== null && make(text) === shown);
}

test('10,000 random cells are in the publishers’ files where the answer says', () => {
  const random = seededRandom(seed);
  const left = DETAILS.map((route) => ({route, paths: pathsOf(route, random)}));
  const counted = {cells: 0, filled: 0, made: 0};
  const wrong: string[] = [];
  const seen = new Set<string>();
  while (counted.cells < 10_000) {
    const {route, paths} = left[Math.floor(random() * left.length)]!;
    const path = paths.pop();
    if (path === undefined) continue;
    const record = traced(path);
    const {provenance} = record;
    const {slug} = sourceOf(route.dataset, record);
    seen.add(slug);
    const rows = new Map(provenance.rows.map((row) => [row.row, row]));
    for (const field of provenance.fields) {
      if (field.cells.length === 0 && field.reason === null) wrong.push(`${path} ${field.field}: no reason`);
      for (const {row: number, column, text, length} of field.cells) {
        const row = rows.get(number)!;
        counted.cells += 1;
        counted.filled += text?.trim() ? 1 : 0;
        const there = raw.cells(slug, row)(column);
        const isCleaned = field.reason === 'contacts' && typeof there === 'string';
        if (!isPublished(text, length, isCleaned ? contactsRemoved(there) : there))
          wrong.push(
            `${path} ${field.field}: ${column} of ${row.file}:${row.line ?? row.element}: ${text?.slice(0, 80)}`,
          );
      }
      const made = isMade(record[field.field]!, field);
      counted.made += made ? 1 : 0;
      if (made === false)
        wrong.push(`${path} ${field.field}: ${record[field.field]} of ${JSON.stringify(field.cells)}`);
    }
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(counted.filled).toBeGreaterThan(5000);
  expect(counted.made).toBeGreaterThan(2000);
  // Cities, contracts, grants, Parliament: whatever has records of its own.
  expect(seen.size).toBeGreaterThan(25);
});

/** A copy of the file of locations and the publisher's files of a source, beside each other as in DATA_DIR. */
function copied(slug: string): {folder: string; raw: string; engine: Engine} {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-'));
  copies.push(folder);
  const path = join(dataPaths(folder).build('copy'), inBuild.rows(slug));
  cpSync(join(dataPaths(data).current, inBuild.rows(slug)), path, {recursive: true});
  cpSync(dataPaths(data).raw(slug), dataPaths(folder).raw(slug), {recursive: true});
  const file = () => ({path});
  return {folder, raw: dataPaths(folder).raw(slug), engine: {file} as unknown as Engine};
}
const copies: string[] = [];
afterAll(() => {
  for (const folder of copies) rmSync(folder, {recursive: true});
});

test('a file that is gone, changed or damaged gives a reason and no text; what it does not give stays', () => {
  const {data: grants} = ask(engine, '/grants', [['limit', '1']]);
  const id = String(grants[0]!['record_id']);
  const record = traced(`/grants/${id}`);
  const {fields, rows} = record.provenance;
  const again = (at: Engine) =>
    provenanceOf(
      'grants',
      id,
      record,
      fields.map(({field}) => field),
      at,
    ) as unknown as Provenance;
  const copy = copied('proactive_grants');
  expect(again(copy.engine)).toEqual(record.provenance);
  const {sha256, first_byte: first, bytes} = rows.find(({current}) => current)!;
  const path = join(
    copy.raw,
    readdirSync(copy.raw).find((name) => name.startsWith(sha256) && !name.endsWith('.json'))!,
  );
  const whole = readFileSync(path);
  const reasons = () => {
    const made = again(copy.engine);
    const vendor = made.fields.find(({field}) => field === 'recipient')!;
    const row = made.rows.find(({current}) => current)!;
    return [vendor.reason, vendor.cells, row.reason, row.line, row.sha256];
  };
  // One letter of the row itself.
  const other = Buffer.from(whole);
  other[first! + bytes! - 3]! ^= 1;
  writeFileSync(path, other);
  expect(reasons()).toEqual(['file_changed', [], 'file_changed', null, sha256]);
  writeFileSync(path, Buffer.concat([whole, Buffer.from('\n')]));
  expect(reasons()).toEqual(['file_changed', [], 'file_changed', null, sha256]);
  rmSync(path);
  expect(reasons()).toEqual(['file_gone', [], 'file_gone', null, sha256]);
  symlinkSync(path, path);
  expect(reasons()).toEqual(['unreadable', [], 'unreadable', null, sha256]);
  // The file of locations itself.
  const locations = copy.engine.file('')!.path;
  const kept = readFileSync(locations);
  const length = Buffer.from(kept);
  length.writeUInt32LE(0xffff_ffff, length.length - 4);
  for (const damaged of [length, kept.subarray(0, 3), kept.subarray(0, -9), Buffer.alloc(0), null]) {
    if (damaged) writeFileSync(locations, damaged);
    else rmSync(locations);
    const {row_count, rows: none, fields: told} = again(copy.engine);
    expect([row_count, none]).toEqual([null, []]);
    expect(told.map(({field, reason}) => [field, reason])).toEqual(
      fields.map(({field}) => [field, 'unreadable']),
    );
  }
});

test('a field that any version may have given is not traced where one of them cannot be read', () => {
  const texts = ['a.csv', 'b.csv'].map((name) => ({
    name,
    url: `https://example.org/${name}`,
    sha256: name,
    bytes: 2,
    fetched_at: '2026-01-02T03:04:05',
    encoding: 'utf-8',
    stored: name,
    inPlace: true,
    form: 'csv' as const,
    counts: 'lines' as const,
    delimiter: ',',
  }));
  const source = Object.values(SOURCES).find(({versions}) => versions?.current === 'first')!;
  const dataset = DATASETS[source.dataset]!;
  const layout = source.layouts[0]!;
  const origins = Object.keys(layout.fields)
    .filter((name) => dataset.columns[name])
    .map((name) => ({name, ...fieldOrigin(name, dataset, source, layout, true)}));
  const {name, columns} = origins.find((one) => one.row === 'filled' && one.read?.op === 'text')!;
  const id = `${dataset.id.prefix}0000000100000002`;
  const row = {high: 1, low: 2, key: false, other: false, number: 0, from: 0, length: 2, copy: null};
  const parts = texts.map((_, text) => ({
    text,
    layout: layout.name,
    columns: {[columns[0]!]: [0, 'Column'] as const},
  }));
  const folder = mkdtempSync(join(tmpdir(), 'provenance-'));
  copies.push(folder);
  const path = join(dataPaths(folder).build('made'), inBuild.rows(source.slug));
  for (const made of [dirname(path), dataPaths(folder).raw(source.slug)]) mkdirSync(made, {recursive: true});
  const pieces: Buffer[] = [];
  const writer = new RowLocationWriter((bytes) => pieces.push(bytes));
  // The current row is blank, and each of the others may have given the value.
  for (const part of [0, 1, 1]) writer.add({...row, part, current: part === 0, from: 0});
  const checks = ['""', 'x\n'].map((text, at) => {
    writeFileSync(join(dataPaths(folder).raw(source.slug), texts[at]!.stored), text);
    const made = new TextChecks();
    made.add(Buffer.from(text));
    return made.end();
  });
  writer.end(texts, parts, checks);
  writeFileSync(path, Buffer.concat(pieces));
  const traced = () =>
    provenanceOf(dataset.name, id, {source_dataset: source.label, [name]: 'x'}, [name], {
      file: () => ({path}),
    } as unknown as Engine) as unknown as Provenance;
  const [before] = traced().fields;
  rmSync(join(dataPaths(folder).raw(source.slug), 'b.csv'));
  const [after] = traced().fields;
  expect([before!.cells.length, after!.cells, after!.reason]).toEqual([1, [], 'several_rows']);
});

test('contacts that no record keeps are not shown from the file', () => {
  const free = Object.entries({tenders: 'description', permits: 'work_description'});
  let [cleaned, whole] = [0, 0];
  for (const [dataset, field] of free) {
    const route = DETAILS.find((one) => one.dataset === dataset)!;
    for (const path of pathsOf(route, seededRandom(seed)).slice(0, 300)) {
      const {cells, reason} = traced(path).provenance.fields.find((one) => one.field === field) ?? {};
      for (const {text} of cells ?? []) {
        if (text !== null) expect(contactsRemoved(text)).toBe(text);
        if (reason === 'contacts') cleaned += 1;
        else whole += text === null ? 0 : 1;
      }
    }
  }
  expect(cleaned).toBeGreaterThan(0);
  expect(whole).toBeGreaterThan(100);
});

test('a build without locations says so for every field', () => {
  const [grant] = ask(engine, '/grants', [['limit', '1']]).data;
  const none = {file: () => null} as unknown as Engine;
  const made = provenanceOf('grants', String(grant!['record_id']), grant!, ['recipient', 'value'], none);
  const empty = {rule: null, made: null, cells: [], derived_from: [], reason: 'not_recorded'};
  expect(made).toEqual({
    row_count: null,
    rows: [],
    fields: [
      {field: 'recipient', ...empty},
      {field: 'value', ...empty},
    ],
  });
});

test('a record of several rows says which of them gave each field', () => {
  const awards = ask(engine, '/awards', [['limit', '200']]).data;
  const one = awards
    .map(({record_id: id}) => traced(`/awards/${id}`))
    .find(({provenance}) => provenance.rows.filter(({current}) => !current).length > 1)!;
  const {rows, fields} = one.provenance;
  const cellsOf = (name: string) => fields.find(({field}) => field === name)!;
  const current = rows.find((row) => row.current)!;
  expect(cellsOf('vendor').cells.every(({row}) => row === current.row)).toBe(true);
  expect(cellsOf('original_value').cells[0]!.row).toBe(1);
  expect(cellsOf('versions')).toMatchObject({made: 'versions', reason: 'versions', cells: []});
  expect(cellsOf('source_dataset')).toMatchObject({made: 'source', reason: 'source'});
});

test('without the parameter an answer has no provenance', () => {
  const [contract] = ask(engine, '/contracts', [['limit', '1']]).data;
  const path = `/contracts/${contract!['record_id']}`;
  const plain = ask(engine, path, []).data as unknown as Row;
  expect(ask(engine, path, [['provenance', 'false']]).data).toEqual(plain);
  const {provenance, ...others} = traced(path);
  expect(others).toEqual(plain);
  expect(provenance.rows).toHaveLength(1);
});
