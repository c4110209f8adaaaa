/** Partial downloads: bytes in `<name>.part`, with a sidecar from which the next run resumes. */
import {type FileHandle, open, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {makeFolder, writeFileAtomic} from '../../builds/durable.ts';
import {onDisk, type Target} from './errors.ts';
import {type Inspection, type Inspector, makeInspector} from './inspect.ts';
import {isObject} from './unknown_json.ts';

/** The publisher's metadata of the body whose bytes are in the file. */
export interface Origin {
  url: string;
  /** Validator strong enough for If-Range; null: the body cannot be resumed. */
  if_range: string | null;
  etag: string | null;
  last_modified: string | null;
  total: number | null;
}

export interface PartialDownload {
  path: string;
  /** Null before `begin`, else of the current body. */
  origin: () => Origin | null;
  bytes: () => number;
  first: () => number | null;
  /** Drops existing bytes and starts a body. */
  begin: (origin: Origin) => Promise<void>;
  write: (chunk: Uint8Array) => Promise<void>;
  /** Syncs and closes; the caller renames `path`. */
  end: () => Promise<Inspection>;
  /** Closes; keeps resumable bytes for the next run. */
  leave: () => Promise<void>;
  /** Closes and removes. */
  discard: () => Promise<void>;
}

/** Opens the partial download of a file, with the bytes of an earlier run from the same address. */
export async function openPartialDownload(target: Target, folder: string): Promise<PartialDownload> {
  const path = join(folder, `${encodeURIComponent(target.file)}.part`);
  const sidecar = `${path}.json`;
  const guarded = <T>(work: () => Promise<T>) => onDisk(target, path, work);

  let origin = await readOrigin(sidecar, target.url);
  let inspector = makeInspector();
  let handle: FileHandle | null = await guarded(() => openBytes(folder, path, origin ? inspector : null));
  if (inspector.bytes() === 0) origin = null;

  async function close(): Promise<void> {
    const open = handle;
    handle = null;
    await open?.close();
  }

  async function discard(): Promise<void> {
    await close();
    await rm(path, {force: true});
    await rm(sidecar, {force: true});
  }

  return {
    path,
    origin: () => origin,
    bytes: () => inspector.bytes(),
    first: () => inspector.first(),
    begin: (next) =>
      guarded(async () => {
        origin = null;
        inspector = makeInspector();
        await rm(sidecar, {force: true}); // first: a sidecar must never describe the bytes of another body
        await close();
        handle = await open(path, 'w+');
        await writeFileAtomic(sidecar, `${JSON.stringify(next)}\n`);
        origin = next;
      }),
    write: (chunk) =>
      guarded(async () => {
        if (!handle) throw new Error(`${path} is closed: begin a body before writing`);
        await handle.writeFile(chunk);
        inspector.add(chunk);
      }),
    end: () =>
      guarded(async () => {
        try {
          await handle?.sync();
        } finally {
          await close();
        }
        return inspector.end();
      }),
    leave: async () => {
      if (origin?.if_range) await close();
      else await discard();
    },
    discard,
  };
}

/** Runs a step; where it throws, the partial download is discarded. */
export async function orDiscard<T>(partial: PartialDownload, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await partial.discard();
    throw error;
  }
}

/** Opens the file of bytes; with an inspector, existing bytes are kept and inspected. */
async function openBytes(folder: string, path: string, resume: Inspector | null): Promise<FileHandle> {
  await makeFolder(folder);
  const handle = await open(path, resume ? 'a+' : 'w+');
  if (resume) await inspect(handle, resume);
  return handle;
}

async function inspect(handle: FileHandle, inspector: Inspector): Promise<void> {
  for await (const chunk of handle.createReadStream({start: 0, autoClose: false})) inspector.add(chunk);
}

/**
 * The sidecar of a body that can be resumed from `url`, else null: a damaged one only costs a fresh start.
 */
async function readOrigin(sidecar: string, url: string): Promise<Origin | null> {
  try {
    const read: unknown = JSON.parse(await readFile(sidecar, 'utf8'));
    if (!isObject(read) || read['url'] !== url || typeof read['if_range'] !== 'string') return null;
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    return {
      url,
      if_range: read['if_range'],
      etag: text(read['etag']),
      last_modified: text(read['last_modified']),
      total: typeof read['total'] === 'number' ? read['total'] : null,
    };
  } catch {
    return null;
  }
}

/** Size of a file, or null where there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() ? stats.size : null;
}
