/** Kinds over a simulated disk: each case is a batch of seeded schedules. Seed S with N schedules runs those of the seeds S to S + N - 1. */
import {batchesOf} from './batches.ts';
import {following} from './disk/following.ts';
import {crawlJournal, ledger, pageJournal} from './disk/journals.ts';
import {firstPublishing, publishing} from './disk/publishing.ts';
import {runSeed} from './disk/run_seed.ts';
import type {MakeScenario} from './disk/scenario.ts';
import type {Kind, Mutant} from './kind.ts';

/** Schedules of a case. */
const BATCH = 1000;

interface Simulated extends Pick<Kind, 'name' | 'promise' | 'full' | 'sample'> {
  scenario: MakeScenario;
  mutants: readonly Mutant[];
}

const HOW =
  'programs run on a disk in memory that loses and tears what was not flushed, reorders names, fails and fills up; killed and cut at random operations, then run again';

function kindOf({name, scenario, ...rest}: Simulated): Kind {
  return {
    name,
    how: HOW,
    batch: BATCH,
    unmet: async () => null,
    ...rest,
    async open(choice) {
      const wrongOf = async (seed: number) => (await runSeed(scenario, seed)).broken;
      return {...batchesOf(name, choice, BATCH, wrongOf), async close() {}};
    },
  };
}

const SYNC_LINES: Record<'tree' | 'current', Mutant> = {
  tree: {
    what: 'the flush of the files of a build',
    file: 'pipeline/publish/place_build.ts',
    find: 'await syncTree(next, files);',
    replace: '',
  },
  current: {
    what: 'the flush of the names on the way to a build before `current` names it',
    file: 'datasets/current_link.ts',
    find: '  for (const above of [folder, dirname(folder), dirname(current)]) await sync(above, files);\n',
    replace: '',
  },
};

const PUBLISH_MUTANTS: readonly Mutant[] = [
  SYNC_LINES.tree,
  SYNC_LINES.current,
  {
    what: 'the flush after `current` was switched',
    file: 'datasets/current_link.ts',
    find: '  await point(current, folder, files);\n  await sync(dirname(current), files);',
    replace: '  await point(current, folder, files);',
  },
  {
    what: 'the name that a build loses before its files',
    file: 'datasets/remove_build.ts',
    find: '  await files.rename(folder, removed);',
    replace: '  await files.rm(folder, {recursive: true, force: true});\n  return;',
  },
  {
    what: 'the flush of that name',
    file: 'datasets/remove_build.ts',
    find: '  await sync(dirname(removed), files);\n',
    replace: '',
  },
  {
    what: 'the fence that keeps a build which may be current',
    file: 'pipeline/publish/place_build.ts',
    find: '    mayRemove = false;\n',
    replace: '',
  },
  {
    what: 'the distinction of a missing manifest from one that cannot be read',
    file: 'pipeline/publish/manifest.ts',
    find: ".catch(unlessAbsent(''))",
    replace: ".catch(() => '')",
  },
];

/** The kinds, in the order of their promises. */
export const SIMULATED: readonly Kind[] = [
  {
    name: 'disk-publish',
    promise:
      '`current` names the old build or the new one, whole; pruning removes nothing that a kept build names; a reader beside it never finds half a build',
    full: 300_000,
    sample: 1000,
    scenario: publishing,
    mutants: PUBLISH_MUTANTS,
  },
  {
    name: 'disk-first-build',
    promise: 'the first build of a machine is there and whole, or not there at all',
    full: 100_000,
    sample: 500,
    scenario: firstPublishing,
    mutants: [],
  },
  {
    name: 'disk-follow',
    promise: 'a replica serves a whole build, and that which the bucket wants once the faults end',
    full: 200_000,
    sample: 700,
    scenario: following,
    mutants: [
      {
        what: 'the comparison of a downloaded file with its hash',
        file: 'storage/download.ts',
        find: "if (hash.digest('hex') === sha256) break;",
        replace: 'break;',
      },
      {
        what: 'the flush of a staged build',
        file: 'storage/stage_build.ts',
        find: '  await syncTree(staging, disk);\n',
        replace: '',
      },
      {
        what: 'the distinction of a missing file from one that cannot be looked at',
        file: 'storage/stage_build.ts',
        find: "      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return -1;\n      throw error;",
        replace: '      return error ? -1 : -1;',
      },
    ],
  },
  {
    name: 'disk-ledger',
    promise: 'an analysis that was acknowledged is in the ledger, and no line is there that nobody wrote',
    full: 150_000,
    sample: 1000,
    scenario: ledger,
    mutants: [
      {
        what: 'the flush of a line',
        file: 'pipeline/analyse/ledger.ts',
        find: '        await file.writeFile(bytes);\n        await file.datasync();',
        replace: '        await file.writeFile(bytes);',
      },
      {
        what: 'the removal of what a failed write left',
        file: 'pipeline/analyse/ledger.ts',
        find: '      if (hasRest) await file.truncate(size);\n',
        replace: '',
        count: 20_000,
      },
    ],
  },
  {
    name: 'disk-crawl',
    promise: 'a page that the journal of a crawl acknowledged is in it as it was written',
    full: 150_000,
    sample: 1000,
    scenario: crawlJournal,
    mutants: [
      {
        what: 'the flush of a page',
        file: 'pipeline/fetch/crawl_journal.ts',
        find: '      await this.#file.writeFile(bytes);\n      await this.#file.datasync();',
        replace: '      await this.#file.writeFile(bytes);',
      },
      {
        what: 'the flush of the name of a folder whose maker was killed',
        file: 'datasets/durable.ts',
        find: '  await sync(parent, files).catch(',
        replace: '  if (!isThere) await sync(parent, files).catch(',
        count: 20_000,
      },
    ],
  },
  {
    name: 'disk-pages',
    promise: 'the journal of a table has the rows of its acknowledged pages, in order, and no others',
    full: 100_000,
    sample: 1000,
    scenario: pageJournal,
    mutants: [
      {
        what: 'the flush of rows before the line that names them',
        file: 'pipeline/fetch/page_journal.ts',
        find: '      await this.#rows.datasync(); // first: a journal line must never name rows that are lost\n',
        replace: '',
      },
    ],
  },
].map(kindOf);
