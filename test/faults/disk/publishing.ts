/** Publishing and pruning on one machine, with a reader beside them. */
import {join} from 'node:path';
import {inBuild} from '../../../builds/artefacts.ts';
import {renameDurably} from '../../../builds/durable.ts';
import type {Files} from '../../../builds/files.ts';
import {currentBuild} from '../../../pipeline/publish/current_build.ts';
import {flushCurrent, placeBuild} from '../../../pipeline/publish/place_build.ts';
import {prune} from '../../../pipeline/publish/prune.ts';
import {readCurrent} from './reader.ts';
import {Broken, type MakeScenario, promise} from './scenario.ts';
import type {SimulatedDisk} from './simulated_disk.ts';
import {
  CATALOGUE,
  contents,
  currentNumber,
  DATA,
  hasCatalogue,
  idOf,
  lacks,
  manifestOf,
  parquetPath,
  partKey,
  partText,
  paths,
  put,
  putBuild,
  rawHash,
  rejectsPath,
  SLUG,
  writeText,
} from './small_build.ts';

const partPath = (n: number): string => `${paths.parts(SLUG)}/${partKey(n)}.parquet`;
const rawPath = (n: number): string => `${paths.raw(SLUG)}/${rawHash(n)}.csv`;

/** Builds that pruning keeps. */
const KEEP = 2;

async function publishNumber(files: Files, n: number): Promise<void> {
  const before = await currentBuild(DATA, files);
  if (before?.served && before.manifest.build_id === idOf(n)) return flushCurrent(DATA, files);
  const texts = contents(n);
  await placeBuild(
    DATA,
    {
      id: idOf(n),
      before,
      async fill(folder) {
        await files.mkdir(join(folder, 'rejects'), {recursive: true});
        await files.mkdir(join(folder, 'parquet/contracts'), {recursive: true});
        await files.link(partPath(n), join(folder, parquetPath));
        await writeText(files, join(folder, rejectsPath), texts[rejectsPath]!);
        return {...manifestOf(n), index: {}};
      },
      async compile(folder) {
        await files.mkdir(join(folder, 'index'), {recursive: true});
        await writeText(files, join(folder, 'index/contracts.idx'), texts['index/contracts.idx']!);
        return manifestOf(n).index;
      },
      async examine() {
        return {};
      },
      async describe() {
        return {};
      },
      async writeCatalogue(folder) {
        const path = join(folder, inBuild.catalogue);
        await writeText(files, `${path}.tmp`, CATALOGUE);
        await renameDurably(`${path}.tmp`, path, files);
      },
    },
    files,
  );
}

function checkKept(disk: SimulatedDisk, n: number): void {
  promise(disk.find(partPath(n)) !== null, () => `pruning removed the part that kept build ${n} names`);
  promise(disk.find(rawPath(n)) !== null, () => `pruning removed the raw file that kept build ${n} names`);
}

function checkLast(disk: SimulatedDisk, newest: number): void {
  promise(currentNumber(disk) === newest, () => `the undisturbed run did not publish build ${newest}`);
  promise(hasCatalogue(disk, newest), () => 'the catalogue of the current build is missing or torn');
  const names = [...disk.list(paths.builds)].map(([name]) => name).sort();
  const wanted = [idOf(newest - 1), idOf(newest)].sort();
  promise(
    names.every((name) => wanted.includes(name)),
    () => `builds has ${names}`,
  );
}

/** Builds 1 and 2 are there, 2 is current; 3 is published, and the oldest are pruned. */
export const publishing: MakeScenario = () => {
  let isPublished = false;
  return {
    prepare(disk) {
      for (const n of [1, 2]) putBuild(disk, n);
      for (const n of [0, 1, 2, 3]) {
        put(disk, partPath(n), partText(n));
        put(disk, rawPath(n), `raw bytes of build ${n}`);
      }
      disk.symlink(`builds/${idOf(2)}`, paths.current);
      disk.symlink(`builds/${idOf(1)}`, paths.previous);
    },
    actors: (files) => [
      async () => {
        await publishNumber(files, 3);
        await prune(DATA, KEEP, 0, files);
      },
      () => readCurrent(files),
    ],
    check(disk, results, isLast) {
      for (const result of results)
        if (result?.status === 'rejected' && (isLast || result.reason instanceof Broken)) throw result.reason;
      const current = currentNumber(disk);
      promise(current === 2 || current === 3, () => `current names ${current}`);
      checkKept(disk, current);
      isPublished ||= results[0]?.status === 'fulfilled';
      if (isPublished) {
        checkKept(disk, 2);
        promise(current === 3, () => 'a publish that ended well is not current');
        promise(lacks(disk, 2) === null, () => `the build before lacks: ${lacks(disk, 2)}`);
      }
      if (isLast && results.length > 0) checkLast(disk, 3);
    },
  };
};

/** A machine without any build: the first is published. */
export const firstPublishing: MakeScenario = () => {
  let isPublished = false;
  return {
    prepare(disk) {
      put(disk, partPath(1), partText(1));
      put(disk, rawPath(1), 'raw bytes of build 1');
    },
    actors: (files) => [
      async () => {
        await publishNumber(files, 1);
        await prune(DATA, KEEP, 0, files);
      },
    ],
    check(disk, results, isLast) {
      for (const result of results)
        if (result?.status === 'rejected' && (isLast || result.reason instanceof Broken)) throw result.reason;
      const current = currentNumber(disk);
      promise(current === null || current === 1, () => `current names ${current}`);
      isPublished ||= results[0]?.status === 'fulfilled';
      if (isPublished) promise(current === 1, () => 'a publish that ended well is not current');
      if (isLast && results.length > 0) checkLast(disk, 1);
    },
  };
};
