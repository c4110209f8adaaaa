/** Reads manifests of builds on disk, which may be damaged. */
import {join} from 'node:path';
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import {DISK, type Files} from '../../builds/files.ts';
import {isIntact} from '../../builds/manifest_text.ts';
import {exists, unlessAbsent} from '../runtime/disk.ts';

/**
 * The manifest of a build folder, of any format version; null where it is missing or damaged. Throws where
 * the disk fails.
 */
export async function readManifest(folder: string, files: Files = DISK): Promise<Manifest | null> {
  const text = await files.readFile(join(folder, inBuild.manifest), 'utf8').catch(unlessAbsent(''));
  try {
    const read = JSON.parse(text) as Manifest | null;
    const known = typeof read?.build_id === 'string' && Array.isArray(read.sources) && read.datasets;
    return known && isIntact(text) ? read : null;
  } catch {
    // Truncated or overwritten: treated as missing.
    return null;
  }
}

/** Whether a build is complete: the catalogue is the last file written before it is published. */
export const isComplete = (folder: string, files: Files = DISK): Promise<boolean> =>
  exists(join(folder, inBuild.catalogue), files);
