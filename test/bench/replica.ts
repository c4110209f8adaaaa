/**
 * How fast an empty replica gets a build: beside `cp` and a flush of the same files, and beside reading them
 * from the bucket alone. A gateway on the same processors takes its share of them, as one elsewhere would
 * not; nginx shows what the replica takes.
 */
import {mkdir, mkdtemp, readdir, readFile, realpath, rm, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {buildFiles, readManifest} from '../../builds/build_files.ts';
import {currentTag, publishBuild} from '../../storage/publish_build.ts';
import {openS3} from '../../storage/s3_store.ts';
import {programCache} from '../helpers/program_cache.ts';
import {hasRadosgw, startRadosgw} from '../helpers/radosgw.ts';
import {ROOT, run, startServer} from '../helpers/stack.ts';
import {nginx, startStaticBucket} from '../helpers/static_bucket.ts';
import {runNode} from './child.ts';
import {atEnd} from './closing.ts';
import {say} from './say.ts';

export interface Options {
  /** Folder for what is written, which is removed: on the disk that is measured. */
  home: string;
  /** The build, by its link. */
  current: string;
  rounds: number;
}

const LOCATION = 's3://builds/bench';
const PROGRAM = 'test/bench/replica_program.ts';

interface Took {
  seconds: number;
  /** Processor seconds of the process alone. */
  processor: number;
}

/** Processor seconds of a process so far. */
async function processorOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function publish(folder: string, env: Record<string, string>): Promise<void> {
  Object.assign(process.env, env);
  const manifest = JSON.parse(await readFile(join(folder, inBuild.manifest), 'utf8')) as Manifest;
  const store = openS3(LOCATION, 'PUBLISH_TO');
  try {
    const expected = await currentTag(store);
    const options = {expected, quorum: 0, quorumMs: 0, now: () => new Date()};
    await publishBuild(store, folder, manifest, options);
  } finally {
    store.close();
  }
}

/** `cp` of a folder, with its bytes on the disk at the end. */
async function copy(from: string, to: string): Promise<Took> {
  const begun = performance.now();
  const {code, stdout, stderr} = await run(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time (cp -r "$0" "$1" && sync -f "$1")', from, to],
    {},
  );
  if (code !== 0) throw new Error(`cp failed: ${stdout}${stderr}`);
  const processor = stderr.trim().split(' ').map(Number);
  return {
    seconds: (performance.now() - begun) / 1000,
    processor: processor.reduce((sum, one) => sum + one, 0),
  };
}

/** As `make serve` starts one, with what earlier starts kept. */
const KEPT = programCache({NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled')});

/** A server over an empty folder, from its start until it says that it is ready. */
async function replica(dataDir: string, env: Record<string, string>): Promise<Took> {
  const begun = performance.now();
  const server = await startServer(dataDir, {
    ...env,
    ...KEPT,
    FOLLOW: LOCATION,
    FOLLOW_MS: '200',
    WORKERS: '1',
  });
  try {
    while ((await fetch(`${server.base}/readyz`)).status !== 200) await setTimeout(50);
    return {seconds: (performance.now() - begun) / 1000, processor: await processorOf(server.pid)};
  } finally {
    await server.stop();
  }
}

const median = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** Where the build is read from. */
interface Source {
  name: string;
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** The build as files behind nginx: what is left is the work of the reader. */
async function files(folder: string, build: string): Promise<Source> {
  const manifest = await readManifest(build);
  if (!manifest) throw new Error(`${build} is no build`);
  const all = {id: manifest.build_id, folder: build, files: await buildFiles(build, manifest)};
  const {env, stop} = await startStaticBucket(LOCATION, join(folder, 'nginx'), all);
  return {name: 'nginx on this machine, which takes next to nothing of it', env, stop};
}

/** The build in a Ceph gateway, which has its object store on the same processors. */
async function gateway(build: string): Promise<Source> {
  const {env, stop} = await startRadosgw('builds', 64 * 2 ** 30);
  const source = {name: 'a Ceph gateway on this machine, with its object store', env, stop};
  await publish(build, env).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return source;
}

interface Measured {
  folder: string;
  build: string;
  rounds: number;
}

/** Takes every way, in turns, and prints a line for each. */
async function measureSource({name: source, env}: Source, {folder, build, rounds}: Measured): Promise<void> {
  const fetched = join(folder, 'fetched');
  const program = async (way: string): Promise<Took> =>
    JSON.parse((await runNode([PROGRAM, way, LOCATION, fetched], env)).stdout) as Took;
  const emptied = async (path: string): Promise<string> => {
    await rm(path, {recursive: true, force: true});
    await run('sync', ['-f', folder], {});
    return path;
  };
  // What is copied are the files that a replica has, in memory as far as they fit.
  const original = await emptied(join(folder, 'original'));
  await program('fetch');
  await run('mv', [dataPaths(fetched).build(basename(build)), original], {});
  const ways: Record<string, () => Promise<Took>> = {
    'cp and sync': async () => copy(original, await emptied(join(folder, 'copy'))),
    'reading the bucket alone': () => program('read'),
    'fetching a build': () => emptied(fetched).then(() => program('fetch')),
    'an empty replica, ready': async () => replica(await emptied(join(folder, 'replica')), env),
  };
  const took = new Map<string, Took[]>();
  for (let round = 0; round < rounds; round++)
    for (const [name, way] of Object.entries(ways)) took.set(name, [...(took.get(name) ?? []), await way()]);
  const of = (name: string, figure: keyof Took): number =>
    median((took.get(name) ?? []).map((one) => one[figure]));
  const bytes = await bytesOf(original);
  say(`a build of ${(bytes / 1e9).toFixed(2)} GB from ${source}, medians of ${rounds}:`);
  for (const name of Object.keys(ways)) {
    const seconds = of(name, 'seconds');
    const beside = (other: string): string => `${((100 * of(other, 'seconds')) / seconds).toFixed(0)} %`;
    say(
      `  ${name.padEnd(26)} ${seconds.toFixed(1)} s, ${(bytes / 1e6 / seconds).toFixed(0)} MB/s, ${of(name, 'processor').toFixed(1)} s of its processor; ` +
        `speed beside cp ${beside('cp and sync')}, beside reading ${beside('reading the bucket alone')}`,
    );
  }
}

/** Bytes of the files below a folder, each once: equal ones are linked. */
async function bytesOf(folder: string): Promise<number> {
  const sizes = new Map<number, number>();
  for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile()) continue;
    const {ino, size} = await stat(join(entry.parentPath, entry.name));
    sizes.set(ino, size);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/**
 * Prints the figures of each source that this machine has, and what is missing for the others. How many
 * sources.
 */
export async function measureReplica({home, current, rounds}: Options): Promise<number> {
  await mkdir(home, {recursive: true});
  const folder = await mkdtemp(join(home, 'replica-'));
  const remove = atEnd(() => rm(folder, {recursive: true, force: true}));
  const build = await realpath(current);
  const sources: [isThere: boolean, missing: string, open: () => Promise<Source>][] = [
    [nginx !== null, 'a bucket of files needs nginx (Debian: nginx-light)', () => files(folder, build)],
    [hasRadosgw, 'a gateway needs radosgw, ceph-mon and ceph-osd (Debian)', () => gateway(build)],
  ];
  for (const [isThere, missing, open] of sources) {
    if (!isThere) {
      say(`${missing}: install it to measure it`);
      continue;
    }
    const source = await open();
    const stop = atEnd(() => source.stop());
    await measureSource(source, {folder, build, rounds});
    await stop();
  }
  await remove();
  return sources.filter(([isThere]) => isThere).length;
}
