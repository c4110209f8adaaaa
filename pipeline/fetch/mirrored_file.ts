/** The way of a mirror's file into the store: not opened while the file system says the same of it. */
import {join, resolve} from 'node:path';
import {DROPPED, type Snapshot} from '../../builds/artefacts.ts';
import {DISK, type Files} from '../../builds/files.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {formatOf} from '../read/formats.ts';
import {timestamp} from '../runtime/timestamp.ts';
import {confirm, type FetchContext, fetched, progressEmitter, storeAssembled} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {fileState, hasBytesOf} from './file_state.ts';
import type {MirrorFile} from './mirror.ts';

/** A mirror as a run reads it. */
export interface Mirror {
  root: string;
  synthetic: boolean;
  /** Reads files also where their state says that their bytes are known. */
  reread: boolean;
  now: () => Date;
  /** Reads their bytes. */
  files?: Files | undefined;
  /** A drop folder: its files are as old as their time of modification says. */
  dropped?: boolean;
}

/**
 * Copies a file of the mirror into the store, unless its state shows that it was read before, or its bytes
 * that they are stored.
 */
export async function fetchMirrored(
  source: string,
  {path, name}: MirrorFile,
  {root, synthetic, reread, now, files = DISK, dropped = false}: Mirror,
  context: FetchContext,
): Promise<Snapshot> {
  const {store, signal, startedAt} = context;
  const start = context.http.clock();
  const origin = dropped ? DROPPED : resolve(root);
  const from = join(resolve(root), path);
  const target: Target = {source, file: name, url: `${dropped ? DROPPED : 'mirror'}:${path}`};
  /** Runs what reads the file; throws what it throws, as an error of the file. */
  const reading = async <T>(remedy: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FetchError || signal.aborted) throw error;
      throw new FetchError(target, `cannot read ${from}: ${error}`, remedy, error);
    }
  };
  const stateNow = () => reading('put the file there or leave it out', () => fileState(from, now()));
  const seen = await stateNow();
  const assertSame = async (): Promise<void> => {
    if ((await stateNow()).identity !== seen.identity)
      throw new FetchError(target, `${from} changed while it was read`, 'run again when it is complete');
  };
  const latest = reread ? null : await store.latest(name, origin);
  const isKnown = latest?.snapshot.url === target.url && latest.snapshot.synthetic === synthetic;
  if (latest && isKnown && hasBytesOf(latest.seen, seen)) return confirm(target, latest, start, context);

  const remedy = 'make the file readable or leave it out';
  const format = formatOf(name) ?? 'csv';
  // A file of a drop folder was fetched when it was written, if that is not to come.
  const written = timestamp(new Date(Math.min(seen.mtime_ms, now().getTime())));
  const facts = {format, origin, synthetic, seen, ...(dropped ? {fetched_at: written} : {})};
  const hash = async (): Promise<string> => {
    const sha256 = await hashFile(from, files);
    await assertSame();
    return sha256;
  };
  // Stored bytes are not written again: mirrors are often renewed as a whole although little has changed.
  const adopted = await reading(remedy, () => store.adopt(target, facts, seen.size, hash, startedAt));
  if (adopted) return fetched(target, adopted, start, context);
  const emitProgress = progressEmitter(target, context);
  return storeAssembled(target, facts, start, context, (part) =>
    reading(remedy, async () => {
      for await (const chunk of files.read(from)) {
        signal.throwIfAborted();
        await part.write(chunk);
        emitProgress(part.bytes(), seen.size);
      }
      await assertSame();
    }),
  );
}
