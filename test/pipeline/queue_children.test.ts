/** Processes of steps end with their worker, whatever they are at. */
import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {deferCleanup} from '../helpers/cleanup.ts';

const CHILDREN = fileURLToPath(new URL('../../pipeline/queue/children.ts', import.meta.url));
const PROGRAM = CHILDREN.replace('children.ts', 'step_process.ts');

/** Says when a module of the program is asked for, and never gives it. */
const HELD_MODULE = `data:text/javascript,${encodeURIComponent(`
  import {register} from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    import {writeSync} from 'node:fs';
    export const resolve = (name, context, next) => {
      if (!name.endsWith('open_store.ts')) return next(name, context);
      writeSync(1, 'held');
      return new Promise(() => setInterval(() => {}, 1000));
    };
  \`));
`)}`;

const startHeld = (): ChildProcess => {
  const child = fork(PROGRAM, [], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', HELD_MODULE],
  });
  deferCleanup(() => void child.kill('SIGKILL'));
  return child;
};

test('a process whose worker dies while it loads its modules ends', async () => {
  const child = startHeld();
  await once(child.stdout!, 'data');
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
});
