/** What a run leaves in the bucket: each step is done if its document exists. */
import type {Manifest} from '../../builds/artefacts.ts';
import type {Settings} from '../../datasets/settings.ts';
import {KEYS, namesObjects, type ObjectsDocument, readDocument} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {isSidecar, type Sidecar} from '../fetch/store.ts';
import type {Event} from '../runtime/events.ts';
import type {MadePart, PoisonFile} from '../steps/steps.ts';

/** Settings that shape the result: those of the planner count, on all workers. */
export const SHAPING = [
  'SOURCES',
  'MIRROR',
  'MIRROR_MAP',
  'MIRROR_REREAD',
  'INBOX',
  'ACCEPT',
  'CHANGES_DAYS',
  'QUORUM',
  'QUORUM_WAIT_MS',
] as const satisfies (keyof Settings)[];

export interface Run {
  id: string;
  settings: Pick<Settings, (typeof SHAPING)[number]>;
  /** UTC `YYYY-MM-DDTHH:MM:SS`. */
  load_time: string;
  /** Hash of the code that makes parts: workers with another one refuse. */
  code: string;
  /** The current build of the bucket when the run began, and the tag of `current`. */
  before: {build_id: string; tag: string} | null;
}

/** The files of a source that were fetched last, from which the next fetch goes on. */
export interface RawFiles extends ObjectsDocument {
  sidecars: Sidecar[];
}

/** What became of a fetch; with an error or `absent` there is no part. */
export interface Fetched extends ObjectsDocument {
  slug: string;
  result: {snapshots: Sidecar[]; part_key: string} | 'absent' | {error: string};
  /** Events already emitted by the fetch, which a later step repeats. */
  events: Event[];
}

/** The files of a source and the key of their part; null where it has none. */
export const fetchedFiles = (fetched: Fetched | null) =>
  typeof fetched?.result === 'object' && 'part_key' in fetched.result ? fetched.result : null;

export interface StoredPart extends ObjectsDocument {
  /** The Parquet, the rejects, the places of rows, then the files of records where the source has several. */
  objects: ObjectsDocument['objects'];
  /** The run that made it. */
  run: string;
  /** All its warnings are untold. */
  part: Omit<MadePart, 'made'>;
}

/** What a planner tells when its run is over. */
export interface RunOutcome {
  /** Without the index, of which the closing words say nothing. */
  manifest: Manifest | null;
  failures: Record<string, string>;
  changed: boolean;
  poison: PoisonFile[];
  events: Event[];
}

const isRun = (run: Run): boolean =>
  typeof run.id === 'string' &&
  /^[\w-]+$/.test(run.id) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(run.load_time) &&
  typeof run.code === 'string' &&
  SHAPING.every((name) => typeof run.settings?.[name] === 'string') &&
  (run.before === null || typeof run.before?.tag === 'string');

const PART_KEY = /^[0-9a-f]{32}$/;

function isFetched(fetched: Fetched): boolean {
  const {result} = fetched;
  if (!namesObjects(fetched) || !Array.isArray(fetched.events)) return false;
  if (result === 'absent') return true;
  if (typeof result !== 'object' || result === null) return false;
  if ('error' in result) return typeof result.error === 'string';
  return PART_KEY.test(result.part_key) && result.snapshots.every(isSidecar);
}

const isPart = (stored: StoredPart, key: string): boolean =>
  namesObjects(stored) &&
  [3, 4].includes(stored.objects.length) &&
  Array.isArray(stored.part?.untold) &&
  stored.part?.entry?.part_key === key;

const isOutcome = (outcome: RunOutcome): boolean =>
  typeof outcome.failures === 'object' && [outcome.events, outcome.poison].every(Array.isArray);

/** These return null where there is no such document, and throw, with the remedy, if it is damaged. */
export const readOpenRun = (store: ObjectStore, settings: string) =>
  readDocument<Run>(store, KEYS.openRun(settings), isRun);

export const readRun = (store: ObjectStore, run: string) => readDocument<Run>(store, KEYS.run(run), isRun);

export const readRawFiles = (store: ObjectStore, slug: string) =>
  readDocument<RawFiles>(
    store,
    KEYS.raw(slug),
    (raw) => namesObjects(raw) && Array.isArray(raw.sidecars) && raw.sidecars.every(isSidecar),
  );

export const readFetched = (store: ObjectStore, run: string, slug: string) =>
  readDocument<Fetched>(store, KEYS.fetched(run, slug), isFetched);

export const readPart = (store: ObjectStore, key: string) =>
  readDocument<StoredPart>(store, KEYS.part(key), (stored) => isPart(stored, key));

export const readOutcome = (store: ObjectStore, run: string) =>
  readDocument<RunOutcome>(store, KEYS.outcome(run), isOutcome);
