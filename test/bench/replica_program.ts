/**
 * Run by the bench of replicas, `replica_program.ts read|fetch <location> <folder>`: reads all objects of the
 * current build and drops them, or fetches it as a replica does. Prints seconds and processor seconds as
 * JSON.
 */
import {availableParallelism} from 'node:os';
import {KEYS, readBuild, readPointer} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {openStore} from '../../storage/open_store.ts';
import {stageBuild} from '../../storage/stage_build.ts';

/** As many at a time as a replica downloads. */
const AT_ONCE = 8;

async function readAll(store: ObjectStore, id: string): Promise<void> {
  const build = await readBuild(store, id);
  const files = [...(build?.files ?? [])].sort((a, b) => b.bytes - a.bytes);
  const queue = [...new Set(files.map(({sha256}) => sha256))];
  const reader = async (): Promise<void> => {
    for (let hash = queue.shift(); hash !== undefined; hash = queue.shift()) {
      const body = await store.open(KEYS.object(hash), 0);
      if (!body) throw new Error(`${store.location} lacks ${hash}`);
      for await (const _ of body);
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, reader));
}

const [way = '', location = '', folder = ''] = process.argv.slice(2);
const store = await openStore(location, 'FOLLOW');
const id = (await readPointer(store, KEYS.current))?.build_id;
if (id === undefined) throw new Error(`${location} has no build`);
const [begun, processor] = [performance.now(), process.cpuUsage()];
await (way === 'read'
  ? readAll(store, id)
  : stageBuild(store, id, folder, {threads: availableParallelism()}));
const {user, system} = process.cpuUsage(processor);
process.stdout.write(
  JSON.stringify({seconds: (performance.now() - begun) / 1000, processor: (user + system) / 1e6}),
);
store.close();
