/** Kills of an ingest at its steps. */
import {noStrace} from '../helpers/syscalls.ts';
import {disturbedIngest, SCENARIOS} from './disturbed_ingest.ts';
import {evenly, type Kind} from './kind.ts';
import {type NamedSite, namedSites} from './sites.ts';
import {runKilled} from './strace.ts';

export const kills: Kind = {
  name: 'kills',
  promise:
    'An ingest that is killed leaves the old build or the new one, whole, and the next one completes: the same bytes, no leftovers',
  how: 'strace holds the ingest, its compiler and its catalogue program at a rename, symlink, link, mkdir, unlink, flush or write, and the process is killed',
  full: 500,
  sample: 5,
  unmet: noStrace,
  async open({folder, count}) {
    const disturbed = await disturbedIngest(folder);
    const sites: NamedSite[] = [];
    for (const scenario of SCENARIOS) sites.push(...(await namedSites(disturbed, scenario)));
    const chosen = new Map(evenly(sites, count).map((site) => [site.name, site]));
    return {
      names: [...chosen.keys()],
      async run(name) {
        const {scenario, site} = chosen.get(name)!;
        await disturbed.begin(scenario);
        const {reached} = await runKilled(disturbed.program, site);
        const found = await disturbed.check(scenario);
        return reached ? found : `not reached, ${found}`;
      },
      async close() {},
    };
  },
  mutants: [],
};
