/** A separate data folder linked to a build, so that keys and switches do not modify the original. */
import {mkdir, mkdtemp, realpath, rename, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dataPaths} from '../../../builds/artefacts.ts';
import {runNode} from '../child.ts';
import {atEnd} from '../closing.ts';
import {type Server, startServer} from './servers.ts';

export interface Serving {
  /** Folder of the build. */
  build: string;
  dataDir: string;
  key: string;
  /** Points `current` at the same build under another name, which servers take for a new one. */
  renew(name: string): Promise<void>;
}

/** Creates the folder and a key in it; both are removed at the end. */
export async function servingOf(current: string): Promise<Serving> {
  const build = await realpath(current);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-serving-'));
  atEnd(() => rm(dataDir, {recursive: true, force: true}));
  const {builds, current: link, build: folderOf} = dataPaths(dataDir);
  await mkdir(builds);
  const renew = async (name: string) => {
    await symlink(build, folderOf(name));
    await symlink(join('builds', name), `${link}.next`);
    await rename(`${link}.next`, link);
  };
  await renew('first');
  const env = {DATA_DIR: dataDir, NAME: 'bench', TIER: 'enterprise'};
  const key = (await runNode(['server/admin/make_key.ts'], env)).stdout.trim();
  return {build, dataDir, key, renew};
}

/** Settings of a server with one worker over the folder. */
export const environmentOf = ({dataDir}: Serving): Record<string, string> => ({
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  ACCOUNT_PORT: '0',
  WORKERS: '1',
});

/** The server of the project; `workers` null for as many as it takes by itself. */
export function startOurs({dataDir, key}: Serving, workers: number | null): Promise<Server> {
  const env = {DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', ACCOUNT_PORT: '0', LOG_LEVEL: 'info'};
  return startServer('dist/main.js', {...env, ...(workers ? {WORKERS: String(workers)} : {})}, key);
}
