/** Downloads an object into a file: continued after a break, under its name only once its hash is right. */
import {createHash, type Hash} from 'node:crypto';
import {DISK, type Files} from '../builds/files.ts';
import {KEYS, type PublishedFile} from './documents.ts';
import type {ObjectReader} from './object_store.ts';
import {writeAll} from './write_all.ts';

/** Times that a broken download is continued before it is given up. */
const ATTEMPTS = 5;

/**
 * A file of so many bytes is flushed when it is complete: the disk works while others arrive, and not only at
 * the end.
 */
const EARLY_FLUSH_BYTES = 8 << 20;

/** The object is missing, or is not what its name says: no repetition helps. */
export class BadObject extends Error {
  override name = 'BadObject';
}

/**
 * Bytes of a file, -1 where there is none. Any other error is thrown: what cannot be looked at may still be
 * there, and be appended to.
 */
const sizeOf = (path: string, files: Files): Promise<number> =>
  files.stat(path).then(
    ({size}) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return -1;
      throw error;
    },
  );

/**
 * Downloads an object, continuing what is there of it in `<target>.part`; compares its hash before it gets
 * its name. Returns the bytes that were downloaded. Throws BadObject, and errors of the store.
 */
export async function download(
  store: ObjectReader,
  {path, bytes, sha256}: PublishedFile,
  target: string,
  onBytes: (bytes: number) => void,
  files: Files = DISK,
): Promise<number> {
  const partial = `${target}.part`;
  let received = 0;
  const counted = (arrived: number): void => {
    received += arrived;
    onBytes(arrived);
  };
  for (let attempt = 1; ; attempt++) {
    const {hash, size} = await hashOfPartial(partial, bytes, files);
    onBytes(attempt === 1 ? size : 0);
    try {
      await append(store, {sha256, bytes}, {partial, from: size, hash, onBytes: counted}, files);
    } catch (error) {
      if (attempt >= ATTEMPTS || error instanceof BadObject) throw error;
      continue;
    }
    if (hash.digest('hex') === sha256) break;
    await files.rm(partial, {force: true});
    // What an earlier run left may have been torn by a power cut: the object itself is not to blame.
    if (size > 0 && attempt < ATTEMPTS) continue;
    throw new BadObject(
      `${store.location}: the object of ${path} is not what its name ${sha256} says: publish the build again`,
    );
  }
  await files.rename(partial, target);
  return received;
}

/** Hash and size of what an earlier attempt left; a longer file is no beginning of this one. */
async function hashOfPartial(
  partial: string,
  bytes: number,
  files: Files,
): Promise<{hash: Hash; size: number}> {
  const hash = createHash('sha256');
  const size = await sizeOf(partial, files);
  if (size > bytes) await files.rm(partial, {force: true});
  if (size <= 0 || size > bytes) return {hash, size: 0};
  for await (const chunk of files.read(partial)) hash.update(chunk);
  return {hash, size};
}

/** What there is of a download. */
interface Begun {
  partial: string;
  from: number;
  /** Of the bytes before `from`. */
  hash: Hash;
  onBytes: (bytes: number) => void;
}

async function append(
  store: ObjectReader,
  {sha256, bytes}: Pick<PublishedFile, 'sha256' | 'bytes'>,
  {partial, from, hash, onBytes}: Begun,
  files: Files,
): Promise<void> {
  if (from === bytes && bytes > 0) return;
  const file = await files.open(partial, 'a');
  let received = 0;
  try {
    const body = await store.open(KEYS.object(sha256), from);
    if (!body) {
      throw new BadObject(`${store.location} lacks the object ${sha256}: publish the build again`);
    }
    for await (const chunk of body) {
      received += chunk.length;
      if (from + received > bytes) {
        throw new BadObject(
          `${store.location}: the object ${sha256} is longer than its build says: publish the build again`,
        );
      }
      hash.update(chunk);
      onBytes(chunk.length);
      await writeAll(file, chunk);
    }
    if (from + received === bytes && bytes >= EARLY_FLUSH_BYTES) await file.datasync();
  } finally {
    await file.close();
  }
  if (from + received < bytes) throw new Error(`${store.location}: the object ${sha256} ended early`);
}
