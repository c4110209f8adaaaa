/**
 * A server over a build, with an account of its own in a temporary folder: nothing is written to DATA_DIR.
 */
import {mkdtemp, readlink, realpath, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {accountsTable} from '../../server/accounts/accounts.ts';
import {openDatabase} from '../../server/accounts/database.ts';
import {atEnd} from '../bench/closing.ts';
import {startServer} from '../helpers/stack.ts';
import {grantToken} from '../helpers/tools.ts';
import {type ToolSession, toolSession} from './tool_session.ts';

export interface Serving extends ToolSession {
  /** Folder of the build. */
  build: string;
}

/** A slow model takes hours: the token is good for longer than the hour of others. */
const LONGEST_MS = 86_400_000;

/** Serves the current build of DATA_DIR on loopback and connects to its tools. Throws where there is none. */
export async function serveTools(dataDir: string): Promise<Serving> {
  const build = await realpath(dataPaths(dataDir).current).catch(() => {
    throw new Error(`no build in ${dataDir}: run make ingest or make demo first`);
  });
  const folder = await mkdtemp(join(tmpdir(), 'eval-'));
  const paths = dataPaths(folder);
  await symlink(await realpath(dataPaths(dataDir).builds), paths.builds);
  await symlink(join('builds', basename(await readlink(dataPaths(dataDir).current))), paths.current);
  const starting = startServer(folder, {WORKERS: '1'});
  // A signal may come before the server has started: it is stopped all the same.
  const stop = atEnd(async () => {
    await starting.then((server) => server.stop()).catch(() => {});
    await rm(folder, {recursive: true, force: true});
  });
  try {
    const server = await starting;
    const database = openDatabase(paths.accounts);
    const {id} = accountsTable(database).add('evaluation@example.org', 'enterprise', new Date());
    const token = grantToken(database, id, server.base, new Date(Date.now() + LONGEST_MS));
    database.close();
    const session = await toolSession(server.base, token);
    const close = async () => {
      await session.close();
      await stop();
    };
    return {...session, build, close};
  } catch (error) {
    await stop();
    throw error;
  }
}
