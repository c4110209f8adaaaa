/** Reads files below DATA_DIR to which another program appends lines, possibly at the same time. */
import {createReadStream} from 'node:fs';
import {dirname, join} from 'node:path';
import type {SourceFile, Via} from '../../datasets/types.ts';
import {type FetchContext, storeAssembled, warn} from './download.ts';
import {codeOf, onDisk, type Target} from './errors.ts';
import {isSynthetic} from './mirror.ts';
import type {PartialDownload} from './partial_download.ts';
import type {Fetch} from './stands_alone.ts';

/**
 * The file, unless it is absent or has no complete line; skipped with a warning where it comes from generated
 * rows and the run from real ones, or vice versa.
 */
export async function localFile(
  source: string,
  file: SourceFile,
  via: Via<'local'>,
  {dataDir, synthetic}: {dataDir: string; synthetic: boolean},
  context: FetchContext,
): Promise<Fetch[]> {
  const path = join(dataDir, via.path);
  const target: Target = {source, file: file.name, url: `local:${via.path}`};
  const bytes = await onDisk(target, path, () => wholeLines(path));
  if (bytes === 0) return [];
  if ((await isSynthetic(source, dirname(path))) !== synthetic) {
    const made = synthetic ? 'real rows and the run reads generated ones' : 'generated rows';
    warn(context, target, `passed over: it was made from ${made}`);
    return [];
  }
  const facts = {format: file.format, origin: 'local', synthetic};
  const copy = async (part: PartialDownload): Promise<void> => {
    const stream = createReadStream(path, {end: bytes - 1, signal: context.signal});
    for await (const chunk of stream) await part.write(chunk);
  };
  const start = () => storeAssembled(target, facts, context.http.clock(), context, copy);
  return [{name: file.name, start}];
}

/** Bytes up to the end of the last complete line; 0 for an absent file. */
async function wholeLines(path: string): Promise<number> {
  let [end, read] = [0, 0];
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const at = chunk.lastIndexOf('\n');
      if (at >= 0) end = read + at + 1;
      read += chunk.length;
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return end;
}
