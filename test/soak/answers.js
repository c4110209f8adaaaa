/** Whether this thread answers the API: by its program, since what it works with comes as a message. */
import {isMainThread} from 'node:worker_threads';

export const answers = !isMainThread && (process.argv[1] ?? '').endsWith('/worker.js');
