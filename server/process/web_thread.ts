/** A web thread: answers what is no API. Its modules, some 400, are loaded once the API answers. */
import {isMainThread, parentPort} from 'node:worker_threads';
import type {WorkerCommand, WorkerEvent} from './messages.ts';
import {takeInit} from './thread_init.ts';
import {yieldToOthers} from './thread_priority.ts';

/** By then the threads of the API have loaded theirs. Requests that come earlier wait in their channel. */
const LATER_MS = 300;

/** A thread that starts later than this after the process replaces one that died. */
const STARTING_MS = 5000;

/** Runs the thread from start to stop. */
async function runThread(port: NonNullable<typeof parentPort>): Promise<void> {
  const post = (event: WorkerEvent) => {
    port.postMessage(event);
    if (event.kind === 'stopped') port.close();
  };
  try {
    const start = await takeInit(port);
    if (!start) return;
    post({kind: 'listening'});
    const early: WorkerCommand[] = [];
    let isStopped = false;
    let take = (command: WorkerCommand): void => {
      if (command.kind === 'stop') {
        isStopped = true;
        post({kind: 'stopped'});
      } else early.push(command);
    };
    start.onCommand((command) => take(command));
    if (Date.now() - start.init.startedAt < STARTING_MS)
      await new Promise((resolve) => setTimeout(resolve, LATER_MS));
    const {startWeb} = await import('./web.ts');
    if (isStopped) return;
    yieldToOthers();
    take = startWeb(start.init, post);
    for (const command of early) take(command);
  } catch (error) {
    post({kind: 'failed', why: error instanceof Error ? error.message : String(error)});
    port.close();
  }
}

if (!isMainThread && parentPort) await runThread(parentPort);
