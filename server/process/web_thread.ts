/** A web thread: answers everything but the API. It loads its modules once the API answers. */
import {isMainThread, parentPort} from 'node:worker_threads';
import type {WorkerCommand, WorkerEvent} from './messages.ts';
import {runThread, type ThreadStart} from './thread_init.ts';
import {yieldToOthers} from './thread_priority.ts';

/** By then the threads of the API have loaded theirs. Requests that come earlier wait in their channel. */
const LATER_MS = 300;

/** A thread that starts later than this after the process replaces one that died. */
const STARTING_MS = 5000;

/** Holds commands back until the modules are loaded. */
async function startLater({init, onCommand}: ThreadStart, post: (event: WorkerEvent) => void): Promise<void> {
  post({kind: 'listening'});
  const early: WorkerCommand[] = [];
  let isStopped = false;
  let take = (command: WorkerCommand): void => {
    if (command.kind === 'stop') {
      isStopped = true;
      post({kind: 'stopped'});
    } else early.push(command);
  };
  onCommand((command) => take(command));
  if (Date.now() - init.startedAt < STARTING_MS)
    await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  const {startWeb} = await import('./web.ts');
  if (isStopped) return;
  yieldToOthers();
  take = startWeb(init, post);
  for (const command of early) take(command);
}

if (!isMainThread && parentPort) await runThread(parentPort, startLater);
