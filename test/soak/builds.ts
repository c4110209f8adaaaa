/**
 * The builds of a soak: the small corpus of several seeds, made once, and servers that answer from one each
 * for comparison.
 */
import {existsSync} from 'node:fs';
import {cp, mkdir, mkdtemp, readdir, readlink, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {command, type Server, startServer} from '../helpers/stack.ts';

const SEEDS = ['1', '2', '3'];

/** Ids of the builds below DATA_DIR, which are made where there are too few. */
export async function prepareBuilds(dataDir: string, say: (line: string) => void): Promise<string[]> {
  const idsNow = async (): Promise<string[]> =>
    existsSync(dataPaths(dataDir).builds)
      ? (await readdir(dataPaths(dataDir).builds)).filter((name) => !name.startsWith('.')).sort()
      : [];
  await mkdir(dataDir, {recursive: true});
  for (const SEED of SEEDS) {
    if ((await idsNow()).length >= SEEDS.length) break;
    const corpus = join(dataDir, 'corpus', SEED);
    say(`ingesting the small corpus of seed ${SEED}`);
    await command('test/corpus/cli.ts', {DATA_DIR: dataDir, SEED, OUT: corpus});
    await command('pipeline/cli.ts', {DATA_DIR: dataDir, MIRROR: corpus, KEEP_BUILDS: '10'});
  }
  return idsNow();
}

/** A folder with all builds of another, its account store, and a link `current` of its own. */
export async function linkBuilds(dataDir: string, id: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  await symlink(dataPaths(dataDir).builds, dataPaths(folder).builds);
  await symlink(join('builds', id), dataPaths(folder).current);
  const {accounts} = dataPaths(dataDir);
  if (existsSync(accounts)) await cp(accounts, dataPaths(folder).accounts);
  return folder;
}

export const currentId = async (dataDir: string): Promise<string> =>
  basename(await readlink(dataPaths(dataDir).current));

/** Runs `work` with a server of its own over one build. */
export async function withReference<T>(
  dataDir: string,
  id: string,
  settings: Record<string, string>,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const folder = await linkBuilds(dataDir, id);
  const server = await startServer(folder, {...settings, WORKERS: '1', SITE_PER_MINUTE: '0'});
  try {
    return await work(server);
  } finally {
    await server.stop();
    await rm(folder, {recursive: true, force: true});
  }
}
