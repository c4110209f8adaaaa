/** Child programs of tests: started under limits, stopped or killed. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {stat} from 'node:fs/promises';
import {setTimeout as delay} from 'node:timers/promises';
import {programCache} from './program_cache.ts';

/** Starts a program of this runtime under a shell line that may set limits first. */
export function start(program: string, env: Record<string, string>, limits = ':') {
  const all = {
    PATH: process.env['PATH'],
    ...programCache(),
    USER_AGENT: 'example/1 (me@example.org)',
    ...env,
  };
  return spawn('bash', ['--norc', '-c', `${limits}; exec '${process.execPath}' '${program}'`], {
    env: all,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Exit code and output, once the program has ended. */
export async function ended(child: ReturnType<typeof start>): Promise<{code: number; text: string}> {
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  return {code, text};
}

/** Bytes of a file; 0 where there is none. */
export async function size(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

/** Kills a program once more than `bytes` of a file are on the disk; its size then. */
export async function killedAfter(
  child: ReturnType<typeof start>,
  path: string,
  bytes: number,
): Promise<number> {
  const closed = once(child, 'close');
  while ((await size(path)) <= bytes) {
    if (child.exitCode !== null) throw new Error(`the program ended before ${bytes} bytes were in ${path}`);
    await delay(5);
  }
  child.kill('SIGKILL');
  await closed;
  return size(path);
}
