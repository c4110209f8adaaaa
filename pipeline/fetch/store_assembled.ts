/** Stores files that are assembled from many responses or copied; they cannot be resumed. */
import type {Snapshot} from '../../builds/artefacts.ts';
import {emitFetched, type FetchContext} from './download.ts';
import type {Target} from './errors.ts';
import type {PartialDownload} from './partial_download.ts';
import {unresumable} from './resume.ts';

/**
 * Stores what `write` writes and emits it; nothing is left on failure. `start`: clock at the beginning of the
 * work; `etag`: the portal's validator of this state.
 */
export async function storeAssembled(
  target: Target,
  facts: Pick<Snapshot, 'format' | 'origin' | 'synthetic'> & {etag?: string | null},
  start: number,
  {store, emit, http, startedAt}: FetchContext,
  write: (part: PartialDownload) => Promise<void>,
): Promise<Snapshot> {
  const {file, url} = target;
  const part = await store.partial(target);
  try {
    await part.begin(unresumable(url));
    await write(part);
  } catch (error) {
    await part.leave();
    throw error;
  }
  const arrival = {...facts, name: file, url, etag: facts.etag ?? null, last_modified: null};
  const {snapshot, changed} = await store.commit(target, part, arrival, startedAt);
  emitFetched(emit, target, snapshot, http.clock() - start, changed);
  return snapshot;
}
