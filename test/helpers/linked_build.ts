/**
 * The shared build linked into a data folder with its own account store, so that counts of test files do not
 * mix.
 */
import {mkdtempSync, readlinkSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {sharedData} from './stack.ts';

export interface LinkedBuild {
  dataDir: string;
  close(): void;
}

export async function linkSharedBuild(): Promise<LinkedBuild> {
  const shared = await sharedData();
  const dataDir = mkdtempSync(join(tmpdir(), 'linked-'));
  symlinkSync(dataPaths(shared).builds, dataPaths(dataDir).builds);
  // The name of the build, relative as the ingest writes it.
  symlinkSync(readlinkSync(dataPaths(shared).current), dataPaths(dataDir).current);
  return {dataDir, close: () => rmSync(dataDir, {recursive: true, force: true})};
}
