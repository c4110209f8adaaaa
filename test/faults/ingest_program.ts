/**
 * `make ingest` at the time of NOW under a process id that none has, so that equal runs make equal files
 * under equal names.
 */
import {ingestCommand} from '../../pipeline/command.ts';

/** Above the largest that Linux gives. */
const NO_PROCESS = 4_194_305;

Object.defineProperty(process, 'pid', {value: NO_PROCESS});
const now = new Date(process.env['NOW'] ?? '');
process.exitCode = await ingestCommand(process.env, process.stdout, process.stderr, {now: () => now});
