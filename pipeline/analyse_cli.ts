/**
 * `make analyse`. Exit code 0: disabled, or everything analysed that the budget allows; 1: something failed.
 */
import {setTimeout as delay} from 'node:timers/promises';
import {settings} from '../datasets/settings.ts';
import {endpointOf} from './analyse/chat.ts';
import {analyse} from './analyse/run.ts';
import {createReporter} from './progress/reporter.ts';
import {analysisSummary} from './progress/summary.ts';
import {messageOf} from './runtime/errors.ts';

const all = settings(process.env);
try {
  const endpoint = endpointOf(all);
  if (endpoint) {
    const effects = {now: () => new Date(), sleep: (ms: number) => delay(ms), random: Math.random};
    const reporter = createReporter(process.stdout, {...all, TERM: process.env['TERM']});
    const outcome = await analyse(all, endpoint, effects, reporter.emit);
    reporter.close();
    process.stderr.write(analysisSummary(outcome));
    process.exitCode = outcome.stopped || Object.keys(outcome.failed).length ? 1 : 0;
  } else {
    process.stderr.write('analyse is off: set ANALYSE_URL and ANALYSE_MODEL to turn it on\n');
  }
} catch (error) {
  process.stderr.write(`analyse: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
