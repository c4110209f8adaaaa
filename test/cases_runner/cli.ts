/** Program of `make cases`: runs the labelled cases in CASES, by default those of the project. */
import {casesCommand, OWN_CASES} from './run.ts';

process.exitCode = await casesCommand(process.env['CASES'] || OWN_CASES, process.stdout, process.stderr);
