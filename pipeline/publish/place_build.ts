/**
 * Writes a build under a name of its own, gives it its name once all of it is on the disk, and switches
 * `current` to it.
 */
import {dirname, join} from 'node:path';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {pointCurrent} from '../../builds/current_link.ts';
import {renameDurably, sync, syncTree, writeFileAtomic} from '../../builds/durable.ts';
import {DISK, type Files} from '../../builds/files.ts';
import {manifestText} from '../../builds/manifest_text.ts';
import {removeBuild} from '../../builds/remove_build.ts';
import {exists, withDiskRemedy} from '../runtime/disk.ts';
import type {Build} from './current_build.ts';

/** What a build is made by. What throws leaves `current` as it was. */
export interface BuildSteps {
  id: string;
  before: Build | null;
  /** Writes all files of the build but manifest, report, index and catalogue; returns its manifest. */
  fill(folder: string): Promise<Manifest>;
  /**
   * Writes the index of the folder; returns what the manifest says of it. `signal` tells that nobody wants it
   * any more.
   */
  compile(folder: string, signal: AbortSignal): Promise<Manifest['index']>;
  /**
   * Checks the files while they are compiled, and writes what tells of them; returns what the manifest says
   * of it.
   */
  examine(folder: string, manifest: Manifest): Promise<Partial<Manifest>>;
  /** Writes what tells of all files of the build; returns what the manifest says of it. */
  describe(folder: string, manifest: Manifest): Promise<Partial<Manifest>>;
  /** Signs the build, of which all files but the catalogue are written; absent: it stays unsigned. */
  sign?(folder: string, manifest: Manifest): Promise<void>;
  /** Writes the catalogue, which holds paths, of a build under its own name. */
  writeCatalogue(folder: string): Promise<void>;
}

/** Flushes the link to a build that is current already: whoever switched to it may have failed to. */
export const flushCurrent = (dataDir: string, files: Files = DISK): Promise<void> =>
  sync(dirname(dataPaths(dataDir).current), files);

/**
 * Makes the build, unless it is there, and points `current` at it. Throws what the steps throw, and disk
 * errors with their remedy.
 */
export async function placeBuild(dataDir: string, steps: BuildSteps, files: Files = DISK): Promise<void> {
  const {id, before} = steps;
  const paths = dataPaths(dataDir);
  const folder = paths.build(id);
  const next = join(paths.builds, `.${id}.${process.pid}.tmp`);
  const clear = (): Promise<void> => files.rm(next, {recursive: true, force: true});
  // A build that is or may be current is never removed.
  let mayRemove = before?.manifest.build_id !== id;
  try {
    if (!(await exists(join(folder, inBuild.manifest), files))) {
      await clear();
      await removeBuild(folder, files);
      const manifest = await steps.fill(next);
      const write = () => writeFileAtomic(join(next, inBuild.manifest), manifestText(manifest), files);
      await write();
      Object.assign(manifest, await compileBeside(steps, next, manifest));
      Object.assign(manifest, await steps.describe(next, manifest));
      await write();
      await steps.sign?.(next, manifest);
      await syncTree(next, files);
      await renameDurably(next, folder, files);
    }
    if (!(await exists(join(folder, inBuild.catalogue), files))) await steps.writeCatalogue(folder);
    mayRemove = false;
    await pointCurrent(paths, folder, files);
  } catch (error) {
    if (mayRemove) await removeBuild(folder, files);
    throw withDiskRemedy(error, dataDir);
  } finally {
    await clear();
  }
}

/**
 * Compiles and examines a filled build; neither needs the other. What is found wrong ends the compiler, which
 * is waited for: it writes to the folder.
 */
async function compileBeside(
  steps: BuildSteps,
  folder: string,
  manifest: Manifest,
): Promise<Partial<Manifest>> {
  const unwanted = new AbortController();
  const examined = steps.examine(folder, manifest).catch((error: unknown) => {
    unwanted.abort();
    throw error;
  });
  const [found, index] = await Promise.allSettled([examined, steps.compile(folder, unwanted.signal)]);
  if (found.status === 'rejected') throw found.reason;
  if (index.status === 'rejected') throw index.reason;
  return {...found.value, index: index.value};
}
