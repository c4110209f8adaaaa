/** The command behind `make probe`. */
import {probeCommand} from './probe_command.ts';

process.exitCode = await probeCommand(process.env, process.stdout, process.stderr);
