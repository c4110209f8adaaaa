/** A thread that downloads files of a build: it receives, hashes and writes, with an S3 client of its own. */
import {type MessagePort, parentPort, workerData} from 'node:worker_threads';
import {WRITING_DISK} from '../builds/files.ts';
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

/** Bytes that arrive between two reports: a message for each chunk would cost a tenth of the work. */
const REPORT_BYTES = 8 << 20;

const store = openStore(workerData as string, 'FOLLOW');

async function fetch({file, target, events}: FetchRequest): Promise<void> {
  const post = (event: FetchEvent): void => events.postMessage(event);
  let unreported = 0;
  const report = (bytes: number): void => {
    post({bytes});
    unreported -= bytes;
  };
  const onBytes = (bytes: number): void => {
    unreported += bytes;
    if (unreported >= REPORT_BYTES) report(unreported);
  };
  try {
    const received = await download(await store, file, target, onBytes, WRITING_DISK);
    report(unreported);
    post({received});
  } catch (error) {
    post({error: error instanceof Error ? error.message : String(error)});
  }
}

parentPort?.on('message', fetch);
