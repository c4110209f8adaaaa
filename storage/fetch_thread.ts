/** A thread that downloads files of a build: it receives, hashes and writes, with an S3 client of its own. */
import {type MessagePort, parentPort, workerData} from 'node:worker_threads';
import {WRITING_DISK} from '../datasets/files.ts';
import type {PublishedFile} from './documents.ts';
import {download} from './download.ts';
import {openStore} from './open_store.ts';

export interface FetchRequest {
  file: PublishedFile;
  target: string;
  /** Where the events of this download go. */
  events: MessagePort;
}

/** `received`: the download is complete, with so many bytes over the network. */
export type FetchEvent = {bytes: number} | {received: number} | {error: string};

const store = openStore(workerData as string, 'FOLLOW');

async function fetch({file, target, events}: FetchRequest): Promise<void> {
  const post = (event: FetchEvent): void => events.postMessage(event);
  try {
    const onBytes = (bytes: number): void => post({bytes});
    post({received: await download(await store, file, target, onBytes, WRITING_DISK)});
  } catch (error) {
    post({error: error instanceof Error ? error.message : String(error)});
  }
}

parentPort?.on('message', fetch);
