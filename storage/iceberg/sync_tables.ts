/**
 * Makes the Iceberg tables of a location say what its builds say: one snapshot a build, `main` where `current` points. Publishing, rolling
 * back and pruning call it after their own work; it derives everything from the documents, so that whoever comes next
 * completes what a killed one left.
 */
import {createHash} from 'node:crypto';
import {KEYS, listBuilds, type PublishedBuild, readBuild, readPointer} from '../documents.ts';
import {Conflict, type ObjectStore} from '../object_store.ts';
import {readTable, tableLogs} from './delta_log.ts';
import {manifestFile, manifestListFile, type SnapshotContent} from './manifests.ts';
import {
  describeTable,
  parseMetadata,
  type Snapshot,
  saysTheSame,
  snapshotId,
  type TableMetadata,
} from './metadata.ts';
import {FieldIds, type IcebergSchema, type IcebergStruct, icebergType} from './schema.ts';
import {listTables, type TableFiles, tableKeys, uriOf} from './table_files.ts';

/** Tables at a time; each needs a handful of small requests. */
const AT_ONCE = 8;

/** Writers that may be faster, one after the other, before this one gives up. */
const ATTEMPTS = 10;

interface State {
  builds: PublishedBuild[];
  current: string | null;
  /** Tag of `current`. */
  tag: string | null;
  tables: Map<string, TableFiles>;
}

/** Oldest build first: numbers grow with time. */
async function readState(store: ObjectStore): Promise<State> {
  const tables = await listTables(store);
  const pointer = await readPointer(store, KEYS.current);
  const builds: PublishedBuild[] = [];
  for (const id of await listBuilds(store)) {
    const build = await readBuild(store, id);
    if (build) builds.push(build);
  }
  builds.sort((a, b) => (a.published_at < b.published_at ? -1 : 1));
  return {builds, tables, current: pointer?.build_id ?? null, tag: pointer?.tag ?? null};
}

/**
 * Writes a new version of every table whose newest one says something else than the builds; returns how many. Throws errors of the
 * store, and if a build's own log is damaged: tables that were not reached stay as they are.
 */
export async function syncTables(store: ObjectStore, now: () => Date): Promise<number> {
  let written = 0;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const state = await readState(store);
    const names = new Set([
      ...state.tables.keys(),
      ...state.builds.flatMap((build) => [...tableLogs(build).keys()]),
    ]);
    const queue = [...names].sort();
    let isOvertaken = false;
    const work = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        try {
          if (await syncTable(store, name, state, now().getTime())) written++;
        } catch (error) {
          if (!(error instanceof Conflict)) {
            queue.length = 0;
            throw error;
          }
          isOvertaken = true;
        }
      }
    };
    const workers = Array.from({length: AT_ONCE}, work);
    await Promise.allSettled(workers);
    await Promise.all(workers);
    // Whoever moved `current` meanwhile may have been done with a table before this one wrote it.
    if (!isOvertaken && (await readPointer(store, KEYS.current))?.tag === (state.tag ?? undefined)) {
      return written;
    }
  }
  throw new Error(`${store.location}: other publishers keep writing its tables: wait for them and run again`);
}

/** Whether a new version was written. Throws `Conflict` if another writer was faster. */
async function syncTable(store: ObjectStore, name: string, state: State, now: number): Promise<boolean> {
  const listed = state.tables.get(name) ?? {version: 0, files: new Map()};
  const location = uriOf(store, tableKeys.folder(name));
  const stored = listed.version > 0 ? await store.read(tableKeys.metadata(name, listed.version)) : null;
  const before = stored ? parseMetadata(stored.text, location) : null;
  const next = await nextMetadata(store, name, state, listed, before, now);
  if (saysTheSame(next, before)) {
    await moveHint(store, name, listed.version);
    return false;
  }
  const version = listed.version + 1;
  await store.write(tableKeys.metadata(name, version), `${JSON.stringify(next)}\n`, 'absent');
  await moveHint(store, name, version);
  return true;
}

