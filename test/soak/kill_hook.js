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
  // A signal may come before the first thread has said who it is.
  let signals = 0;
  const kill = () => {
    for (; signals > 0 && threads.length > 0; signals--)
      channel.postMessage({kind: 'die', thread: threads.shift()});
  };
  channel.onmessage = ({data}) => {
    if (data.kind === 'here') threads.push(data.thread);
    kill();
  };
  process.on('SIGUSR2', () => {
    signals++;
    kill();
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
