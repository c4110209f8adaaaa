/** The program of every thread that a command starts. */
import {parentPort, workerData} from 'node:worker_threads';
import {compileShare} from '../compile/compile_tables.ts';
import type {ThreadJob} from '../compile/threads.ts';
import {verifyShare} from './verify_files.ts';

const job = workerData as ThreadJob;
const post = (message: unknown) => parentPort?.postMessage(message);
if (job.kind === 'compile') await compileShare(job.share, post);
else await verifyShare(job.files, job.taken, post);
