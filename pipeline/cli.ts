/** The command behind `make ingest`. */
import {ingestCommand} from './command.ts';

process.exitCode = await ingestCommand(process.env, process.stdout, process.stderr);
