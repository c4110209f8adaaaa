/**
 * The documents of a location. `objects/<sha256>` are the files, each once; `builds/<id>.json` lists those of
 * a build; `current` names the build that replicas serve, `next` the one they shall fetch first;
 * `staged/<id>/<replica>` says that one has done so.
 */
import {Conflict, type ObjectStore} from './object_store.ts';

/** Incremented with every change to these documents; other versions are refused. */
const FORMAT = 1;

export const KEYS = {
  current: 'current',
  next: 'next',
  builds: 'builds/',
  build: (id: string) => `builds/${id}.json`,
  objects: 'objects/',
  object: (sha256: string) => `objects/${sha256}`,
  /** Exists while objects are removed. */
  pruning: 'pruning',
  staged: (id: string) => `staged/${id}/`,
  stagedBy: (id: string, replica: string) => `staged/${id}/${replica}`,
  /** What an ingest on a queue leaves: the files that a source had last, parts, and what runs have done. */
  raws: 'raw/',
  raw: (slug: string) => `raw/${slug}.json`,
  parts: 'parts/',
  part: (key: string) => `parts/${key}.json`,
  runs: 'runs/',
  openRun: (settings: string) => `runs/open-${settings}.json`,
  run: (run: string) => `runs/${run}/run.json`,
  allFetched: (run: string) => `runs/${run}/fetched/`,
  fetched: (run: string, slug: string) => `runs/${run}/fetched/${slug}.json`,
  allGivenUp: (run: string) => `runs/${run}/given_up/`,
  givenUp: (run: string, part: string) => `runs/${run}/given_up/${part}.json`,
  tries: (run: string, name: string) => `runs/${run}/tries/${name}/`,
  try: (run: string, name: string, number: number) => `runs/${run}/tries/${name}/${number}.json`,
  outcome: (run: string) => `runs/${run}/outcome.json`,
};

/** An object that a document needs. */
export type NamedObject = Pick<PublishedFile, 'bytes' | 'sha256'>;

/** A document other than a build that needs objects: the files of a source, or those of a part. */
export interface ObjectsDocument {
  objects: NamedObject[];
}

export interface PublishedFile {
  /** Relative to the build folder. */
  path: string;
  bytes: number;
  sha256: string;
}

/** A build in the store: which object is which of its files. */
export interface PublishedBuild {
  format: number;
  build_id: string;
  built_at: string;
  data_as_of: string;
  published_at: string;
  files: PublishedFile[];
}

/** `current` and `next`. */
export interface Pointer {
  build_id: string;
  /** UTC, when it was written. */
  at: string;
  /** Host and process that wrote it. */
  by: string;
}

const ID = /^[0-9a-f]{16}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Folders and names of a build: nothing that leaves its folder. */
const PATH = /^(?:[a-z0-9_][\w-]*\/){0,3}[A-Za-z0-9][\w.-]*$/;

/** The document of a text. Throws, with the remedy, where it is no JSON object or not valid. */
function parse<T>(
  store: ObjectStore,
  key: string,
  text: string,
  isValid: (value: T) => boolean,
  remedy = 'publish the build again, or use the same version on all machines',
): T {
  let value: T | null = null;
  try {
    value = JSON.parse(text) as T | null;
  } catch {
    // Refused below, as everything that is no such document.
  }
  if (typeof value !== 'object' || value === null || !isValid(value)) {
    throw new Error(`${store.location}: ${key} is damaged or of another version: ${remedy}`);
  }
  return value;
}

const isObject = ({bytes, sha256}: NamedObject): boolean =>
  Number.isSafeInteger(bytes) && bytes >= 0 && typeof sha256 === 'string' && SHA256.test(sha256);

const isFile = ({path, bytes, sha256}: PublishedFile): boolean =>
  typeof path === 'string' && PATH.test(path) && !path.includes('..') && isObject({bytes, sha256});

const isBuild = (value: PublishedBuild): boolean =>
  value.format === FORMAT &&
  ID.test(value.build_id) &&
  Array.isArray(value.files) &&
  value.files.every(isFile) &&
  value.files.some(({path}) => path === 'manifest.json');

export const describeBuild = (build: Omit<PublishedBuild, 'format'>): PublishedBuild => ({
  format: FORMAT,
  ...build,
});

/** The files of a build; null where the store has no such build. Throws if the document is damaged. */
export async function readBuild(store: ObjectStore, id: string): Promise<PublishedBuild | null> {
  const key = KEYS.build(id);
  const stored = await store.read(key);
  if (!stored) return null;
  return parse<PublishedBuild>(store, key, stored.text, (one) => isBuild(one) && one.build_id === id);
}

/** A document of an ingest; null where there is none. Throws if it is damaged or `isValid` denies it. */
export async function readDocument<T>(
  store: ObjectStore,
  key: string,
  isValid: (value: T) => boolean,
): Promise<(T & {tag: string}) | null> {
  const stored = await store.read(key);
  if (!stored) return null;
  const remedy = 'remove it and run again, with the same version on all machines';
  return {...parse(store, key, stored.text, isValid, remedy), tag: stored.tag};
}

/** Whether a document names its objects well. */
export const namesObjects = (value: Partial<ObjectsDocument>): boolean =>
  Array.isArray(value.objects) && value.objects.every(isObject);

/** `current` or `next`, with its tag; null before the first build. Throws if the document is damaged. */
export async function readPointer(
  store: ObjectStore,
  key: typeof KEYS.current | typeof KEYS.next,
): Promise<(Pointer & {tag: string}) | null> {
  const stored = await store.read(key);
  if (!stored) return null;
  const {tag} = stored;
  return {...parse<Pointer>(store, key, stored.text, ({build_id}) => ID.test(build_id)), tag};
}

/**
 * Makes `current` name a build, if it still has the tag `expected` (null: does not exist). Throws `Conflict`
 * if another writer was faster. An answer that gets lost is asked for again and meets its own work: what
 * `current` says then decides.
 */
export async function moveCurrent(
  store: ObjectStore,
  pointer: Pointer,
  expected: string | null,
): Promise<void> {
  const body = `${JSON.stringify(pointer)}\n`;
  try {
    await store.write(KEYS.current, body, expected === null ? 'absent' : {tag: expected});
  } catch (error) {
    const isOwn = error instanceof Conflict && (await store.read(KEYS.current))?.text === body;
    if (!isOwn) throw error;
  }
}

/** Ids of all builds in the store. */
export async function listBuilds(store: ObjectStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const {key} of store.list(KEYS.builds)) {
    const id = /^builds\/([0-9a-f]{16})\.json$/.exec(key)?.[1];
    if (id !== undefined) ids.push(id);
  }
  return ids;
}
