/** The run that an ingest plans, or continues where an earlier planner was killed. */
import {randomBytes} from 'node:crypto';
import {resolve} from 'node:path';
import type {Settings} from '../../datasets/settings.ts';
import {KEYS, readBuild, readPointer} from '../../storage/documents.ts';
import {Conflict, type ObjectStore} from '../../storage/object_store.ts';
import {hashText} from '../runtime/disk.ts';
import {timestamp} from '../runtime/timestamp.ts';
import {codeHash} from '../write/code_hash.ts';
import {type Run, readOpenRun, readOutcome, SHAPING} from './documents.ts';

/**
 * The open run of these settings, if it can still publish, else a new one. A planner that runs beside this
 * one with the same settings gets the same run.
 */
export async function openRun(store: ObjectStore, settings: Settings, now: () => Date): Promise<Run> {
  const shaping = Object.fromEntries(SHAPING.map((name) => [name, settings[name]])) as Run['settings'];
  for (const name of ['MIRROR', 'MIRROR_MAP'] as const) shaping[name] &&= resolve(shaping[name]);
  const code = await codeHash();
  const key = hashText(JSON.stringify([code, shaping])).slice(0, 16);
  for (;;) {
    const known = await readOpenRun(store, key);
    if (known && (await isOpen(store, known))) {
      const {tag: _, ...run} = known;
      // Its planner may have been killed between its two documents.
      await store.write(KEYS.run(run.id), JSON.stringify(run), 'any');
      return run;
    }
    const current = await readPointer(store, KEYS.current);
    const load_time = timestamp(now());
    const run: Run = {
      id: `${load_time.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`,
      settings: shaping,
      load_time,
      code,
      before: current && {build_id: current.build_id, tag: current.tag},
    };
    try {
      await store.write(KEYS.openRun(key), JSON.stringify(run), known ? {tag: known.tag} : 'absent');
    } catch (error) {
      // Another planner was faster: its run is this one's, too.
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** Whether a run is not over and no other publisher was faster than it. */
async function isOpen(store: ObjectStore, run: Run): Promise<boolean> {
  if (await readOutcome(store, run.id)) return false;
  const current = await readPointer(store, KEYS.current);
  if ((current?.tag ?? null) === (run.before?.tag ?? null)) return true;
  // It may be its own build: its last worker was killed before it could say so.
  return current !== null && (await readBuild(store, current.build_id))?.built_at === run.load_time;
}
