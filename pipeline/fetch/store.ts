/** Snapshot store: unchanged bytes at `raw/<slug>/<sha256>.<ext>`, described by sidecars. */
import {readdir, readFile, rm, stat} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import pLimit from 'p-limit';
import {dataPaths, type Snapshot} from '../../builds/artefacts.ts';
import {makeFolder, renameDurably, writeFileAtomic} from '../../builds/durable.ts';
import {SETTINGS} from '../../datasets/settings.ts';
import type {Source} from '../../datasets/types.ts';
import {hashText} from '../runtime/disk.ts';
import {isObject} from '../runtime/unknown_json.ts';
import {onDisk, type Target} from './errors.ts';
import type {FileState} from './file_state.ts';
import {encodingOf, type Format, type Inspection, inspectFile, refuseInvalid} from './inspect.ts';
import {openPartialDownload, orDiscard, type PartialDownload, sizeOf} from './partial_download.ts';
import {stripColumns} from './strip_columns.ts';

/** Content of a sidecar. */
export type Sidecar = Omit<Snapshot, 'path'> & {seen?: FileState};

/** A snapshot, and the state of the mirror's file if it came from one. */
export interface Stored {
  snapshot: Snapshot;
  seen: FileState | null;
}

/** What the fetcher knows about a file before its bytes are inspected. */
export type IncomingFile = Pick<Sidecar, 'origin' | 'synthetic'> &
  Partial<Pick<Sidecar, 'etag' | 'last_modified' | 'seen'>> & {
    /** A function detects the format from the bytes. */
    format: Format | ((inspection: Inspection) => Format);
    /** When the bytes were fetched; absent: now. */
    fetched_at?: string;
  };

/** A described file; `changed`: its bytes differ from the newest snapshot's. */
export interface Committed {
  snapshot: Snapshot;
  changed: boolean;
}

/** Origin of snapshots that came over the network. */
export const LIVE = 'live';

/**
 * What a store goes by: the largest unpacked member of a zip, and the hashes of the files of the published
 * build; absent: all files vouch.
 */
interface StoreOptions {
  unpack_max_bytes?: number;
  published?: ReadonlySet<string> | undefined;
}

export type Store = ReturnType<typeof openStore>;

