/** Uploads one file as an object: in one request, or in parts that a later run continues. */
import {createHash} from 'node:crypto';
import {open} from 'node:fs/promises';
import {Conflict, type ObjectHeaders, type ObjectStore, type UploadedPart} from './object_store.ts';

/** Larger files go up in parts of this size: at most 160 GB, as S3 takes 10,000 parts. */
const PART_BYTES = 16 << 20;

export interface FileToUpload {
  path: string;
  bytes: number;
  sha256: string;
}

/** Reads from `at` until the buffer is full or the file ends. */
async function readPart(file: Awaited<ReturnType<typeof open>>, buffer: Buffer, at: number): Promise<Buffer> {
  let filled = 0;
  while (filled < buffer.length) {
    const {bytesRead} = await file.read(buffer, filled, buffer.length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** Parts of an earlier attempt are believed if size and MD5 are those of the file's. */
const isUploaded = (known: UploadedPart | undefined, part: Buffer): boolean =>
  known?.bytes === part.length && known.tag === md5(part);

/**
 * Uploads the file under `key` unless the object exists; returns the bytes that were sent. Holds one part in
 * memory. Throws if the file is not what its hash says: nothing is stored then.
 */
export async function uploadFile(
  store: ObjectStore,
  key: string,
  {path, bytes, sha256}: FileToUpload,
  onSent: (bytes: number) => void = () => {},
  headers?: ObjectHeaders,
): Promise<number> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.min(bytes, PART_BYTES));
    const hash = createHash('sha256');
    const assertWhole = (): void => {
      if (hash.digest('hex') === sha256) return;
      throw new Error(
        `${path} is damaged, its hash is not the manifest's: run \`make ingest\` to write a new build`,
      );
    };
    if (bytes <= PART_BYTES) {
      const body = await readPart(file, buffer, 0);
      hash.update(body);
      assertWhole();
      return await writeUnlessThere(store, key, body, onSent, headers);
    }
    const upload = await store.upload(key, headers);
    const known = new Map(upload.parts.map((part) => [part.number, part]));
    const parts: UploadedPart[] = [];
    let sent = 0;
    for (let at = 0, number = 1; at < bytes; at += PART_BYTES, number++) {
      const body = await readPart(file, buffer, at);
      hash.update(body);
      const before = known.get(number);
      if (before && isUploaded(before, body)) parts.push(before);
      else {
        parts.push(await upload.put(number, body));
        sent += body.length;
      }
      onSent(body.length);
    }
    assertWhole();
    await upload.complete(parts);
    return sent;
  } finally {
    await file.close();
  }
}

async function writeUnlessThere(
  store: ObjectStore,
  key: string,
  body: Uint8Array,
  onSent: (bytes: number) => void,
  headers: ObjectHeaders | undefined,
): Promise<number> {
  try {
    await store.write(key, body, 'absent', headers);
    return body.length;
  } catch (error) {
    // Another publisher has uploaded the same bytes meanwhile.
    if (error instanceof Conflict) return 0;
    throw error;
  } finally {
    onSent(body.length);
  }
}