/** The document that the table shall have, all files that it names written. */
async function nextMetadata(
  store: ObjectStore,
  name: string,
  {builds, current}: State,
  listed: TableFiles,
  before: TableMetadata | null,
  now: number,
): Promise<TableMetadata> {
  const location = uriOf(store, tableKeys.folder(name));
  const schemas = [...(before?.schemas ?? [])];
  const ids = new FieldIds(schemas, before?.['last-column-id'] ?? 0);
  const known = new Map((before?.snapshots ?? []).map((one) => [one['snapshot-id'], one]));
  const stored = new Set([...listed.files.keys()].map((key) => uriOf(store, key)));
  let sequence = before?.['last-sequence-number'] ?? 0;
  const snapshots: Snapshot[] = [];
  const tags: Record<string, number> = {};
  for (const build of builds) {
    const log = tableLogs(build).get(name);
    if (!log) continue;
    const id = snapshotId(build.build_id);
    tags[build.build_id] = id;
    const old = known.get(id);
    if (old && stored.has(old['manifest-list'])) {
      snapshots.push(old);
      continue;
    }
    const {schema: delta, files} = await readTable(store, build, log);
    const schema = schemaFor(icebergType(delta, ids) as IcebergStruct, schemas);
    const content: SnapshotContent = {id, sequence: ++sequence, schema, files};
    const list = await writeManifests(store, name, listed.version + 1, content);
    snapshots.push(describeSnapshot(content, build.build_id, list, now));
  }
  const shown = current !== null ? (tags[current] ?? null) : null;
  return describeTable(
    {location, schemas, lastColumnId: ids.last, snapshots, tags, current: shown},
    before,
    now,
  );
}

/** The schema of the list that has these columns; else it becomes a new one of the list. */
function schemaFor({fields}: IcebergStruct, schemas: IcebergSchema[]): IcebergSchema {
  const columns = JSON.stringify(fields);
  const known = schemas.find((one) => JSON.stringify(one.fields) === columns);
  if (known) return known;
  const id = Math.max(-1, ...schemas.map((one) => one['schema-id'])) + 1;
  const schema: IcebergSchema = {type: 'struct', 'schema-id': id, fields};
  schemas.push(schema);
  return schema;
}

const describeSnapshot = (
  {id, sequence, schema, files}: SnapshotContent,
  buildId: string,
  list: string,
  now: number,
): Snapshot => ({
  'snapshot-id': id,
  'sequence-number': sequence,
  'timestamp-ms': now,
  'schema-id': schema['schema-id'],
  'manifest-list': list,
  summary: {
    operation: 'overwrite',
    'build-id': buildId,
    'total-records': String(files.reduce((sum, {rows}) => sum + rows, 0)),
    'total-data-files': String(files.length),
    'total-files-size': String(files.reduce((sum, {bytes}) => sum + bytes, 0)),
  },
});

/**
 * Writes both Avro files of a snapshot; returns the URI of the list. Names carry the version in which they appear, so that a prune never
 * takes an old file that a writer is about to name again, and a hash, so that equal names mean equal bytes.
 */
async function writeManifests(
  store: ObjectStore,
  name: string,
  version: number,
  content: SnapshotContent,
): Promise<string> {
  const manifest = await manifestFile(content, (sha256) => uriOf(store, KEYS.object(sha256)));
  const hash = createHash('sha256').update(manifest).digest('hex');
  const stem = `${version}-${content.id}-${hash.slice(0, 16)}`;
  const [manifestKey, listKey] = [tableKeys.manifest(name, stem), tableKeys.manifestList(name, stem)];
  const list = await manifestListFile(content, uriOf(store, manifestKey), manifest.length);
  await writeOnce(store, manifestKey, manifest);
  await writeOnce(store, listKey, list);
  return uriOf(store, listKey);
}

async function writeOnce(store: ObjectStore, key: string, body: Buffer): Promise<void> {
  try {
    await store.write(key, body, 'absent');
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
}

/** Points `version-hint.text` at a version; never back to an older one that exists. */
async function moveHint(store: ObjectStore, name: string, version: number): Promise<void> {
  const key = tableKeys.hint(name);
  for (;;) {
    const stored = await store.read(key);
    const known = stored && /^[1-9]\d{0,8}$/.test(stored.text) ? Number(stored.text) : 0;
    if (known === version) return;
    if (known > version && (await store.size(tableKeys.metadata(name, known))) !== null) return;
    try {
      await store.write(key, String(version), stored ? {tag: stored.tag} : 'absent');
      return;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** Keys of files that no newest version names and that are older than `graceMs`: a reader may still hold an earlier version. */
export async function unnamedTableFiles(store: ObjectStore, now: number, graceMs: number): Promise<string[]> {
  const unnamed: string[] = [];
  for (const [name, {version, files}] of await listTables(store)) {
    const key = tableKeys.metadata(name, version);
    const stored = version > 0 ? await store.read(key) : null;
    const metadata = stored ? parseMetadata(stored.text, uriOf(store, tableKeys.folder(name))) : null;
    if (!metadata) continue;
    const lists = metadata.snapshots.map((one) => one['manifest-list']);
    const named = new Set([
      uriOf(store, key),
      uriOf(store, tableKeys.hint(name)),
      ...lists.flatMap((uri) => [uri, uri.replace(/\/snap-([^/]+)\.avro$/, '/$1-m0.avro')]),
    ]);
    for (const file of files.values()) {
      if (!named.has(uriOf(store, file.key)) && now - file.modified.getTime() >= graceMs)
        unnamed.push(file.key);
    }
  }
  return unnamed;
}
