/** `make builds`, `make rollback BUILD=<id>` and `make prune KEEP=<n>`, without their process. */
import type {Settings} from '../datasets/settings.ts';
import {type BuildSummary, pruneStore, rollBack, summarizeBuilds} from './builds.ts';
import type {ObjectStore} from './object_store.ts';

/** Variables of these commands alone. */
export interface BuildsArguments {
  BUILD?: string | undefined;
  KEEP?: string | undefined;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en-CA')} MB`;

const lineOf = ({build_id, built_at, data_as_of, files, bytes, current}: BuildSummary): string =>
  `${build_id}  built ${built_at}  data as of ${data_as_of}  ${files} files  ${megabytes(bytes)}${current ? '  current' : ''}`;

type Command = (store: ObjectStore, given: BuildsArguments, now: () => Date) => Promise<string[]>;

async function list(store: ObjectStore): Promise<string[]> {
  const builds = await summarizeBuilds(store);
  return builds.length ? builds.map(lineOf) : [`${store.location} has no builds`];
}

async function rollback(store: ObjectStore, {BUILD}: BuildsArguments, now: () => Date): Promise<string[]> {
  if (!BUILD) throw new Error('rollback needs a build: make rollback BUILD=<id>; `make builds` lists them');
  await rollBack(store, BUILD, now());
  return [`${store.location}: build ${BUILD} is current`];
}

async function prune(store: ObjectStore, {KEEP = ''}: BuildsArguments, now: () => Date): Promise<string[]> {
  const keep = Number(KEEP);
  if (!KEEP.trim() || !Number.isInteger(keep) || keep < 1) {
    throw new Error(`prune needs how many builds to keep, at least 1: make prune KEEP=3; got "${KEEP}"`);
  }
  const {builds, objects, bytes} = await pruneStore(store, keep, now);
  return [
    `${store.location}: ${builds.length} builds removed${builds.length ? ` (${builds.join(', ')})` : ''}, ${objects} objects with ${megabytes(bytes)}`,
  ];
}

const COMMANDS: Record<string, Command> = {list, rollback, prune};

/**
 * Runs a command against the bucket of PUBLISH_TO, else of FOLLOW; returns the lines to print. Throws with
 * the remedy.
 */
export async function buildsCommand(
  name: string,
  settings: Settings,
  given: BuildsArguments,
  open: (location: string, setting: string) => Promise<ObjectStore>,
  now: () => Date = () => new Date(),
): Promise<string[]> {
  const command = COMMANDS[name];
  if (!command) throw new Error(`no command ${name}: known are ${Object.keys(COMMANDS).join(', ')}`);
  const setting = settings.PUBLISH_TO ? 'PUBLISH_TO' : 'FOLLOW';
  const location = settings[setting];
  if (!location) throw new Error('no bucket is set: set PUBLISH_TO, e.g. s3://bucket/prefix');
  const store = await open(location, setting);
  try {
    return await command(store, given, now);
  } finally {
    store.close();
  }
}
