/** Iceberg tables of a location, over a store in memory: always what the builds say, whoever is killed or overtaken. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {avroMetadata, avroRead} from 'icebird';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {dataPaths, inBuild, type Manifest} from '../../datasets/artefacts.ts';
import {GRACE_MS, pruneStore, rollBack} from '../../storage/builds.ts';
import {KEYS, listBuilds, readPointer} from '../../storage/documents.ts';
import type {DeltaType} from '../../storage/iceberg/delta_log.ts';
import type {TableMetadata} from '../../storage/iceberg/metadata.ts';
import {FieldIds, icebergType, nameMapping} from '../../storage/iceberg/schema.ts';
import {syncTables} from '../../storage/iceberg/sync_tables.ts';
import {currentTag, publishBuild} from '../../storage/publish_build.ts';
import fc from '../helpers/fast_check.ts';
import {type MemoryStore, memoryStore} from '../helpers/memory_store.ts';
import {idOf, sha256, writeBuild} from '../helpers/published.ts';

let root: string;
let store: MemoryStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'iceberg-'));
  store = memoryStore();
  store.now = () => new Date(clock);
});
afterEach(() => rmSync(root, {recursive: true, force: true}));

let clock = Date.UTC(2026, 0, 2);
const now = () => {
  clock += 1000;
  return new Date(clock);
};

type Fields = [name: string, type: DeltaType][];
const PLAIN: Fields = [
  ['record_id', 'string'],
  ['value', 'decimal(18,2)'],
];

/** A log as builds have them, over files that have the length of their text as rows. */
const logOf = (files: Record<string, string>, fields: Fields): string =>
  [
    {
      metaData: {
        schemaString: JSON.stringify({type: 'struct', fields: fields.map(([name, type]) => ({name, type}))}),
      },
    },
    ...Object.entries(files).map(([path, text]) => ({
      add: {path, size: text.length, stats: JSON.stringify({numRecords: text.length})},
    })),
  ]
    .map((action) => `${JSON.stringify(action)}\n`)
    .join('');

/** Writes build `n`, of which every table has these files. */
function build(n: number, tables: Record<string, Record<string, string>>, fields = PLAIN): Manifest {
  const files: Record<string, string> = {};
  for (const [name, parts] of Object.entries(tables)) {
    for (const [path, text] of Object.entries(parts)) files[`parquet/${name}/${path}`] = text;
    files[inBuild.deltaLog(name)] = logOf(parts, fields);
  }
  return writeBuild(root, n, files);
}

async function publish(manifest: Manifest): Promise<void> {
  const options = {expected: await currentTag(store), quorum: 0, quorumMs: 50, now};
  await publishBuild(store, dataPaths(root).build(manifest.build_id), manifest, options);
}

const versions = (name: string): number[] =>
  [...store.objects.keys()]
    .map((key) => Number(new RegExp(`^tables/${name}/metadata/v(\\d+)\\.metadata\\.json$`).exec(key)?.[1]))
    .filter((version) => version > 0)
    .sort((a, b) => a - b);

const textOf = (key: string): string => store.objects.get(key)!.body.toString();

function metadataOf(name: string): TableMetadata {
  const newest = versions(name).at(-1)!;
  expect(textOf(`tables/${name}/metadata/version-hint.text`)).toBe(String(newest));
  return JSON.parse(textOf(`tables/${name}/metadata/v${newest}.metadata.json`));
}

function avro(uri: string): Record<string, unknown>[] {
  const {body} = store.objects.get(uri.replace(`${store.location}/`, ''))!;
  const reader = {view: new DataView(body.buffer, body.byteOffset, body.length), offset: 0};
  const header = avroMetadata(reader);
  return avroRead({reader, ...header});
}

/** Data files of a snapshot and their rows, as another program reads them. */
function filesOf(metadata: TableMetadata, id: number | undefined): Record<string, number> {
  const snapshot = metadata.snapshots.find((one) => one['snapshot-id'] === id)!;
  const files: Record<string, number> = {};
  for (const {manifest_path} of avro(snapshot['manifest-list'])) {
    for (const {data_file} of avro(String(manifest_path))) {
      const {file_path, record_count} = data_file as {file_path: string; record_count: bigint};
      files[file_path.replace(`${store.location}/`, '')] = Number(record_count);
    }
  }
  return files;
}

