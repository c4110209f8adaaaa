/** Packs generated files into a zip, as publishers do, and takes the single files away. */
import {createWriteStream} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {ZipFile} from 'yazl';

/** Any fixed time: the same entries give the same bytes. */
const TIME = new Date('2026-11-15T06:00:00Z');

/** Fast: the texts repeat so much that more effort gains little. */
const LEVEL = 3;

/**
 * Writes `folder/name` with `entries` that lie in `from`, in the order given; their single files are removed.
 */
export async function packZip(
  {folder, name}: {folder: string; name: string},
  {from, entries}: {from: string; entries: readonly string[]},
): Promise<void> {
  const zip = new ZipFile();
  const failed = new Promise<never>((_, reject) => zip.once('error', reject));
  for (const entry of entries) {
    zip.addFile(join(from, entry), entry, {mtime: TIME, mode: 0o100644, compressionLevel: LEVEL});
  }
  zip.end();
  await Promise.race([failed, pipeline(zip.outputStream, createWriteStream(join(folder, name)))]);
  await rm(from, {recursive: true});
}
