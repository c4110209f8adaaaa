/** Command: `make sql`. */
import {sqlCommand} from './sql_command.ts';

process.exitCode = await sqlCommand(process.env, process.stdout, process.stderr);
