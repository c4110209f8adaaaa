/**
 * Kinds over a simulated disk: each case is a batch of seeded schedules. Seed S with N schedules runs those
 * of the seeds S to S + N - 1.
 */
import {batchesOf} from './batches.ts';
import {following} from './disk/following.ts';
import {crawlJournal, ledger, pageJournal} from './disk/journals.ts';
import {firstPublishing, publishing} from './disk/publishing.ts';
import {runSeed} from './disk/run_seed.ts';
import type {MakeScenario} from './disk/scenario.ts';
import type {Kind, Mutant} from './kind.ts';
import {UNCHECKED_DOWNLOAD, UNFLUSHED_BUILD, UNFLUSHED_NAMES} from './mutants.ts';

/** Schedules of a case. */
const BATCH = 1000;

/**
 * Schedules in which a change must be found: some need a rare order of events, which no schedule before the
 * 2,321st has.
 */
const PROOF = 20_000;

interface Simulated extends Pick<Kind, 'name' | 'promise' | 'full' | 'sample'> {
  scenario: MakeScenario;
  mutants: readonly Mutant[];
}

const HOW =
  'Programs run on a disk in memory that loses and tears unsynced writes, reorders renames, fails and fills up. They are killed or lose power at random operations, then run again.';

function kindOf({name, scenario, mutants, ...rest}: Simulated): Kind {
  return {
    name,
    how: HOW,
    batch: BATCH,
    unmet: async () => null,
    ...rest,
    mutants: mutants.map((mutant) => ({...mutant, count: PROOF})),
    async open(choice) {
      const wrongOf = async (seed: number) => (await runSeed(scenario, seed)).broken;
      return {...batchesOf(name, choice, BATCH, wrongOf), async close() {}};
    },
  };
}

const PUBLISH_MUTANTS: readonly Mutant[] = [
  UNFLUSHED_BUILD,
  UNFLUSHED_NAMES,
  {
    what: 'the flush after the switch of `current`',
    file: 'builds/current_link.ts',
    find: '  await point(current, folder, files);\n  await sync(dirname(current), files);',
    replace: '  await point(current, folder, files);',
  },
  {
    what: 'the rename of a build before its files are removed',
    file: 'builds/remove_build.ts',
    find: '  await files.rename(folder, removed);',
    replace: '  await files.rm(folder, {recursive: true, force: true});\n  return;',
  },
  {
    what: 'the flush of that rename',
    file: 'builds/remove_build.ts',
    find: '  await sync(dirname(removed), files);\n',
    replace: '',
  },
  {
    what: 'the guard of a build that may be current',
    file: 'pipeline/publish/place_build.ts',
    find: '    mayRemove = false;\n',
    replace: '',
  },
  {
    what: 'the distinction between a missing manifest and an unreadable one',
    file: 'pipeline/publish/current_build.ts',
    find: ".catch(unlessAbsent(''))",
    replace: ".catch(() => '')",
  },
];

/** The kinds, in the order of their promises. */
export const SIMULATED: readonly Kind[] = [
  {
    name: 'disk-publish',
    promise:
      '`current` names the old build or the new one, whole. Pruning removes nothing that a kept build names. A concurrent reader never finds half a build.',
    full: 300_000,
    sample: 1000,
    scenario: publishing,
    mutants: PUBLISH_MUTANTS,
  },
  {
    name: 'disk-first-build',
    promise: 'The first build of a machine is there and whole, or not there at all.',
    full: 100_000,
    sample: 500,
    scenario: firstPublishing,
    mutants: [UNFLUSHED_BUILD, UNFLUSHED_NAMES],
  },
  {
    name: 'disk-follow',
    promise: 'A replica serves a whole build, and the one that the bucket names once the faults end.',
    full: 200_000,
    sample: 700,
    scenario: following,
    mutants: [
      UNCHECKED_DOWNLOAD,
      {
        what: 'the flush of a staged build',
        file: 'storage/stage_build.ts',
        find: '  await syncTree(staging, disk);\n',
        replace: '',
      },
      {
        what: 'the distinction between a missing file and one that cannot be examined',
        file: 'storage/stage_build.ts',
        find: "      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return -1;\n      throw error;",
        replace: '      return error ? -1 : -1;',
      },
    ],
  },
  {
    name: 'disk-ledger',
    promise: 'An acknowledged analysis is in the ledger. The ledger has no line that nobody wrote.',
    full: 150_000,
    sample: 1000,
    scenario: ledger,
    mutants: [
      {
        what: 'the flush of a line',
        file: 'pipeline/fetch/journal.ts',
        find: '      await file.writeFile(bytes);\n      await file.datasync();',
        replace: '      await file.writeFile(bytes);',
      },
      {
        what: 'the truncation after a failed write',
        file: 'pipeline/fetch/journal.ts',
        find: '    if (hasRest) await truncate();\n',
        replace: '',
      },
    ],
  },
  {
    name: 'disk-crawl',
    promise: 'An acknowledged page of a crawl is in the journal as it was written.',
    full: 150_000,
    sample: 1000,
    scenario: crawlJournal,
    mutants: [
      {
        what: 'the flush of a page',
        file: 'pipeline/fetch/journal.ts',
        find: '      await file.writeFile(bytes);\n      await file.datasync();',
        replace: '      await file.writeFile(bytes);',
      },
      {
        what: 'the flush of a folder entry whose creator was killed',
        file: 'builds/durable.ts',
        find: '  await sync(parent, files).catch(',
        replace: '  if (!isThere) await sync(parent, files).catch(',
      },
    ],
  },
  {
    name: 'disk-pages',
    promise: 'The journal of a table has the rows of its acknowledged pages, in order, and no others.',
    full: 100_000,
    sample: 1000,
    scenario: pageJournal,
    mutants: [
      {
        what: 'the flush of a page of rows',
        file: 'pipeline/fetch/journal.ts',
        find: '      await file.writeFile(bytes);\n      await file.datasync();',
        replace: '      await file.writeFile(bytes);',
      },
    ],
  },
].map(kindOf);
