/** The shared build under an account store of its own: what one file counts and bounds does not meet another's. */
import {mkdtempSync, readlinkSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dataPaths} from '../../datasets/artefacts.ts';
import {sharedData} from './stack.ts';

export interface Borrowed {
  dataDir: string;
  close(): void;
}

export async function borrowedData(): Promise<Borrowed> {
  const shared = await sharedData();
  const dataDir = mkdtempSync(join(tmpdir(), 'borrowed-'));
  symlinkSync(dataPaths(shared).builds, dataPaths(dataDir).builds);
  // The name of the build, relative as the ingest writes it.
  symlinkSync(readlinkSync(dataPaths(shared).current), dataPaths(dataDir).current);
  return {dataDir, close: () => rmSync(dataDir, {recursive: true, force: true})};
}
