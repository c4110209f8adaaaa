/** Power cuts during an ingest, on real file systems: what had reached the disk is mounted and looked at. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {random} from '../corpus/prng.ts';
import {copyImage, copyOf, type FileSystem, mount, mountNew, unmount} from '../helpers/disk_image.ts';
import {programCache} from '../helpers/program_cache.ts';
import {type DisturbedIngest, disturbedIngest, SCENARIOS, type Scenario} from './disturbed_ingest.ts';
import type {Kind} from './kind.ts';
import {UNFLUSHED_BUILD} from './mutants.ts';
import type {Program} from './strace.ts';

const FILE_SYSTEMS: readonly FileSystem[] = ['ext4', 'xfs'];
/** The smallest that holds builds, and that mkfs.xfs makes. */
const IMAGE_BYTES = 320 * 2 ** 20;
const CUTS_A_RUN = 10;
/** So many are anywhere, the others from the first compiled table on: around publishing. */
const ANYWHERE = 3;
/** Longest wait before a cut. */
const LONGEST_MS = 400;

/** Why this machine makes or mounts no such file systems; null where it does. */
async function unmet(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-mounts-'));
  try {
    for (const kind of FILE_SYSTEMS) {
      const at = join(folder, kind);
      const refused = await mountNew(`${at}.img`, at, kind, IMAGE_BYTES);
      if (refused !== null) return `this machine makes or mounts no ${kind}: ${refused}`;
      await unmount(at);
    }
    return null;
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/** The ingest in a process group of its own. */
const start = ({path, env}: Program): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path], {
    env: {PATH: process.env['PATH'], ...programCache(), ...env},
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** The group may end at any moment, which its exit code tells. */
function signalGroup({pid, exitCode}: ChildProcess, signal: NodeJS.Signals): void {
  if (exitCode !== null || pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Copies the image at seeded moments of an ingest, while its processes stand still. */
async function cut(
  child: ChildProcess,
  image: string,
  copies: readonly string[],
  wait: () => number,
): Promise<void> {
  const ended = once(child, 'close');
  const compiles = new Promise<void>((done) => {
    child.stdout?.on('data', (text: Buffer) => (text.includes('"kind":"compiled"') ? done() : undefined));
    child.once('close', () => done());
  });
  for (const [at, copy] of copies.entries()) {
    if (at === ANYWHERE) await compiles;
    if (child.exitCode === null) await delay(wait());
    signalGroup(child, 'SIGSTOP');
    try {
      await copyOf(image, copy);
    } finally {
      signalGroup(child, 'SIGCONT');
    }
  }
  await ended;
  if (child.exitCode !== 0) throw new Error(`the ingest ended with ${child.exitCode}`);
}

/** Runs of an ingest on an image, each with its cuts; one at a time is kept. */
function runsOn(
  kind: FileSystem,
  folder: string,
  seed: number,
  cuts: number,
  {program, fill}: DisturbedIngest,
) {
  const at = program.below;
  const pathOf = (name: string) => join(folder, `${kind}-${name}.img`);
  const begun = new Set<Scenario>();
  let known = -1;

  /** The image in the state in which a scenario begins, flushed. */
  async function imageOf(scenario: Scenario): Promise<string> {
    const image = pathOf(scenario);
    if (begun.has(scenario)) return image;
    const refused = await mountNew(image, at, kind, IMAGE_BYTES);
    if (refused !== null) throw new Error(`${kind} cannot be mounted any more: ${refused}`);
    try {
      await fill(scenario);
    } finally {
      await unmount(at);
    }
    begun.add(scenario);
    return image;
  }

  const copies = Array.from({length: cuts}, (_, number) => pathOf(`cut-${number}`));
  return async (run: number): Promise<{scenario: Scenario; copies: readonly string[]}> => {
    const scenario = SCENARIOS[run % SCENARIOS.length]!;
    if (known === run) return {scenario, copies};
    const image = pathOf('disk');
    await copyImage(await imageOf(scenario), image);
    await mount(image, at, kind);
    try {
      const numbers = random(seed, kind, run);
      await cut(start(program), image, copies, () => numbers.next() * LONGEST_MS);
    } finally {
      await unmount(at);
    }
    known = run;
    return {scenario, copies};
  };
}

export const powerCuts: Kind = {
  name: 'power-cuts',
  promise:
    'A power cut leaves no build, the old one or the new one, whole. The next ingest completes with the same bytes and no leftovers.',
  how: 'An ingest runs on ext4 and XFS images. Copies of the image, without what was still in memory, are mounted and checked.',
  full: 100,
  sample: 2,
  unmet,
  async open({folder, seed, count}) {
    const disturbed = await disturbedIngest();
    const at = disturbed.program.below;
    const each = Math.ceil(count / FILE_SYSTEMS.length);
    // A sample cuts around publishing.
    const first = each <= CUTS_A_RUN - ANYWHERE ? ANYWHERE : 0;
    const cuts = Math.min(CUTS_A_RUN, first + each);
    const runs = new Map(FILE_SYSTEMS.map((kind) => [kind, runsOn(kind, folder, seed, cuts, disturbed)]));
    const names = FILE_SYSTEMS.flatMap((kind) =>
      Array.from({length: each}, (_, number) => {
        const cutNumber = number + first;
        return `${kind}:${1 + Math.floor(cutNumber / CUTS_A_RUN)}:${cutNumber % CUTS_A_RUN}`;
      }),
    );
    return {
      names,
      async run(name) {
        const [kind, run, number] = name.split(':') as [FileSystem, string, string];
        const {scenario, copies} = await runs.get(kind)!(Number(run));
        // Mounting replays the journal, and the next ingest writes: a case that is repeated needs the copy as
        // it was.
        const image = join(folder, 'mounted.img');
        await copyImage(copies[Number(number)]!, image);
        await mount(image, at, kind);
        try {
          return `${kind}: ${await disturbed.check(scenario)}`;
        } finally {
          await unmount(at);
        }
      },
      async close() {},
    };
  },
  mutants: [{...UNFLUSHED_BUILD, count: 40}],
};
