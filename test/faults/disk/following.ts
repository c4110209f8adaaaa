/** A replica that follows a bucket whose `current` moves meanwhile, with a reader beside it. */
import {pointCurrent} from '../../../builds/current_link.ts';
import type {Files} from '../../../builds/files.ts';
import {describeBuild, KEYS, readPointer} from '../../../storage/documents.ts';
import type {ObjectStore} from '../../../storage/object_store.ts';
import {removeOldBuilds} from '../../../storage/remove_old_builds.ts';
import {stageBuild} from '../../../storage/stage_build.ts';
import {memoryStore} from '../../helpers/memory_store.ts';
import {readCurrent} from './reader.ts';
import {Broken, type MakeScenario, promise} from './scenario.ts';
import type {Schedule} from './schedule.ts';
import {contents, currentNumber, DATA, idOf, manifestOf, paths, putBuild, sha256} from './small_build.ts';

/** Builds that a replica keeps. */
const KEEP = 3;

/** How many of the bodies that the bucket sends have a wrong byte while there are faults. */
const DAMAGED = 0.1;

const documents = new Map<number, [key: string, body: string][]>();

/** The objects and the document of a build in the bucket. */
function published(n: number): [key: string, body: string][] {
  const known = documents.get(n);
  if (known) return known;
  const texts = {...contents(n), 'manifest.json': JSON.stringify(manifestOf(n))};
  const files = Object.entries(texts).map(([path, text]) => ({
    path,
    bytes: text.length,
    sha256: sha256(text),
  }));
  const {built_at, data_as_of} = manifestOf(n);
  const document = describeBuild({build_id: idOf(n), built_at, data_as_of, published_at: built_at, files});
  const all: [string, string][] = [
    ...Object.values(texts).map((text): [string, string] => [KEYS.object(sha256(text)), text]),
    [KEYS.build(idOf(n)), JSON.stringify(document)],
  ];
  documents.set(n, all);
  return all;
}

const pointerTo = (n: number): string =>
  JSON.stringify({build_id: idOf(n), at: `2026-01-01T00:01:${n}0.000Z`, by: 'test'});

/** What a replica does when it looks at the bucket. */
async function poll(store: ObjectStore, files: Files): Promise<void> {
  const current = await readPointer(store, KEYS.current);
  if (!current) return;
  await stageBuild(store, current.build_id, DATA, {disk: files});
  await pointCurrent(paths, paths.build(current.build_id), files);
  await removeOldBuilds(DATA, current.build_id, KEEP, files);
}

/** A store whose operations wait for their turn, and some of whose bodies have a wrong byte. */
function scheduled(
  store: ReturnType<typeof memoryStore>,
  schedule: Schedule,
  damage: () => boolean,
): ObjectStore {
  store.before = (call) => schedule.do('bucket', call, () => {});
  return {
    ...store,
    async open(key, from) {
      const body = await store.open(key, from);
      if (!body || !damage()) return body;
      return (async function* () {
        for await (const chunk of body) {
          const copy = Buffer.from(chunk);
          copy[0]! ^= 1;
          yield copy;
        }
      })();
    },
  };
}

/** The machine serves build 1; the bucket wants 2, and 3 soon after. */
export const following: MakeScenario = (random) => {
  const store = memoryStore();
  const objects = new Map([
    ...published(1),
    ...published(2),
    ...published(3),
    [KEYS.current, pointerTo(2)],
  ] as [string, string][]);
  let hasMoved = false;
  for (const [key, text] of objects)
    store.objects.set(key, {body: Buffer.from(text), tag: `"${key}"`, modified: new Date(0)});
  return {
    prepare(disk) {
      putBuild(disk, 1);
      disk.symlink(`builds/${idOf(1)}`, paths.current);
    },
    actors(files, schedule) {
      const isLast = schedule.isUndisturbed;
      const bucket = scheduled(store, schedule, () => !isLast && random() < DAMAGED);
      const move = async () => {
        await bucket.write(KEYS.current, pointerTo(3), 'any');
        hasMoved = true;
      };
      const follow = async () => {
        await poll(bucket, files);
        await poll(bucket, files);
      };
      return isLast ? [follow] : [follow, move, () => readCurrent(files)];
    },
    check(disk, results, isLast) {
      for (const result of results)
        if (result?.status === 'rejected' && (isLast || result.reason instanceof Broken)) throw result.reason;
      const current = currentNumber(disk);
      promise(current !== null && current >= 1 && current <= 3, () => `current names ${current}`);
      if (isLast && results.length > 0)
        promise(
          current === (hasMoved ? 3 : 2),
          () => `the replica serves ${current}, not what the bucket wants`,
        );
    },
  };
};
