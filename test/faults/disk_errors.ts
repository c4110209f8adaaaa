/** Steps of an ingest that fail: the disk reports an error, is full, or writes nothing. */
import {noStrace} from '../helpers/syscalls.ts';
import {disturbedIngest} from './disturbed_ingest.ts';
import {chosen, type Kind} from './kind.ts';
import {type NamedSite, namedSites} from './sites.ts';
import {type Ended, runWith} from './strace.ts';

/** What strace injects, by the name of the fault, and the calls that may fail so. */
const FAULTS: Record<string, {inject: string; calls: RegExp}> = {
  EIO: {inject: 'error=EIO', calls: /./},
  ENOSPC: {inject: 'error=ENOSPC', calls: /^(rename|symlink|link|mkdir|f(data)?sync|write|pwrite64)$/},
  nothing: {inject: 'retval=0', calls: /^(write|pwrite64)$/},
};

/** What a user can do. */
const REMEDY = /run again|free space|check the disk|restore|delete|set it to a folder/;

/** Why an error is not clear; null where it is: it names a path, the cause and a remedy, and is no stack. */
function unclear({code, signal, stderr}: Ended, folder: string): string | null {
  if (signal !== null || code !== 1) return `ended with ${signal ?? code}`;
  if (/^\s+at /m.test(stderr)) return 'prints a stack';
  const line = stderr.split('\n').find((one) => /^(FAILED|ingest:)/.test(one)) ?? '';
  if (!line.includes(folder)) return 'names no file';
  if (!REMEDY.test(line)) return 'names no remedy';
  if (line.split('free space there').length > 2) return 'says the remedy twice';
  return null;
}

/** Whether a flush fails of what must survive; working databases need not. */
const isLostFlush = (name: string): boolean => /^EIO:\w+:fsync:(builds|parts|raw)\b/.test(name);

interface FailingSite extends NamedSite {
  inject: string;
}

const failingSites = (sites: readonly NamedSite[]): FailingSite[] =>
  sites.flatMap((one) =>
    Object.entries(FAULTS)
      .filter(([, {calls}]) => calls.test(one.site.call))
      .map(([fault, {inject}]) => ({...one, name: `${fault}:${one.name}`, inject})),
  );

export const diskErrors: Kind = {
  name: 'disk-errors',
  promise:
    'On a failing or full disk, an ingest goes on, or names the file and a remedy. `current` names the old build or the new one, whole. The next ingest completes with the same bytes and no leftovers.',
  how: 'strace makes one call of the ingest, its compiler or its catalogue program return EIO or ENOSPC, or write nothing.',
  full: 300,
  sample: 2,
  unmet: noStrace,
  async open(options) {
    const disturbed = await disturbedIngest();
    const cases = chosen(failingSites(await namedSites(disturbed, options.count)), options);
    return {
      names: [...cases.keys()],
      async run(name) {
        const {scenario, site, inject} = cases.get(name)!;
        await disturbed.begin(scenario);
        const ended = await runWith(disturbed.program, site, inject);
        const found = await disturbed.check(scenario);
        if (!ended.reached) return `not reached, ${found}`;
        if (ended.code === 0) {
          if (isLostFlush(name)) throw new Error('a flush failed, and the ingest went on');
          if (found !== 'new build') throw new Error(`it ended well, but left: ${found}`);
          return 'went on';
        }
        const why = unclear(ended, disturbed.program.below);
        if (why !== null) throw new Error(`the ingest ${why}: ${ended.stderr.trim().slice(0, 500)}`);
        return `refused, ${found}`;
      },
      async close() {},
    };
  },
  mutants: [
    {
      what: 'the error of a failed flush',
      file: 'builds/durable.ts',
      find: 'await named(path, () => handle.sync());',
      replace: 'await handle.sync().catch(() => undefined);',
      count: 10_000,
      match: 'EIO:next:fsync:builds/.ID.4194305.tmp/report.html.tmp',
    },
  ],
};
