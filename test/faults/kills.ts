/** Kills of an ingest at its steps. */
import {noStrace} from '../helpers/syscalls.ts';
import {disturbedIngest} from './disturbed_ingest.ts';
import {chosen, type Kind} from './kind.ts';
import {namedSites} from './sites.ts';
import {runKilled} from './strace.ts';

export const kills: Kind = {
  name: 'kills',
  promise:
    'A killed ingest leaves the old build or the new one, whole. The next ingest completes with the same bytes and no leftovers.',
  how: 'strace stops the ingest, its compiler or its catalogue program at a rename, symlink, link, mkdir, unlink, flush or write, and the test kills it there.',
  full: 500,
  sample: 2,
  unmet: noStrace,
  async open(options) {
    const disturbed = await disturbedIngest();
    const cases = chosen(await namedSites(disturbed, options.count), options);
    return {
      names: [...cases.keys()],
      async run(name) {
        const {scenario, site} = cases.get(name)!;
        await disturbed.begin(scenario);
        const {reached, killed, code, stderr} = await runKilled(disturbed.program, site);
        const found = await disturbed.check(scenario);
        if (!reached) return `not reached, ${found}`;
        if (killed === 'ingest') return found;
        const line = stderr.split('\n').find((one) => one.startsWith('FAILED build: '));
        if (code !== 1 || !line?.includes('run again')) {
          throw new Error(
            `a program of the ingest was killed, it ended with ${code}: ${stderr.trim().slice(0, 500)}`,
          );
        }
        return `${killed} killed, ${found}`;
      },
      async close() {},
    };
  },
  mutants: [
    {
      what: 'the switch of `current` by one rename',
      file: 'builds/current_link.ts',
      find: '  await files.symlink(relative(dirname(link), folder)',
      replace:
        '  await files.rm(link, {force: true});\n  await files.symlink(relative(dirname(link), folder)',
      count: 10_000,
      match: 'next:rename:current.next',
    },
  ],
};
