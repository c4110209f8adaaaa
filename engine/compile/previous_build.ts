/** The build whose files a compile may take over. */
import {readFile, realpath} from 'node:fs/promises';
import {join} from 'node:path';
import {inBuild, type Manifest} from '../../datasets/artefacts.ts';
import {isIntact} from '../../datasets/manifest_text.ts';

export interface PreviousBuild {
  dir: string;
  manifest: Manifest;
}

/** The build in a folder; null where none is named. One that cannot be read is no loss. */
export async function previousBuild(dir: string | null): Promise<PreviousBuild | null> {
  if (!dir) return null;
  try {
    const real = await realpath(dir);
    const text = await readFile(join(real, inBuild.manifest), 'utf8');
    return isIntact(text) ? {dir: real, manifest: JSON.parse(text) as Manifest} : null;
  } catch {
    return null;
  }
}
