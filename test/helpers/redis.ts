/** A Redis or Valkey server on a free port, if the machine has the program. */
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {createConnection} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {findFreePort} from '../../server/process/find_free_port.ts';

const PROGRAMS = ['redis-server', 'valkey-server'];

/** The program, or null where none is installed. */
export const redisProgram: string | null =
  PROGRAMS.find((name) => spawnSync(name, ['--version']).status === 0) ?? null;

export interface RedisServer {
  url: string;
  /** Kills it at once; what it counted is gone. */
  kill(): Promise<void>;
  /** Begins again on the same port, empty. */
  again(): Promise<void>;
  /** Kills it and removes its folder. */
  end(): Promise<void>;
}

async function untilOpen(port: number): Promise<void> {
  for (;;) {
    const socket = createConnection({host: '127.0.0.1', port});
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    await delay(50);
  }
}

/** Keeps nothing on disk. */
export async function startRedis(program: string): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await findFreePort('127.0.0.1', 0);
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const begin = async () => {
    const child = spawn(program, args, {stdio: 'ignore'});
    await untilOpen(port);
    return child;
  };
  let child = await begin();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async again() {
      child = await begin();
    },
    async end() {
      await kill();
      rmSync(folder, {recursive: true, force: true});
    },
  };
}
