/** The command behind `make worker`. */
import {workerCommand} from './worker_command.ts';

process.exitCode = await workerCommand(process.env, process.stderr, process);
