/** Checks that the current build may be served: every file matches its manifest, and the engine opens it. */

import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {openReference} from '../reference/open.ts';

import {manifestOf} from './mirror.ts';

const MEMORY_MB = 512;

/** The first fault of the current build, or null. `withReaders`: also opens it as engine and catalogue. */
export async function currentBuildFault(dataDir: string, withReaders = true): Promise<string | null> {
  const folder = dataPaths(dataDir).current;
  try {
    const manifest = await manifestOf(dataDir);
    for (const {files} of Object.values(manifest.datasets)) {
      for (const {path, sha256} of files) {
        if ((await hashFile(join(folder, path))) !== sha256) return `${path} is not what the manifest says`;
      }
    }
    for (const {slug} of manifest.sources) {
      for (const path of [inBuild.rejects(slug), inBuild.loads(slug)]) await access(join(folder, path));
    }
    return withReaders ? await readerFault(folder, manifest) : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function readerFault(folder: string, manifest: Manifest): Promise<string | null> {
  const engine = await openReference(folder, {memory_mb: MEMORY_MB});
  const {records} = engine.info;
  await engine.close();
  const instance = await DuckDBInstance.create(join(folder, inBuild.catalogue), {access_mode: 'READ_ONLY'});
  try {
    const db = await instance.connect();
    for (const [name, {rows}] of Object.entries(manifest.datasets)) {
      const counted = (await db.runAndReadAll(`SELECT count(*) FROM "${name}"`)).getRows();
      if (Number(counted[0]?.[0]) !== rows)
        return `the catalogue has ${counted[0]?.[0]} rows of ${name}, not ${rows}`;
      if ((records[name] ?? rows) !== rows)
        return `the engine has ${records[name]} rows of ${name}, not ${rows}`;
    }
    db.closeSync();
  } finally {
    instance.closeSync();
  }
  return null;
}
