/** Manifests of builds on disk, which may be damaged: a build is known by what can be read of it. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inBuild, type Manifest} from '../../datasets/artefacts.ts';
import {exists} from '../runtime/disk.ts';

/** The manifest of a build folder, of any format; null where there is none that can be read. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, inBuild.manifest), 'utf8').catch(() => '');
  try {
    const read = JSON.parse(text) as Manifest | null;
    const known = typeof read?.build_id === 'string' && Array.isArray(read.sources) && read.datasets;
    return known ? read : null;
  } catch {
    // Cut or overwritten: as good as none.
    return null;
  }
}

/** Whether a build was finished: the catalogue is the last thing that it gets before it is published. */
export const isComplete = (folder: string): Promise<boolean> => exists(join(folder, inBuild.catalogue));
