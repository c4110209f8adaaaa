/** Of several addresses of one file the first that has it, and has it in a form that the source reads. */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {ReadError} from '../read/types.ts';
import type {FetchContext} from './download.ts';
import {byHand, FetchError, NotFoundError} from './errors.ts';
import {assertReadable} from './stands_alone.ts';

/** An address of a file, and its pending download. */
export interface Candidate {
  url: string;
  fetch: () => Promise<Snapshot>;
}

/**
 * The first candidate that is there and, while others follow and its bytes are new, can be read by a layout.
 * Warns of those passed over. Throws the error of the first one where there is none.
 */
export async function firstReadable(
  source: Source,
  what: string,
  candidates: readonly Candidate[],
  {store, emit, startedAt, dataDir}: FetchContext,
): Promise<Snapshot> {
  const passed: {url: string; error: Error}[] = [];
  for (const [at, {url, fetch}] of candidates.entries()) {
    let snapshot: Snapshot | null = null;
    try {
      snapshot = await fetch();
      const isLast = at === candidates.length - 1;
      if (!isLast && snapshot.fetched_at === startedAt) await assertReadable(source, [snapshot], dataDir);
      for (const one of passed) {
        const why =
          one.error instanceof NotFoundError
            ? `nothing at ${one.url}`
            : `${one.url} is passed over (${one.error.message})`;
        emit({kind: 'warning', source: source.slug, file: snapshot.name, text: `${why}: ${url} stands in`});
      }
      return snapshot;
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof ReadError)) throw error;
      if (snapshot) await store.forget(snapshot);
      passed.push({url, error});
    }
  }
  const target = {source: source.slug, file: what, url: passed.map((one) => one.url).join(', ')};
  const unread = passed.find(({error}) => error instanceof ReadError);
  if (unread) throw new FetchError(target, unread.error.message, 'nothing else is listed for it');
  throw new NotFoundError(
    target,
    'nothing is there',
    `look for the file at the publisher and correct the declared addresses, or ${byHand(source.slug)}`,
  );
}
