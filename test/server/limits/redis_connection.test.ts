/** The connection of a thread to Redis: how long it waits, while the thread itself stands still. */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import {expect, test} from 'vitest';
import {connectRedis} from '../../../server/limits/redis_connection.ts';

/**
 * Answers as Redis does, in a thread of its own, and says in memory how many replies to the script it has
 * sent.
 */
const REDIS = `
  const {createServer} = require('node:net');
  const {parentPort, workerData} = require('node:worker_threads');
  const sent = new Int32Array(workerData);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      // A command is an array: its name is the first text of it.
      for (const [, name] of chunk.toString('latin1').matchAll(/\\*\\d+\\r\\n\\$\\d+\\r\\n(\\w+)/g)) {
        const isScript = /^eval/i.test(name);
        socket.write(isScript ? ':7\\r\\n' : name.toLowerCase() === 'info' ? '$9\\r\\nloading:0\\r\\n' : '+OK\\r\\n', () => {
          if (!isScript) return;
          Atomics.add(sent, 0, 1);
          Atomics.notify(sent, 0);
        });
      }
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const WAIT_MS = 100;

test('a reply that came in time is taken, although the thread stood still for longer than it waits', async () => {
  const sent = new SharedArrayBuffer(4);
  const redis = new Worker(REDIS, {eval: true, workerData: sent});
  try {
    const [port] = await once(redis, 'message');
    const {evaluate, close} = await connectRedis(`redis://127.0.0.1:${port}`, WAIT_MS);
    const reply = evaluate(['', '', ''], []);
    // The thread stands still from here on, until the reply is there and the wait is over.
    const begun = performance.now();
    Atomics.wait(new Int32Array(sent), 0, 0);
    while (performance.now() - begun <= 2 * WAIT_MS);
    await expect(reply).resolves.toBe(7);
    close();
  } finally {
    await redis.terminate();
  }
});

test('a reply that does not come is given up', async () => {
  const redis = new Worker(REDIS.replace("':7\\r\\n'", "''"), {
    eval: true,
    workerData: new SharedArrayBuffer(4),
  });
  try {
    const [port] = await once(redis, 'message');
    const {evaluate, close} = await connectRedis(`redis://127.0.0.1:${port}`, WAIT_MS);
    await expect(evaluate(['', '', ''], [])).rejects.toThrow('100 ms');
    close();
  } finally {
    await redis.terminate();
  }
});