const shown = (name: string): Record<string, number> => {
  const metadata = metadataOf(name);
  return filesOf(metadata, metadata['current-snapshot-id']);
};

const objectsOf = (parts: Record<string, string>): Record<string, number> =>
  Object.fromEntries(Object.values(parts).map((text) => [KEYS.object(sha256(text)), text.length]));

test('a table has the files of the current build; each build is a tag', async () => {
  const [one, two] = [{'a.parquet': 'aaa', 'b.parquet': 'bb'}, {'a.parquet': 'aaaa'}];
  await publish(build(1, {contracts: one}));
  expect(shown('contracts')).toEqual(objectsOf(one));
  await publish(build(2, {contracts: two}));
  expect(shown('contracts')).toEqual(objectsOf(two));
  const metadata = metadataOf('contracts');
  expect(metadata.refs['main']?.['snapshot-id']).toBe(metadata['current-snapshot-id']);
  expect(filesOf(metadata, metadata.refs[idOf(1)]?.['snapshot-id'])).toEqual(objectsOf(one));
  expect(metadata.snapshots.map((one) => one['sequence-number'])).toEqual([1, 2]);
  expect(metadata.location).toBe(`${store.location}/tables/contracts`);
});

test('an unchanged build writes nothing; a rollback points back, and a table that the build lacks is empty', async () => {
  const one = {'a.parquet': 'aaa'};
  await publish(build(1, {contracts: one}));
  const later = build(2, {contracts: {'a.parquet': 'b'}, permits: one});
  await publish(later);
  store.calls = [];
  await publish(later);
  expect(store.calls.filter((call) => call.startsWith('write'))).toEqual([]);
  await rollBack(store, idOf(1), now());
  expect(shown('contracts')).toEqual(objectsOf(one));
  expect(metadataOf('permits')).not.toHaveProperty('current-snapshot-id');
  expect(metadataOf('permits')['snapshot-log']).toEqual([]);
  expect(Object.keys(metadataOf('permits').refs)).toEqual([idOf(2)]);
});

test('columns keep their numbers; a new one and one of another type get new ones', async () => {
  const rows: DeltaType = {
    type: 'array',
    elementType: {type: 'struct', fields: [{name: 'at', type: 'timestamp_ntz'}]},
  };
  await publish(build(1, {contracts: {'a.parquet': 'a'}}, [...PLAIN, ['old', 'long'], ['list', rows]]));
  await publish(
    build(2, {contracts: {'a.parquet': 'a'}}, [['list', rows], ['old', 'string'], ['new', 'date'], ...PLAIN]),
  );
  const {schemas, properties, ...metadata} = metadataOf('contracts');
  const idsOf = (at: number) => Object.fromEntries(schemas[at]!.fields.map(({name, id}) => [name, id]));
  const [before, after] = [idsOf(0), idsOf(1)];
  for (const name of ['record_id', 'value', 'list']) expect(after[name]).toBe(before[name]);
  const highest = 6;
  expect([after['old'], after['new']]).toEqual([highest + 1, highest + 2]);
  expect([metadata['current-schema-id'], metadata['last-column-id']]).toEqual([1, highest + 2]);
  const mapping = JSON.parse(properties['schema.name-mapping.default']!);
  expect(mapping[0]).toMatchObject({
    names: ['list'],
    fields: [{names: ['element'], fields: [{names: ['at']}]}],
  });
});

test('pruning takes the snapshots of the builds that go, and their files after the grace', async () => {
  for (const n of [1, 2, 3]) await publish(build(n, {contracts: {'a.parquet': 'x'.repeat(n)}}));
  const lists = metadataOf('contracts').snapshots.map((one) => one['manifest-list']);
  await pruneStore(store, 1, () => new Date(clock));
  expect(Object.keys(metadataOf('contracts').refs)).toEqual(['main', idOf(3)]);
  const isThere = (uri: string) => store.objects.has(uri.replace(`${store.location}/`, ''));
  expect(lists.map(isThere)).toEqual([true, true, true]);
  await pruneStore(store, 1, () => new Date(clock + GRACE_MS));
  expect(lists.map(isThere)).toEqual([false, false, true]);
  expect(versions('contracts')).toEqual([4]);
  expect(shown('contracts')).toEqual(objectsOf({a: 'xxx'}));
});

