/** A thread that downloads files of a build: it receives, hashes and writes. Requests are signed by the thread that started it. */
import {type MessagePort, parentPort, workerData} from 'node:worker_threads';
import {WRITING_DISK} from '../datasets/files.ts';
import {download} from './download.ts';
import type {FetchCommand, FetchEvent, FetchInit} from './fetch_messages.ts';
import {SignedObjects} from './signed_objects.ts';
import type {SignedRequest} from './signed_request.ts';

/** Bytes that arrive between two reports. */
const REPORT_BYTES = 8 << 20;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function run(port: MessagePort, {location}: FetchInit): void {
  const post = (event: FetchEvent): void => port.postMessage(event);
  const asked = new Map<number, PromiseWithResolvers<SignedRequest>>();
  let signs = 0;
  const store = new SignedObjects(location, (key, from) => {
    const answer = Promise.withResolvers<SignedRequest>();
    asked.set(++signs, answer);
    post({kind: 'sign', number: signs, key, from});
    return answer.promise;
  });

  async function fetch({number, file, target}: Extract<FetchCommand, {kind: 'download'}>): Promise<void> {
    let unreported = 0;
    const report = (bytes: number, from: number): void => {
      unreported += bytes;
      if (unreported < from) return;
      post({kind: 'bytes', number, bytes: unreported});
      unreported = 0;
    };
    try {
      const onBytes = (bytes: number): void => report(bytes, REPORT_BYTES);
      const received = await download(store, file, target, onBytes, WRITING_DISK);
      report(0, 1);
      post({kind: 'done', number, received});
    } catch (error) {
      post({kind: 'failed', number, error: textOf(error)});
    }
  }

  port.on('message', (command: FetchCommand) => {
    if (command.kind === 'download') return fetch(command);
    const answer = asked.get(command.number);
    asked.delete(command.number);
    if (command.kind === 'signed') answer?.resolve(command.request);
    else answer?.reject(new Error(command.error));
  });
}

if (parentPort) run(parentPort, workerData as FetchInit);
