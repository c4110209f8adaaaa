/** Who downloads the files of a build: the thread that asks, or several others. */
import {Worker} from 'node:worker_threads';
import type {Files} from '../datasets/files.ts';
import type {PublishedFile} from './documents.ts';
import {download} from './download.ts';
import type {FetchCommand, FetchEvent, FetchInit} from './fetch_messages.ts';
import type {ObjectStore} from './object_store.ts';
import type {SignGet} from './signed_request.ts';

/** Downloads at a time: a connection to S3 gives some 90 MB/s, whatever the link could. */
const AT_ONCE = 8;

/** Downloads at a time in each of several threads: more than one, since a thread waits for the disk, too. */
const AT_ONCE_EACH = 4;

export interface Downloads {
  /** Downloads that it makes at a time. */
  atOnce: number;
  /** Downloads a file as `download` does. */
  download(file: PublishedFile, target: string, onBytes: (bytes: number) => void): Promise<number>;
  close(): Promise<unknown>;
}

/** In this thread. */
export const downloadsHere = (store: ObjectStore, files: Files): Downloads => ({
  atOnce: AT_ONCE,
  download: (file, target, onBytes) => download(store, file, target, onBytes, files),
  async close() {},
});

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Running extends PromiseWithResolvers<number> {
  onBytes: (bytes: number) => void;
}

/** A thread with the downloads that it makes. */
class FetchThread {
  readonly #sign: SignGet;
  readonly #worker: Worker;
  readonly #running = new Map<number, Running>();
  #last = 0;
  #death: Error | null = null;

  constructor(location: string, sign: SignGet) {
    this.#sign = sign;
    const workerData: FetchInit = {location};
    this.#worker = new Worker(new URL('fetch_thread.ts', import.meta.url), {workerData});
    this.#worker.on('message', (event: FetchEvent) => this.#onEvent(event));
    this.#worker.once('error', (error) => this.#died(error));
    this.#worker.once('exit', () => this.#died(new Error('a thread that downloads has ended')));
  }

  get load(): number {
    return this.#running.size;
  }

  download(file: PublishedFile, target: string, onBytes: (bytes: number) => void): Promise<number> {
    if (this.#death) return Promise.reject(this.#death);
    const number = ++this.#last;
    const running = {...Promise.withResolvers<number>(), onBytes};
    this.#running.set(number, running);
    this.#post({kind: 'download', number, file, target});
    return running.promise.finally(() => this.#running.delete(number));
  }

  #post(command: FetchCommand): void {
    this.#worker.postMessage(command);
  }

  #onEvent(event: FetchEvent): void {
    const {number} = event;
    if (event.kind === 'sign') {
      this.#sign(event.key, event.from).then(
        (request) => this.#post({kind: 'signed', number, request}),
        (error) => this.#post({kind: 'unsigned', number, error: textOf(error)}),
      );
    } else if (event.kind === 'bytes') this.#running.get(number)?.onBytes(event.bytes);
    else if (event.kind === 'done') this.#running.get(number)?.resolve(event.received);
    else this.#running.get(number)?.reject(new Error(event.error));
  }

  #died(error: Error): void {
    this.#death ??= error;
    for (const running of this.#running.values()) running.reject(this.#death);
  }

  close(): Promise<unknown> {
    return this.#worker.terminate();
  }
}

/** In so many threads of their own, over a store that signs requests. Close it: the threads keep the process alive. */
export function downloadsInThreads(location: string, sign: SignGet, count: number): Downloads {
  const threads = Array.from({length: count}, () => new FetchThread(location, sign));
  return {
    atOnce: Math.max(AT_ONCE, AT_ONCE_EACH * count),
    download(file, target, onBytes) {
      const idlest = threads.reduce((best, one) => (one.load < best.load ? one : best));
      return idlest.download(file, target, onBytes);
    },
    close: () => Promise.all(threads.map((thread) => thread.close())),
  };
}
