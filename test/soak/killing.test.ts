/**
 * The soak kills threads that answer, and measures every thread, by hooks that it loads before the server.
 */
import {existsSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import {expect, test} from 'vitest';
import {deferCleanup} from '../helpers/cleanup.ts';
import {ROOT, sharedData, startServer} from '../helpers/stack.ts';
import {readSeconds} from './measure.ts';

const hook = (name: string): string => `--import ${pathToFileURL(join(ROOT, 'test/soak', name))}`;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(50);
}

test('SIGUSR2 ends one thread that answers, which is replaced; all threads tell their heaps', async () => {
  const seconds = join(tmpdir(), `soak-threads-${process.pid}.ndjson`);
  const server = await startServer(await sharedData(), {
    WORKERS: '2',
    NODE_OPTIONS: `${hook('kill_hook.js')} ${hook('measure_hook.js')}`,
    SOAK_THREADS: seconds,
  });
  deferCleanup(async () => {
    await server.stop();
    await rm(seconds, {force: true});
  });
  const threads = () =>
    existsSync(seconds) ? new Set(readSeconds(seconds).map(({thread}) => thread)).size : 0;
  // The main thread, two that answer, one that makes pages, and one that compares saved searches.
  await until(() => threads() === 5);
  process.kill(server.pid, 'SIGUSR2');
  await until(() => server.stderr().includes('"a thread that answers died"'));
  expect(server.stderr()).toContain('killed by the soak');
  // And the one that replaces the first.
  await until(() => threads() === 6);
  const answering = readSeconds(seconds).filter(({answers}) => answers);
  expect(new Set(answering.map(({thread}) => thread)).size).toBe(3);
});
