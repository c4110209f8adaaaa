/** One file over HTTP into the store: conditional, resumed where it broke off, checked before it counts. */
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {Emit} from '../runtime/events.ts';
import {refuseCoding} from './body.ts';
import {FetchError, type Target} from './errors.ts';
import type {HttpClient, HttpResponse} from './http.ts';
import {type Format, type Inspection, refusePage} from './inspect.ts';
import type {PartialDownload} from './partial_download.ts';
import {acceptResumed, endOfRange, originOf, resumeHeaders, unresumable} from './resume.ts';
import {TransientError} from './retry.ts';
import type {Store} from './store.ts';

/** What every portal needs to fetch a file: the effects, and the time the load began. */
export interface FetchContext {
  http: HttpClient;
  store: Store;
  emit: Emit;
  signal: AbortSignal;
  /** UTC `YYYY-MM-DDTHH:MM:SS`. */
  at: string;
}

/** Snapshots that came over the network have this origin. */
export const LIVE = 'live';
const PROGRESS_EVERY_MS = 250;
/** Tells the words of a portal from an ETag of HTTP. */
const PORTAL_VALIDATOR = 'the portal says: ';

/** What some portals say of a file beside what HTTP says of it. */
export interface DownloadOptions {
  /** Changes with the file; stands in the sidecar in place of what HTTP calls it, of which nothing is asked. */
  stamp?: string | null;
  /** Also changes with the file, and stands in the sidecar where HTTP has neither an ETag nor a date for it. */
  without_validator?: string | null;
  /** Looks at the whole file before it counts; throws where it cannot be used. */
  verify?: (path: string) => Promise<void>;
  /** Tells the format by the bytes. */
  formatOf?: (found: Inspection) => Format;
}

/** Downloads `target.url`, or confirms the stored snapshot when the publisher says that it is current. */
export async function download(
  target: Target,
  format: Format,
  context: FetchContext,
  {stamp, without_validator, verify, formatOf}: DownloadOptions = {},
): Promise<Snapshot> {
  const {http, store, emit, signal, at} = context;
  const start = http.clock();
  const latest = await store.latest(target.file, LIVE);
  const same = latest?.snapshot.url === target.url && stamp === undefined ? latest : null;
  const instead = without_validator ? `${PORTAL_VALIDATOR}${without_validator}` : null;
  if (same && instead !== null && same.snapshot.etag === instead) {
    const snapshot = await store.confirm(target, same, at);
    emitFetched(emit, target, snapshot, http.clock() - start, false);
    return snapshot;
  }
  const known = same?.snapshot.etag?.startsWith(PORTAL_VALIDATOR) ? null : same;
  const part = await store.partial(target);
  const emitProgress = progressEmitter(target, context);

  const headers = (): Record<string, string> => ({
    ...(known?.snapshot.etag ? {'if-none-match': known.snapshot.etag} : {}),
    ...(known?.snapshot.last_modified ? {'if-modified-since': known.snapshot.last_modified} : {}),
    ...resumeHeaders(part),
  });

  async function accept(answer: HttpResponse): Promise<'current' | 'whole'> {
    if (answer.status === 304) {
      if (known) return 'current';
      throw new FetchError(target, 'HTTP 304 without a file to compare with', 'run again later');
    }
    if (answer.status === 416) return endOfRange(target, part, answer);
    await prepareBody(target, format, part, answer, http);
    const origin = part.origin();
    for await (const chunk of answer.body) {
      await part.write(chunk);
      if (part.bytes() > http.max_bytes) throw await tooLarge(target, part, http);
      if (part.first() !== null) await refusePageInPart(target, format, part, '');
      emitProgress(part.bytes(), origin?.total ?? null);
    }
    const total = origin?.total ?? null;
    if (total !== null && part.bytes() !== total) {
      const seen = part.bytes();
      if (seen > total) await part.begin(unresumable(target.url));
      throw new TransientError(`truncated: ${seen} of ${total} bytes`);
    }
    return 'whole';
  }

  let outcome: 'current' | 'whole';
  try {
    outcome = await http.get({...target, headers, emit, signal, bytesSaved: part.bytes}, accept);
  } catch (error) {
    await part.leave();
    throw error;
  }
  if (known && outcome === 'current') {
    await part.discard();
    const snapshot = await store.confirm(target, known, at);
    emitFetched(emit, target, snapshot, http.clock() - start, false);
    return snapshot;
  }
  if (verify) {
    try {
      await verify(part.path);
    } catch (error) {
      await part.discard();
      throw error;
    }
  }
  const origin = part.origin() ?? unresumable(target.url);
  const arrival = {
    name: target.file,
    format: formatOf ?? format,
    url: target.url,
    etag: stamp === undefined ? (origin.etag ?? (origin.last_modified ? null : instead)) : stamp,
    last_modified: origin.last_modified,
    origin: LIVE,
    synthetic: false,
  };
  const {snapshot, changed} = await store.commit(target, part, arrival, at);
  emitFetched(emit, target, snapshot, http.clock() - start, changed);
  return snapshot;
}

/** Tells that a file is in the store. */
export function emitFetched(
  emit: Emit,
  target: Target,
  snapshot: Snapshot,
  ms: number,
  changed: boolean,
): void {
  emit({kind: 'fetched', source: target.source, file: target.file, bytes: snapshot.bytes, ms, changed});
}

/** Tells how far a file is, a few times a second at most. */
export function progressEmitter(
  target: Target,
  {emit, http}: Pick<FetchContext, 'emit' | 'http'>,
): (bytes: number, total: number | null) => void {
  let last = http.clock();
  return (bytes, total) => {
    const now = http.clock();
    if (now - last < PROGRESS_EVERY_MS) return;
    last = now;
    emit({kind: 'progress', source: target.source, file: target.file, bytes, total});
  };
}

/** Makes the part ready for the body of a 200 or 206; throws when the body cannot be used. */
async function prepareBody(
  target: Target,
  format: Format,
  part: PartialDownload,
  answer: HttpResponse,
  http: HttpClient,
) {
  refuseCoding(target, answer);
  await refusePageInPart(target, format, part, answer.header('content-type') ?? '');
  if (answer.status === 206) await acceptResumed(target, part, answer);
  else await part.begin(originOf(target.url, answer));
  if ((part.origin()?.total ?? 0) > http.max_bytes) throw await tooLarge(target, part, http);
}

async function refusePageInPart(
  target: Target,
  format: Format,
  part: PartialDownload,
  type: string,
): Promise<void> {
  try {
    refusePage(target, format, type, part.first());
  } catch (error) {
    await part.discard();
    throw error;
  }
}

async function tooLarge(target: Target, part: PartialDownload, {max_bytes}: HttpClient): Promise<FetchError> {
  await part.discard();
  const what = `the file is larger than ${max_bytes} bytes`;
  return new FetchError(target, what, 'raise FETCH_MAX_BYTES if that is right');
}
