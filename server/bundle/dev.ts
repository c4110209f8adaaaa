/** Command of `make dev`: bundles and starts the server again, and reloads open pages, when a source changes. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {watch} from 'node:fs';
import {bundle} from './bundle.ts';

/** The rooms that are bundled. */
const ROOMS = ['builds', 'datasets', 'engine', 'server', 'storage'];

/** An editor writes several files at once. */
const QUIET_MS = 100;

let server: ChildProcess | null = null;

async function stop(): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

/** What esbuild says of a source is printed; the server that runs goes on. */
async function restart(): Promise<void> {
  try {
    const main = await bundle({reloads: true});
    await stop();
    server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {stdio: 'inherit'});
  } catch (error) {
    process.stderr.write(`not bundled: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

let running = restart();
let timer: NodeJS.Timeout | undefined;
for (const room of ROOMS) {
  watch(room, {recursive: true}, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(restart);
    }, QUIET_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearTimeout(timer);
    running.then(stop).then(() => process.exit(0));
  });
}