test.each([
  ['cut', (text: string) => text.slice(0, -9)],
  ['of another location', (text: string) => text.replaceAll('s3://memory/builds', 's3://other/place')],
  ['without its list of snapshots', (text: string) => text.replace('"snapshots"', '"snapshot"')],
])('metadata that is %s is written anew', async (_, damage) => {
  await publish(build(1, {contracts: {'a.parquet': 'a'}}));
  const entry = store.objects.get('tables/contracts/metadata/v1.metadata.json')!;
  entry.body = Buffer.from(damage(entry.body.toString()));
  await publish(build(2, {contracts: {'a.parquet': 'bb'}}));
  expect(versions('contracts')).toEqual([1, 2]);
  expect(shown('contracts')).toEqual(objectsOf({a: 'bb'}));
  expect(Object.keys(metadataOf('contracts').refs)).toEqual(['main', idOf(1), idOf(2)]);
});

test('a lost list and a hint that names no version are mended', async () => {
  await publish(build(1, {contracts: {'a.parquet': 'a'}}));
  store.objects.delete(
    metadataOf('contracts').snapshots[0]!['manifest-list'].replace(`${store.location}/`, ''),
  );
  await syncTables(store, now);
  expect(shown('contracts')).toEqual(objectsOf({a: 'a'}));
  for (const text of ['99', '', 'v1']) {
    await store.write('tables/contracts/metadata/version-hint.text', text, 'any');
    expect(await syncTables(store, now)).toBe(0);
    expect(shown('contracts')).toEqual(objectsOf({a: 'a'}));
  }
});

test('a log that is damaged, missing or of other files is named; the build is current all the same', async () => {
  const path = inBuild.deltaLog('contracts');
  await publish(build(1, {contracts: {'a.parquet': 'a'}}));
  const cases: [string, string][] = [
    ['{}', 'has no schema'],
    [logOf({'b.parquet': 'a'}, PLAIN), 'names b.parquet, which the build does not have so'],
    [logOf({'a.parquet': 'longer'}, PLAIN), 'names a.parquet, which the build does not have so'],
  ];
  for (const [at, [log, why]] of cases.entries()) {
    const n = at + 2;
    const manifest = writeBuild(root, n, {'parquet/contracts/a.parquet': 'a', [path]: log});
    await expect(publish(manifest)).rejects.toThrow(
      `build ${idOf(n)} is current, but its Iceberg tables are not yet: run again; s3://memory/builds: ${path} of build ${idOf(n)} ${why}: publish the build again`,
    );
    expect((await readPointer(store, KEYS.current))?.build_id).toBe(idOf(n));
    store.objects.delete(KEYS.build(idOf(n)));
  }
});

test('a rollback that finds the tables as it wants them is not undone by a slower one', async () => {
  const [one, two] = [{'a.parquet': 'a'}, {'a.parquet': 'bb'}];
  await publish(build(1, {contracts: one}));
  await publish(build(2, {contracts: two}));
  await rollBack(store, idOf(1), now());
  let isBack = false;
  store.before = async (call) => {
    if (isBack || call !== 'write tables/contracts/metadata/v4.metadata.json') return;
    isBack = true;
    await rollBack(store, idOf(1), now());
  };
  await rollBack(store, idOf(2), now());
  expect([isBack, (await readPointer(store, KEYS.current))?.build_id]).toEqual([true, idOf(1)]);
  expect(shown('contracts')).toEqual(objectsOf(one));
});

/** What readers see of the tables is what the documents say: nothing else is asked of a state. */
async function expectConsistent(contents: Map<string, Record<string, string>>): Promise<void> {
  const current = (await readPointer(store, KEYS.current))?.build_id;
  if (current === undefined) return;
  expect(shown('contracts')).toEqual(objectsOf(contents.get(current)!));
  const metadata = metadataOf('contracts');
  const builds = await listBuilds(store);
  const tags = Object.keys(metadata.refs).filter((name) => name !== 'main');
  expect(builds).toEqual(expect.arrayContaining(tags));
  for (const id of tags) {
    const files = filesOf(metadata, metadata.refs[id]?.['snapshot-id']);
    expect(files).toEqual(objectsOf(contents.get(id)!));
    for (const key of Object.keys(files)) expect(store.objects.has(key)).toBe(true);
  }
}

