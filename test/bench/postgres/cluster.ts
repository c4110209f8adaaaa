/**
 * A PostgreSQL cluster of our own, reached by a socket in its folder; a temporary folder is gone afterwards.
 */
import {type ChildProcess, execFile, execFileSync, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {chown, mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir, totalmem} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {atEnd, endChild} from '../closing.ts';

const run = promisify(execFile);

export interface Cluster {
  bin: string;
  /** Folder of the socket: `host` of a connection. */
  socket: string;
  /** Process id of the postmaster. */
  pid: number;
  stop(): Promise<void>;
}

export const DATABASE = 'postgres';
export const OWNER = 'bench';

const GIGABYTE = 2 ** 30;

/** Settings of a server that does nothing else on a machine with SSD and enough memory for all indexes. */
function settingsOf(folder: string): Record<string, string> {
  const shared = Math.min(4, Math.max(0.25, totalmem() / GIGABYTE / 5));
  return {
    listen_addresses: '',
    unix_socket_directories: folder,
    shared_buffers: `${Math.round(shared * 1024)}MB`,
    effective_cache_size: `${Math.round((totalmem() / GIGABYTE / 2) * 1024)}MB`,
    work_mem: '64MB',
    maintenance_work_mem: '1GB',
    random_page_cost: '1.1',
    effective_io_concurrency: '200',
    // Statements here take milliseconds; compiling them takes longer than that.
    jit: 'off',
    // With many clients, one core each answers more requests a second than parallel plans.
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '0',
    // Texts to search for differ, and with them the best plan.
    plan_cache_mode: 'force_custom_plan',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '8GB',
    // Nothing changes after the load, which vacuums by itself.
    autovacuum: 'off',
  };
}

/** PostgreSQL refuses to run as root: then its programs run as the user that Debian's package makes. */
function asOwner(program: string, args: readonly string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, [...args]];
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]];
}

/**
 * Starts the cluster of a folder, which is made where it is missing and kept; without one, that of a
 * temporary folder, which is removed at the end. It is stopped by its process id.
 */
export async function startCluster(bin: string, kept: string | null = null): Promise<Cluster> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'bench-postgres-')));
  const remove = kept === null ? atEnd(() => rm(folder, {recursive: true, force: true})) : async () => {};
  await mkdir(folder, {recursive: true});
  if (process.getuid?.() === 0) {
    const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], {encoding: 'utf8'}));
    await chown(folder, id('-u'), id('-g'));
  }
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(bin, folder, data);
  const options = Object.entries(settingsOf(folder)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(...asOwner(join(bin, 'postgres'), ['-D', data, ...options]), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000);
  });
  const end = atEnd(() => endChild(child, 'SIGINT'));
  await ready(child, bin, folder, () => log);
  return {
    bin,
    socket: folder,
    pid: child.pid ?? 0,
    stop: async () => {
      await end();
      await remove();
    },
  };
}

async function initialise(bin: string, folder: string, data: string): Promise<void> {
  // Order by code point, as the service has it; letters of every language are letters to pg_trgm.
  const locale = ['--encoding=UTF8', '--lc-collate=C', '--lc-ctype=C.UTF-8'];
  const args = ['-D', data, '-U', OWNER, ...locale, '--auth=trust', '--no-sync', '--no-instructions'];
  await run(...asOwner(join(bin, 'initdb'), args), {cwd: folder});
}

const START_MS = 30_000;

async function ready(child: ChildProcess, bin: string, folder: string, log: () => string): Promise<void> {
  const late = Date.now() + START_MS;
  for (;;) {
    const up = await run(join(bin, 'pg_isready'), ['-q', '-h', folder]).then(
      () => true,
      () => false,
    );
    if (up) return;
    if (child.exitCode !== null || Date.now() > late) throw new Error(`PostgreSQL does not start:\n${log()}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}
