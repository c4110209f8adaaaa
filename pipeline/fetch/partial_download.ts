/**
 * Partial downloads: bytes in `<name>.part`, with a sidecar from which the next run resumes by Range and
 * If-Range.
 */
import {type FileHandle, open, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {makeFolder, writeFileAtomic} from '../../builds/durable.ts';
import {isObject, numberOf, textOf} from '../runtime/unknown_json.ts';
import {onDisk, type Target} from './errors.ts';
import type {HttpResponse} from './http.ts';
import {type Inspection, type Inspector, makeInspector} from './inspect.ts';
import {TransientError} from './retry.ts';

/** The publisher's metadata of the body whose bytes are in the file. */
export interface Origin {
  url: string;
  /** Validator strong enough for If-Range; null: the body cannot be resumed. */
  if_range: string | null;
  etag: string | null;
  last_modified: string | null;
  total: number | null;
}

const NOTHING_KNOWN = {if_range: null, etag: null, last_modified: null, total: null};

export type PartialDownload = Awaited<ReturnType<typeof openPartialDownload>>;

/** Opens the partial download of a file, with the bytes of an earlier run from the same address. */
export async function openPartialDownload(target: Target, folder: string) {
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
    /** Null before `begin`, else of the current body. */
    origin: () => origin,
    bytes: () => inspector.bytes(),
    first: () => inspector.first(),
    /** Drops existing bytes and starts a body; without its origin one that cannot be resumed. */
    begin: (next: Origin = {...NOTHING_KNOWN, url: target.url}): Promise<void> =>
      guarded(async () => {
        origin = null;
        inspector = makeInspector();
        await rm(sidecar, {force: true}); // first: a sidecar must never describe the bytes of another body
        await close();
        handle = await open(path, 'w+');
        await writeFileAtomic(sidecar, `${JSON.stringify(next)}\n`);
        origin = next;
      }),
    write: (chunk: Uint8Array): Promise<void> =>
      guarded(async () => {
        if (!handle) throw new Error(`${path} is closed: begin a body before writing`);
        await handle.writeFile(chunk);
        inspector.add(chunk);
      }),
    /** Syncs and closes; the caller renames `path`. */
    end: (): Promise<Inspection> =>
      guarded(async () => {
        try {
          await handle?.sync();
        } finally {
          await close();
        }
        return inspector.end();
      }),
    /** Closes; keeps resumable bytes for the next run. */
    leave: async (): Promise<void> => {
      if (origin?.if_range) await close();
      else await discard();
    },
    /** Closes and removes. */
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
    if (!isObject(read) || read['url'] !== url) return null;
    const if_range = textOf(read['if_range']);
    const [etag, last_modified] = [textOf(read['etag']), textOf(read['last_modified'])];
    return if_range === null ? null : {url, if_range, etag, last_modified, total: numberOf(read['total'])};
  } catch {
    return null;
  }
}

/** Size of a file, or null where there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() ? stats.size : null;
}

/** Headers that request the rest of a body; none where it starts from scratch. */
export function resumeHeaders(part: PartialDownload): Record<string, string> {
  const if_range = part.origin()?.if_range;
  return if_range && part.bytes() > 0 ? {range: `bytes=${part.bytes()}-`, 'if-range': if_range} : {};
}

/**
 * A 206 must continue the same body where the bytes end, and a 416 say that nothing of it is left; otherwise
 * the download starts from scratch.
 */
export async function assertContinues(part: PartialDownload, {status, header}: HttpResponse): Promise<void> {
  const origin = part.origin();
  const [, start, size] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(header('content-range') ?? '') ?? [];
  const isEnd = status === 416;
  const isSame = (a: string | undefined, b: string | null) => !a || !b || a === b;
  const continues =
    origin !== null &&
    Number(isEnd ? size : start) === part.bytes() &&
    (size === '*' || origin.total === null || Number(size) === origin.total) &&
    isSame(header('etag'), origin.etag) &&
    isSame(header('last-modified'), origin.last_modified);
  if (continues) return;
  await part.begin();
  throw new TransientError(isEnd ? 'the publisher has no such range' : 'the publisher resumed another body');
}

/** The metadata of the body of a 200. */
export function originOf(url: string, {header}: HttpResponse): Origin {
  const etag = header('etag') ?? null;
  const last_modified = header('last-modified') ?? null;
  const length = header('content-length');
  const strong = etag && !etag.startsWith('W/') ? etag : null;
  return {
    url,
    if_range: strong ?? strongDate(last_modified, header('date')),
    etag,
    last_modified,
    total: length === undefined ? null : Number(length),
  };
}

/**
 * A Last-Modified date is a strong validator only if it is at least a second older than the response (RFC
 * 9110, 8.8.2.2).
 */
function strongDate(last_modified: string | null, date: string | undefined): string | null {
  if (!last_modified || !date) return null;
  return Date.parse(date) - Date.parse(last_modified) >= 1000 ? last_modified : null;
}
