/** What the threads that answer have in common when they start. */
import type {MessagePort} from 'node:worker_threads';
import type {ThreadMessage, WorkerCommand, WorkerEvent, WorkerInit} from './messages.ts';

/** Timeout of a response. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** How a thread starts, and who takes the commands after that. */
export interface ThreadStart {
  init: WorkerInit;
  /** Gives all commands, in their order: also those that came before. */
  onCommand(take: (command: WorkerCommand) => void): void;
}

/** Waits for the first message, which says how to start. Commands that come behind it wait for `onCommand`. */
function takeInit(port: MessagePort): Promise<ThreadStart> {
  const {promise, resolve} = Promise.withResolvers<ThreadStart>();
  // Forgotten once it was called: the listener would keep the first builds as long as the thread lives.
  let started: typeof resolve | null = resolve;
  const early: WorkerCommand[] = [];
  let take = (command: WorkerCommand): void => {
    early.push(command);
  };
  port.on('message', (message: ThreadMessage) => {
    if (message.kind !== 'start') return take(message);
    started?.({
      init: message.init,
      onCommand(next) {
        take = next;
        for (const command of early.splice(0)) next(command);
      },
    });
    started = null;
  });
  return promise;
}

/**
 * Runs a thread from its first message to its stop. `work` reports events to `post`; what it throws is
 * reported as a failed start.
 */
export async function runThread(
  port: MessagePort,
  work: (start: ThreadStart, post: (event: WorkerEvent) => void) => Promise<void>,
): Promise<void> {
  const post = (event: WorkerEvent): void => {
    port.postMessage(event);
    if (event.kind === 'stopped' || event.kind === 'failed') port.close();
  };
  try {
    await work(await takeInit(port), post);
  } catch (error) {
    post({kind: 'failed', why: error instanceof Error ? error.message : String(error)});
  }
}
