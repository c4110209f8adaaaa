/** The command behind `make draft`. */
import {draftCommand} from './draft_command.ts';

process.exitCode = await draftCommand(process.env, process.stdout, process.stderr);
