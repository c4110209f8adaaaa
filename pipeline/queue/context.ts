/** What the steps of a run have in common, in whichever process they run. */
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import {acquireLock} from '../../builds/lock.ts';
import {SOURCES} from '../../datasets/index.ts';
import type {Settings} from '../../datasets/settings.ts';
import type {Source} from '../../datasets/types.ts';
import {KEYS, readBuild} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import type {HttpClient} from '../fetch/http.ts';
import type {IndexPrograms} from '../publish/engine_programs.ts';
import {messageOf} from '../runtime/errors.ts';
import type {Emit} from '../runtime/events.ts';
import type {Run} from './documents.ts';

export interface StepContext {
  store: ObjectStore;
  run: Run;
  /** Those of the machine, with those of the run in their place. */
  settings: Settings;
  http: HttpClient;
  index: IndexPrograms;
  now: () => Date;
  emit: Emit;
}

/** Another process of this machine holds what the step needs: no failure, the step is tried again. */
export class Busy extends Error {
  override name = 'Busy';
}

/** Acquires a lock of this machine; returns its release. Throws Busy while another process holds it. */
export const lockOrBusy = (path: string, command?: string): Promise<() => void> =>
  acquireLock(path, command).catch((error: unknown) => {
    throw new Busy(messageOf(error), {cause: error});
  });

/** The settings of a run on a machine. */
export const settingsOf = (machine: Settings, run: Run): Settings => ({...machine, ...run.settings});

/** The moment that a run takes for its clock. */
export const loadDate = ({load_time}: Run): Date => new Date(`${load_time}Z`);

/** Throws for a source that this version does not know. */
export function sourceNamed(slug: string): Source {
  const source = SOURCES[slug];
  if (source) return source;
  throw new Error(`source ${slug} is unknown here: install the same version on all machines`);
}

/** The manifest of the build that was current when the run began. */
export async function manifestBefore({store, run}: StepContext): Promise<Manifest | null> {
  const build = run.before && (await readBuild(store, run.before.build_id));
  const file = build?.files.find(({path}) => path === inBuild.manifest);
  const stored = file ? await store.read(KEYS.object(file.sha256)) : null;
  return stored && (JSON.parse(stored.text) as Manifest);
}
