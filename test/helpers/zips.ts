/** Zips made in a test. */
import {createWriteStream} from 'node:fs';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {ZipFile} from 'yazl';
import {folder} from './pipeline.ts';

/** Path of a zip with these entries and an empty folder; removed after the test. */
export async function zipOf(entries: Record<string, Buffer>, name = 'all.zip'): Promise<string> {
  const zip = new ZipFile();
  for (const [entry, content] of Object.entries(entries)) zip.addBuffer(content, entry);
  zip.addEmptyDirectory('empty/');
  zip.end();
  const path = join(await folder(), name);
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}