/** The store of one source; `checkedAt`: the time of the run. */
export function openStore(
  dataDir: string,
  source: Pick<Source, 'slug' | 'personal' | 'delimiter'>,
  {unpack_max_bytes = Number(SETTINGS.UNPACK_MAX_BYTES.default), published}: StoreOptions = {},
) {
  const isPersonal = (source.personal ?? []).length > 0;
  const folder = resolve(dataPaths(dataDir).raw(source.slug));
  const oneByOne = pLimit(1); // two files with the same bytes must not write the same sidecar

  async function write(target: Target, facts: Sidecar): Promise<Snapshot> {
    const path = await sidecarPath(folder, facts);
    await onDisk(target, path, () => writeSidecar(path, facts));
    return toStored(folder, facts).snapshot;
  }

  /** Describes stored bytes under a name and an origin. */
  async function record(
    target: Target,
    incoming: Omit<IncomingFile, 'format'>,
    stored: Pick<Sidecar, 'format' | 'sha256' | 'bytes' | 'encoding' | 'left_out'>,
    checked_at: string,
  ): Promise<Committed> {
    const facts = {
      name: target.file,
      url: target.url,
      etag: null,
      last_modified: null,
      ...incoming,
      ...stored,
    };
    const previous = await newest(folder, facts.name, facts.origin);
    const known = await readSidecar(await sidecarPath(folder, facts));
    const fetched_at = incoming.fetched_at ?? known?.fetched_at ?? checked_at;
    const snapshot = await write(target, {...facts, fetched_at, checked_at});
    return {snapshot, changed: previous?.snapshot.sha256 !== facts.sha256};
  }

  async function commit(
    target: Target,
    partial: PartialDownload,
    incoming: IncomingFile,
    checkedAt: string,
  ): Promise<Committed> {
    let inspection = await partial.end();
    const format = typeof incoming.format === 'function' ? incoming.format(inspection) : incoming.format;
    const left_out = await orDiscard(partial, async () => {
      await refuseInvalid(target, partial.path, format, inspection, unpack_max_bytes);
      return isPersonal ? {left_out: await stripColumns(target, partial.path, format, source)} : {};
    });
    if (isPersonal) inspection = await inspectFile(partial.path);
    const {sha256, bytes} = inspection;
    const path = join(folder, dataName(sha256, format));
    if ((await sizeOf(path)) !== bytes) await onDisk(target, path, () => renameDurably(partial.path, path));
    await partial.discard();
    const stored = {format, sha256, bytes, encoding: encodingOf(format, inspection), ...left_out};
    return record(target, incoming, stored, checkedAt);
  }

  return {
    /** Folder of its files. */
    folder,
    /** Largest size to which one member of a zip may unpack. */
    unpack_max_bytes,
    /**
     * The newest snapshot of a file name from one origin whose bytes are in place, else null. One from the
     * network vouches for nothing until a published build was made of it: it is fetched again as if it were
     * not there.
     */
    async latest(name: string, origin: string): Promise<Stored | null> {
      const stored = await newest(folder, name, origin, origin === LIVE ? published : undefined);
      // What was stored before its columns were declared as personal is fetched again.
      return isPersonal && !stored?.snapshot.left_out ? null : stored;
    },
    /** Opens the partial download of a file. */
    async partial(target: Target): Promise<PartialDownload> {
      await onDisk(target, folder, () => makeFolder(folder));
      const partial = await openPartialDownload(target, folder);
      // What was not yet rewritten does not lie about until the next run.
      return isPersonal ? {...partial, leave: partial.discard} : partial;
    },
    /** Verifies a complete body and gives it its final name. */
    commit: (...args: Parameters<typeof commit>) => oneByOne(() => commit(...args)),
    /**
     * Records that a file with the bytes of a stored one came, under whatever name and origin that is stored;
     * null where there is none. The hash is computed only where files are alike.
     */
    async adopt(
      target: Target,
      incoming: IncomingFile & {format: Format},
      size: number,
      hash: () => Promise<string>,
      checkedAt: string,
    ): Promise<Committed | null> {
      // The file that comes is not the one that would be stored.
      if (isPersonal) return null;
      const alike = (await sidecars(folder)).filter(
        ({facts}) => facts.bytes === size && facts.format === incoming.format,
      );
      const wanted = alike.length ? await hash() : null;
      const same = alike.find(({facts}) => facts.sha256 === wanted);
      if (!same || (await sizeOf(toStored(folder, same.facts).snapshot.path)) !== size) return null;
      const {format, sha256, bytes, encoding} = same.facts;
      return oneByOne(async () => {
        // What a killed run left of the file is of no use any more.
        await (await openPartialDownload(target, folder)).discard();
        return record(target, incoming, {format, sha256, bytes, encoding}, checkedAt);
      });
    },
    /**
     * Forgets a snapshot whose bytes turned out to be of no use: its sidecar goes, and the next run asks for
     * the file again.
     */
    forget: (snapshot: Snapshot) =>
      oneByOne(async () => rm(await sidecarPath(folder, snapshot), {force: true})),
    /** Records that the stored bytes are still current. */
    confirm: (target: Target, stored: Stored, checked_at: string) =>
      oneByOne(() => write(target, {...sidecarOf(stored), checked_at})),
  };
}

/**
 * The newest snapshot of a file name from one origin whose bytes are in place; only of files with hashes in
 * `among`.
 */
