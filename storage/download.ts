/** Downloads an object into a file: continued after a break, under its name only once its hash is right. */
import {createHash, type Hash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {open, rename, rm, stat} from 'node:fs/promises';
import {KEYS, type PublishedFile} from './documents.ts';
import type {ObjectStore} from './object_store.ts';

/** Times that a broken download is continued before it is given up. */
const ATTEMPTS = 5;

/** The object is missing, or is not what its name says: no repetition helps. */
export class BadObject extends Error {
  override name = 'BadObject';
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({size}) => size,
    () => -1,
  );

/**
 * Downloads an object, continuing what is there of it in `<target>.part`; compares its hash before it gets its name. Returns the
 * bytes that were downloaded. Throws BadObject, and errors of the store.
 */
export async function download(
  store: ObjectStore,
  {path, bytes, sha256}: PublishedFile,
  target: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const partial = `${target}.part`;
  let received = 0;
  for (let attempt = 1; ; attempt++) {
    const {hash, size} = await hashOfPartial(partial, bytes);
    onBytes(attempt === 1 ? size : 0);
    try {
      received += await append(store, sha256, partial, size, bytes, hash, onBytes);
    } catch (error) {
      if (attempt >= ATTEMPTS || error instanceof BadObject) throw error;
      continue;
    }
    if (hash.digest('hex') === sha256) break;
    await rm(partial, {force: true});
    throw new BadObject(
      `${store.location}: the object of ${path} is not what its name ${sha256} says: publish the build again`,
    );
  }
  await rename(partial, target);
  return received;
}

/** Hash and size of what an earlier attempt left; a longer file is no beginning of this one. */
async function hashOfPartial(partial: string, bytes: number): Promise<{hash: Hash; size: number}> {
  const hash = createHash('sha256');
  const size = await sizeOf(partial);
  if (size > bytes) await rm(partial, {force: true});
  if (size <= 0 || size > bytes) return {hash, size: 0};
  for await (const chunk of createReadStream(partial)) hash.update(chunk as Buffer);
  return {hash, size};
}

async function append(
  store: ObjectStore,
  sha256: string,
  partial: string,
  from: number,
  bytes: number,
  hash: Hash,
  onBytes: (bytes: number) => void,
): Promise<number> {
  if (from === bytes && bytes > 0) return 0;
  const body = await store.open(KEYS.object(sha256), from);
  if (!body) {
    throw new BadObject(`${store.location} lacks the object ${sha256}: publish the build again`);
  }
  const file = await open(partial, 'a');
  let received = 0;
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (from + received > bytes) {
        throw new BadObject(
          `${store.location}: the object ${sha256} is longer than its build says: publish the build again`,
        );
      }
      await file.writeFile(chunk);
      hash.update(chunk);
      onBytes(chunk.length);
    }
  } finally {
    await file.close();
  }
  if (from + received < bytes) throw new Error(`${store.location}: the object ${sha256} ended early`);
  return received;
}
