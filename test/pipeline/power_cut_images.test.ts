/** Power cuts around publishing, on real file systems: what had reached the disk has no build, the old one or the new one. */

import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {appendFile, mkdtemp, readFile, readlink, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {random} from '../../corpus/prng.ts';
import {dataPaths, inBuild, indexFiles, type Manifest} from '../../datasets/artefacts.ts';
import {hashFile} from '../../datasets/hash_file.ts';

import {copyOf, type FileSystem, mount, mountNew, unmount} from '../helpers/disk_image.ts';
import {indexHere, ingest} from '../helpers/ingest.ts';
import {fileOf, fillMirror} from '../helpers/mirror.ts';
import {programCache} from '../helpers/program_cache.ts';
import {seed} from '../helpers/seed.ts';

const SLUG = 'proactive_contracts_nil';
const CUTS = 20;
const CUTS_A_RUN = 10;
/** The smallest that holds builds, and that mkfs.xfs makes. */
const IMAGE_BYTES = 320 * 2 ** 20;
/** Longest wait before a cut: with all of a run it takes longer than publishing. */
const LONGEST_MS = 650;

let root = '';
let mounted: string[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'power-cuts-'));
  mounted = [];
});
afterEach(async () => {
  for (const at of mounted) await unmount(at);
  await rm(root, {recursive: true, force: true});
});

/** The id of the current build, null without one; throws for one that is not what its manifest says. */
async function wholeBuild(dataDir: string): Promise<string | null> {
  const {current} = dataPaths(dataDir);
  const id = await readlink(current).then(basename, () => null);
  if (id === null) return null;
  const manifest = JSON.parse(await readFile(join(current, inBuild.manifest), 'utf8')) as Manifest;
  const files = [
    ...Object.values(manifest.datasets).flatMap((one) => one.files),
    ...Object.values(manifest.index).flatMap(indexFiles),
  ];
  expect(files.length).toBeGreaterThan(50);
  for (const {path, sha256} of files) {
    if ((await hashFile(join(current, path))) !== sha256) throw new Error(`${path} of ${id} is torn`);
  }
  for (const path of [inBuild.catalogue, inBuild.report, inBuild.loads(SLUG), inBuild.rejects(SLUG)]) {
    if ((await readFile(join(current, path))).length === 0) throw new Error(`${path} of ${id} is empty`);
  }
  return id;
}

/** An ingest in a process group of its own. */
const begin = (settings: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'pipeline/cli.ts'], {
    env: {
      PATH: process.env['PATH'],
      ...programCache(),
      LOG: 'json',
      ...settings,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The group may end at any moment, which is told later. */
function signalGroup({pid, exitCode}: ChildProcess, signal: NodeJS.Signals): void {
  if (exitCode !== null || pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Copies the image while the group stands still, at a few moments from the first compiled table on. */
async function cutWhile(
  child: ChildProcess,
  image: string,
  copies: string[],
  waits: () => number,
): Promise<void> {
  const ended = once(child, 'close');
  await new Promise<void>((done) => {
    child.stdout?.on('data', (text: Buffer) => (text.includes('"kind":"compiled"') ? done() : undefined));
    child.once('close', () => done());
  });
  for (const copy of copies) {
    if (child.exitCode === null) await pause(waits());
    signalGroup(child, 'SIGSTOP');
    try {
      await copyOf(image, copy);
    } finally {
      signalGroup(child, 'SIGCONT');
    }
  }
  await ended;
  expect(child.exitCode).toBe(0);
}

test.for<FileSystem>(['ext4', 'xfs'])(
  `%s: ${CUTS} power cuts around publishing tear no build (SEED=${seed})`,
  async (kind, {skip}) => {
    const [image, disk, mirror] = [join(root, 'disk.img'), join(root, 'disk'), join(root, 'mirror')];
    const refused = await mountNew(image, disk, kind, IMAGE_BYTES);
    if (refused !== null) skip(`this machine makes or mounts no ${kind}: ${refused}`);
    mounted.push(disk);
    await fillMirror(mirror, [SLUG]);
    const numbers = random(seed, kind);
    const dataDir = join(disk, 'data');
    let [old, cuts] = [null as string | null, 0];
    const found = {none: 0, old: 0, new: 0};
    while (cuts < CUTS) {
      const copies = Array.from({length: CUTS_A_RUN}, () => join(root, `cut-${cuts++}.img`));
      const child = begin({DATA_DIR: dataDir, MIRROR: mirror, KEEP_BUILDS: '2'});
      await cutWhile(child, image, copies, () => numbers.next() * LONGEST_MS);
      const now = await wholeBuild(dataDir);
      for (const copy of copies) {
        const at = join(root, 'cut');
        await mount(copy, at, kind);
        mounted.push(at);
        const id = await wholeBuild(join(at, 'data'));
        expect([null, old, now]).toContain(id);
        if (old !== null) expect(id).not.toBeNull();
        found[id === null ? 'none' : id === now ? 'new' : 'old']++;
        // After two cuts of every run, the next run completes on what the cut left.
        if (copy === copies[1] || copy === copies[6]) {
          const left = {DATA_DIR: join(at, 'data'), MIRROR: mirror};
          expect(await ingest(left, {index: indexHere})).toMatchObject({code: 0});
          expect(await wholeBuild(join(at, 'data'))).not.toBeNull();
        }
        await unmount(at);
        mounted.pop();
        await rm(copy);
      }
      old = now;
      await appendFile(
        fileOf(mirror, SLUG),
        `${2030 + cuts}-${2031 + cuts}-Q1,org${cuts},Board | Conseil\r\n`,
      );
    }
    expect(found.none + found.old + found.new).toBe(CUTS);
  },
);