async function newest(
  folder: string,
  name: string,
  origin: string,
  among?: ReadonlySet<string>,
): Promise<Stored | null> {
  const known = (await sidecars(folder)).filter(
    ({facts}) => facts.name === name && facts.origin === origin && (among?.has(facts.sha256) ?? true),
  );
  known.sort((a, b) => order(b.facts.checked_at, a.facts.checked_at) || b.written_ms - a.written_ms);
  for (const {facts} of known) {
    const stored = toStored(folder, facts);
    if ((await sizeOf(stored.snapshot.path)) === facts.bytes) return stored;
  }
  return null;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The snapshot of a sidecar, below DATA_DIR. */
export const snapshotOf = (dataDir: string, slug: string, sidecar: Sidecar): Snapshot =>
  toStored(resolve(dataPaths(dataDir).raw(slug)), sidecar).snapshot;

/** The newest sidecar of each file of a source, by name and origin, whose bytes are in place. */
export async function newestSidecars(dataDir: string, slug: string): Promise<Sidecar[]> {
  const folder = dataPaths(dataDir).raw(slug);
  const files = new Map((await sidecars(folder)).map(({facts}) => [`${facts.name}\n${facts.origin}`, facts]));
  const found = [...files.values()].map(({name, origin}) => newest(folder, name, origin));
  const stored = (await Promise.all(found)).filter((one) => one !== null);
  return stored.map(sidecarOf).sort((a, b) => order(a.name, b.name) || order(a.origin, b.origin));
}

/**
 * Makes these the only sidecars of a source, so that what is fetched next depends on nothing else; bytes
 * stay.
 */
export async function replaceSidecars(
  dataDir: string,
  slug: string,
  wanted: readonly Sidecar[],
): Promise<void> {
  const folder = dataPaths(dataDir).raw(slug);
  await makeFolder(folder);
  for (const name of await readdir(folder))
    if (SIDECAR.test(name)) await rm(join(folder, name), {force: true});
  for (const facts of wanted) await writeSidecar(await sidecarPath(folder, facts), facts);
}

/** File name of the bytes; those of a JSON file must not look like a sidecar. */
const dataName = (sha256: string, format: Sidecar['format']): string =>
  `${sha256}.${format === 'json' ? 'data.json' : format}`;

function toStored(folder: string, {seen, ...facts}: Sidecar): Stored {
  return {snapshot: {...facts, path: join(folder, dataName(facts.sha256, facts.format))}, seen: seen ?? null};
}

const sidecarOf = ({snapshot: {path: _, ...facts}, seen}: Stored): Sidecar => ({
  ...facts,
  ...(seen ? {seen} : {}),
});

const writeSidecar = (path: string, facts: Sidecar): Promise<void> =>
  writeFileAtomic(path, `${JSON.stringify(facts, null, 2)}\n`);

/** `<sha256>.json`; the same bytes under another name or origin get their own sidecar. */
async function sidecarPath(
  folder: string,
  {sha256, name, origin}: Pick<Sidecar, 'sha256' | 'name' | 'origin'>,
): Promise<string> {
  const plain = join(folder, `${sha256}.json`);
  const there = await readSidecar(plain);
  if (!there || (there.name === name && there.origin === origin)) return plain;
  const key = hashText(`${name}\n${origin}`).slice(0, 8);
  return join(folder, `${sha256}.${key}.json`);
}

const SIDECAR = /^[0-9a-f]{64}(\.[0-9a-f]{8})?\.json$/;

/** All sidecars of the folder; other files are skipped. */
async function sidecars(folder: string): Promise<{facts: Sidecar; written_ms: number}[]> {
  const names = await readdir(folder).catch(() => []);
  const read: {facts: Sidecar; written_ms: number}[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const facts = SIDECAR.test(name) ? await readSidecar(path) : null;
    if (facts?.sha256 === name.slice(0, 64)) read.push({facts, written_ms: (await stat(path)).mtimeMs});
  }
  return read;
}

const FORMATS: readonly unknown[] =
  'csv jsonl json geojson shapefile workbook documents xml jsonp html zip'.split(' ');
const TEXTS = ['name', 'sha256', 'url', 'fetched_at', 'checked_at', 'encoding', 'origin'] as const;

/** The content of a sidecar; null for a missing or invalid one. */
async function readSidecar(path: string): Promise<Sidecar | null> {
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isSidecar(read) ? read : null;
  } catch {
    return null;
  }
}

export function isSidecar(read: unknown): read is Sidecar {
  if (!isObject(read)) return false;
  return (
    TEXTS.every((name) => typeof read[name] === 'string') &&
    typeof read['bytes'] === 'number' &&
    typeof read['synthetic'] === 'boolean' &&
    FORMATS.includes(read['format'])
  );
}
