/** Downloads one file over HTTP into the store: conditional, resumable, verified before it is committed. */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Emit} from '../runtime/events.ts';
import {refuseCoding} from './body.ts';
import {FetchError, type Target} from './errors.ts';
import type {HttpClient, HttpResponse} from './http.ts';
import {type Format, type Inspection, refusePage} from './inspect.ts';
import {
  assertContinues,
  orDiscard,
  originOf,
  type PartialDownload,
  resumeHeaders,
} from './partial_download.ts';
import {TransientError} from './retry.ts';
import {type Committed, type IncomingFile, LIVE, type Store, type Stored} from './store.ts';

/** What every portal needs to fetch a file: effects, and the start of the load. */
export interface FetchContext {
  dataDir: string;
  http: HttpClient;
  store: Store;
  emit: Emit;
  signal: AbortSignal;
  /** Time of the run in UTC, `YYYY-MM-DDTHH:MM:SS`. */
  startedAt: string;
}

/** Emits a warning on a file. */
export const warn = (
  {emit}: Pick<FetchContext, 'emit'>,
  {source, file}: Pick<Target, 'source' | 'file'>,
  text: string,
): void => emit({kind: 'warning', source, file, text});

const PROGRESS_EVERY_MS = 250;
/** Distinguishes a portal's validator from an HTTP ETag. */
const PORTAL_VALIDATOR = 'the portal says: ';

/** An address of a file; `stamp` changes with the file, null where the portal has none. */
export interface Address {
  name: string;
  url: string;
  stamp?: string | null;
}

/** What some portals report about a file besides HTTP. */
export interface DownloadOptions {
  /**
   * Changes with the file; replaces the HTTP validators in the sidecar, and no conditional request is made.
   */
  stamp?: string | null;
  /** Changes with the file; stored where HTTP has neither ETag nor Last-Modified. */
  without_validator?: string | null;
  /** Verifies the whole file before it is committed; throws where it is unusable. */
  verify?: (path: string) => Promise<void>;
  /** Detects the format from the bytes. */
  formatOf?: (inspection: Inspection) => Format;
}

/** Downloads `target.url`, or confirms the stored snapshot when the publisher says that it is current. */
export async function download(
  target: Target,
  format: Format,
  context: FetchContext,
  {stamp, without_validator, verify, formatOf}: DownloadOptions = {},
): Promise<Snapshot> {
  const {http, store} = context;
  const start = http.clock();
  const latest = await store.latest(target.file, LIVE);
  const same = latest?.snapshot.url === target.url && stamp === undefined ? latest : null;
  const portalValidator = without_validator ? `${PORTAL_VALIDATOR}${without_validator}` : null;
  const current = await confirmKnown(target, portalValidator, start, context);
  if (current) return current;

  const known = same?.snapshot.etag?.startsWith(PORTAL_VALIDATOR) ? null : same;
  const partial = await store.partial(target);
  const outcome = await receive(target, format, context, partial, known);
  if (known && outcome === 'current') {
    await partial.discard();
    return confirm(target, known, start, context);
  }
  await orDiscard(partial, async () => verify?.(partial.path));
  const {etag = null, last_modified = null} = partial.origin() ?? {};
  const facts = {
    format: formatOf ?? format,
    etag: stamp === undefined ? (etag ?? (last_modified ? null : portalValidator)) : stamp,
    last_modified,
    origin: LIVE,
    synthetic: false,
  };
  return fetched(target, await store.commit(target, partial, facts, context.startedAt), start, context);
}

/**
 * Stores what `write` writes, a file that is assembled from many responses or copied and cannot be resumed;
 * nothing is left on failure. `start`: clock at the beginning of the work.
 */
export async function storeAssembled(
  target: Target,
  facts: IncomingFile,
  start: number,
  context: FetchContext,
  write: (part: PartialDownload) => Promise<void>,
): Promise<Snapshot> {
  const part = await context.store.partial(target);
  try {
    await part.begin();
    await write(part);
  } catch (error) {
    await part.leave();
    throw error;
  }
  return fetched(target, await context.store.commit(target, part, facts, context.startedAt), start, context);
}

/**
 * GETs the body into `partial`, unless `known` is `current`; where that fails, what can be resumed is kept.
 */
