/**
 * Loaded before the server by `make soak`: on SIGUSR2 a thread that answers dies of an error that nobody
 * caught, as of a fault in the code. Threads say who they are; the main thread chooses by turns.
 */
import {BroadcastChannel, isMainThread, threadId} from 'node:worker_threads';
import {answers} from './answers.js';

const channel = new BroadcastChannel('soak');
channel.unref();

if (isMainThread) {
  const threads = [];
  channel.onmessage = ({data}) => {
    if (data.kind === 'here') threads.push(data.thread);
  };
  process.on('SIGUSR2', () => {
    const thread = threads.shift();
    if (thread !== undefined) channel.postMessage({kind: 'die', thread});
  });
} else if (answers) {
  channel.postMessage({kind: 'here', thread: threadId});
  channel.onmessage = ({data}) => {
    if (data.kind === 'die' && data.thread === threadId)
      setImmediate(() => {
        throw new Error('killed by the soak');
      });
  };
}