test('random publications, rollbacks, prunes, kills and races: the tables say what the builds say', async () => {
  const step = fc.record({
    what: fc.constantFrom('publish', 'publish', 'rollback', 'prune', 'race'),
    pick: fc.nat(9),
    /** The call of the store at which the process is killed. */
    killedAt: fc.option(fc.nat(60), {nil: null}),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 1, maxLength: 8}), async (steps) => {
      store = memoryStore();
      store.now = () => new Date(clock);
      const contents = new Map<string, Record<string, string>>();
      let n = 0;
      const make = (pick: number): Manifest => {
        const files = {'a.parquet': 'same', [`${'bcd'[pick % 3]}.parquet`]: `build ${pick}`};
        const fields: Fields = pick % 2 ? PLAIN : [...PLAIN, ['more', 'date']];
        contents.set(idOf(++n), files);
        return build(n, {contracts: files}, fields);
      };
      const some = async (pick: number): Promise<string | undefined> => {
        const builds = await listBuilds(store);
        return builds[pick % Math.max(1, builds.length)];
      };
      const work = {
        publish: (pick: number) => publish(make(pick)),
        async rollback(pick: number) {
          const id = await some(pick);
          if (id !== undefined) await rollBack(store, id, now());
        },
        async prune(pick: number) {
          await pruneStore(store, 1 + (pick % 3), now, pick % 2 ? 0 : GRACE_MS);
        },
        async race(pick: number) {
          const both = [work.publish(pick), work.rollback(pick + 1)];
          await Promise.allSettled(both);
        },
      };
      for (const {what, pick, killedAt} of steps) {
        let calls = 0;
        // Whatever is killed does nothing more: also no second process of a race.
        store.before = () => {
          if (killedAt !== null && calls++ >= killedAt) throw new Error('killed');
        };
        await work[what](pick).catch(() => {});
        store.before = () => {};
        store.objects.delete(KEYS.pruning);
        if (killedAt === null || calls <= killedAt) await expectConsistent(contents);
        // The next one to come completes what a killed publisher left, and adds the build of one that lost.
        await syncTables(store, now);
        await expectConsistent(contents);
        if (!store.objects.has(KEYS.current)) continue;
        expect(Object.keys(metadataOf('contracts').refs).sort()).toEqual(
          [...(await listBuilds(store)), 'main'].sort(),
        );
      }
    }),
    {numRuns: 60},
  );
});

test('names of nested columns are mapped as they are numbered', () => {
  const type: fc.Arbitrary<DeltaType> = fc.letrec<{type: DeltaType}>((tie) => ({
    type: fc.oneof(
      {depthSize: 'small', withCrossShrink: true},
      fc.constantFrom<DeltaType>('string', 'long', 'double', 'date', 'decimal(18,2)'),
      fc.record({type: fc.constant('array' as const), elementType: tie('type')}),
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), {minLength: 1, maxLength: 4}).chain((names) =>
        fc.record({
          type: fc.constant('struct' as const),
          fields: fc.tuple(...names.map((name) => fc.record({name: fc.constant(name), type: tie('type')}))),
        }),
      ),
    ),
  })).type;
  fc.assert(
    fc.property(type, type, (one, other) => {
      const struct = (inner: DeltaType): DeltaType => ({type: 'struct', fields: [{name: 'x', type: inner}]});
      const ids = new FieldIds([], 0);
      const first = icebergType(struct(one), ids);
      const numbers = [...JSON.stringify(nameMapping(first as never)).matchAll(/"field-id":(\d+)/g)].map(
        ([, id]) => Number(id),
      );
      // Each once, all of them, in the order in which they are met.
      expect(numbers).toEqual(Array.from({length: ids.last}, (_, at) => at + 1));
      icebergType(struct(other), ids);
      expect(icebergType(struct(one), ids)).toEqual(first);
    }),
  );
});
