/** Downloads files of a build: in the calling thread, or in several threads of their own. */
import {MessageChannel, Worker} from 'node:worker_threads';
import type {Files} from '../builds/files.ts';
import type {PublishedFile} from './documents.ts';
import {download} from './download.ts';
import type {FetchEvent, FetchRequest} from './fetch_thread.ts';
import type {ObjectStore} from './object_store.ts';

/** Downloads at a time: a connection to S3 gives some 90 MB/s, whatever the link could. */
const AT_ONCE = 8;

/** Downloads at a time in each of several threads: more than one, since a thread waits for the disk, too. */
const AT_ONCE_EACH = 4;

export interface FetchPool {
  /** Downloads that it makes at a time. */
  atOnce: number;
  /** Downloads a file as `download` does. */
  download(file: PublishedFile, target: string, onBytes: (bytes: number) => void): Promise<number>;
  close(): Promise<unknown>;
}

/** In this thread. */
export const fetchHere = (store: ObjectStore, files: Files): FetchPool => ({
  atOnce: AT_ONCE,
  download: (file, target, onBytes) => download(store, file, target, onBytes, files),
  async close() {},
});

/** A thread, and how many downloads it has. */
class FetchThread {
  load = 0;
  readonly #worker: Worker;
  /** Rejects when the thread has ended. */
  readonly #death: Promise<never>;

  constructor(location: string) {
    this.#worker = new Worker(new URL('fetch_thread.ts', import.meta.url), {workerData: location});
    this.#death = new Promise((_, reject) => {
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => reject(new Error('a thread that downloads has ended')));
    });
    this.#death.catch(() => {});
  }

  async download(file: PublishedFile, target: string, onBytes: (bytes: number) => void): Promise<number> {
    const {port1: events, port2} = new MessageChannel();
    const done = new Promise<number>((resolve, reject) => {
      events.on('message', (event: FetchEvent) => {
        if ('bytes' in event) onBytes(event.bytes);
        else if ('received' in event) resolve(event.received);
        else reject(new Error(event.error));
      });
    });
    this.load++;
    try {
      this.#worker.postMessage({file, target, events: port2} satisfies FetchRequest, [port2]);
      return await Promise.race([done, this.#death]);
    } finally {
      this.load--;
      events.close();
    }
  }

  close(): Promise<unknown> {
    return this.#worker.terminate();
  }
}

/**
 * In `count` threads, each with an S3 client of the location. Close it: the threads keep the process alive.
 */
export function fetchInThreads(location: string, count: number): FetchPool {
  const threads = Array.from({length: count}, () => new FetchThread(location));
  return {
    atOnce: Math.max(AT_ONCE, AT_ONCE_EACH * count),
    download(file, target, onBytes) {
      const idlest = threads.reduce((best, one) => (one.load < best.load ? one : best));
      return idlest.download(file, target, onBytes);
    },
    close: () => Promise.all(threads.map((thread) => thread.close())),
  };
}
