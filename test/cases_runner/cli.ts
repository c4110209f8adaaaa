/** Program of `make cases`: runs the labelled cases in CASES and prints how they went; exit code 1 where one is broken. */
import {fileURLToPath} from 'node:url';
import {CaseError} from './case.ts';
import {reportOf} from './report.ts';
import {judgeCases} from './run.ts';

const OWN = fileURLToPath(new URL('../cases', import.meta.url));

try {
  process.stdout.write(reportOf(await judgeCases(process.env['CASES'] || OWN)));
} catch (error) {
  if (!(error instanceof CaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