async function receive(
  target: Target,
  format: Format,
  context: FetchContext,
  partial: PartialDownload,
  known: Stored | null,
): Promise<'current' | 'whole'> {
  const {http, emit, signal} = context;
  const emitProgress = progressEmitter(target, context);
  /** Discards the saved bytes if they are a web page, or if the file is too large. */
  const refuseUnusable = (type: string, bytes: number): Promise<void> =>
    orDiscard(partial, () => {
      if (bytes > http.max_bytes) throw largerThan(target, http.max_bytes);
      refusePage(target, format, type, partial.first());
    });
  const headers = (): Record<string, string> => ({
    ...(known?.snapshot.etag ? {'if-none-match': known.snapshot.etag} : {}),
    ...(known?.snapshot.last_modified ? {'if-modified-since': known.snapshot.last_modified} : {}),
    ...resumeHeaders(partial),
  });
  const accept = async (answer: HttpResponse): Promise<'current' | 'whole'> => {
    if (answer.status === 304) {
      if (known) return 'current';
      throw new FetchError(target, 'HTTP 304 without a file to compare with', 'run again later');
    }
    if (answer.status === 416) {
      await assertContinues(partial, answer);
      return 'whole';
    }
    refuseCoding(target, answer);
    await refuseUnusable(answer.header('content-type') ?? '', 0);
    if (answer.status === 206) await assertContinues(partial, answer);
    else await partial.begin(originOf(target.url, answer));
    const total = partial.origin()?.total ?? null;
    await refuseUnusable('', total ?? 0);
    for await (const chunk of answer.body) {
      await partial.write(chunk);
      await refuseUnusable('', partial.bytes());
      emitProgress(partial.bytes(), total);
    }
    const bytes = partial.bytes();
    if (total === null || bytes === total) return 'whole';
    if (bytes > total) await partial.begin();
    throw new TransientError(`truncated: ${bytes} of ${total} bytes`);
  };
  try {
    return await http.get({...target, headers, emit, signal, bytesSaved: partial.bytes}, accept);
  } catch (error) {
    await partial.leave();
    throw error;
  }
}

/** Emits that a file is in the store, and returns it; `start`: clock at the beginning of the work. */
export function fetched(
  {source, file}: Target,
  {snapshot, changed}: Committed,
  start: number,
  {emit, http}: FetchContext,
): Snapshot {
  const {bytes} = snapshot;
  emit({kind: 'fetched', source, file, bytes, ms: http.clock() - start, changed});
  return snapshot;
}

/** Records that a stored snapshot is still current, and emits it. */
export async function confirm(
  target: Target,
  stored: Stored,
  start: number,
  context: FetchContext,
): Promise<Snapshot> {
  const snapshot = await context.store.confirm(target, stored, context.startedAt);
  return fetched(target, {snapshot, changed: false}, start, context);
}

/**
 * Confirms the stored snapshot of this address and this validator by the portal; null where there is none.
 */
export async function confirmKnown(
  target: Target,
  validator: string | null,
  start: number,
  context: FetchContext,
): Promise<Snapshot | null> {
  const latest = await context.store.latest(target.file, LIVE);
  const isKnown =
    validator !== null && latest?.snapshot.url === target.url && latest.snapshot.etag === validator;
  return latest && isKnown ? confirm(target, latest, start, context) : null;
}

/** Whether it is time to emit progress again: a few times a second at most. */
export function throttle({clock}: HttpClient): () => boolean {
  let last = clock();
  return () => {
    const now = clock();
    if (now - last < PROGRESS_EVERY_MS) return false;
    last = now;
    return true;
  };
}

/** Emits how many bytes have arrived. */
export function progressEmitter(
  {source, file}: Target,
  {emit, http}: Pick<FetchContext, 'emit' | 'http'>,
): (bytes: number, total: number | null) => void {
  const isTime = throttle(http);
  return (bytes, total) => {
    if (isTime()) emit({kind: 'progress', source, file, bytes, total});
  };
}

/** The error of a file that is larger than the setting allows. */
export const largerThan = (target: Target, max_bytes: number): FetchError =>
  new FetchError(
    target,
    `the file is larger than ${max_bytes} bytes`,
    'raise FETCH_MAX_BYTES if that is right',
  );
