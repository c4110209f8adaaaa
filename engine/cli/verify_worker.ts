/** A thread of `make verify`: verifies one file after another. */
import {parentPort} from 'node:worker_threads';
import {type NamedFile, verifyFile} from '../file/verify_file.ts';

parentPort?.on('message', async (file: NamedFile) => {
  parentPort?.postMessage(await verifyFile(file));
});
