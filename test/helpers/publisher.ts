/** A folder of a publisher and one of a replica beside a store in memory, anew for each test. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach} from 'vitest';
import {DICTIONARIES, dataPaths, type Manifest} from '../../builds/artefacts.ts';
import {KEYS, readPointer} from '../../storage/documents.ts';
import {currentTag, type PublishOptions, publishBuild} from '../../storage/publish_build.ts';
import {memoryStore} from './memory_store.ts';

/** Two files of a build; the second lies at its top and has capitals. */
export const [A, B] = ['index/contracts.idx', DICTIONARIES.sums];

/** What the tests of a file share; each has its own folders and store. */
export function publisherAndStore() {
  const here = {root: '', publisher: '', replica: '', store: memoryStore(), clock: Date.UTC(2026, 0, 2)};
  beforeEach(() => {
    here.root = mkdtempSync(join(tmpdir(), 'publish-'));
    here.publisher = join(here.root, 'publisher');
    here.replica = join(here.root, 'replica');
    here.store = memoryStore();
  });
  afterEach(() => rmSync(here.root, {recursive: true, force: true}));
  const now = () => {
    here.clock += 1000;
    return new Date(here.clock);
  };
  const options = (expected: string | null, more: Partial<PublishOptions> = {}): PublishOptions => ({
    expected,
    quorum: 0,
    quorumMs: 50,
    now,
    ...more,
  });
  const folderOf = ({build_id}: Manifest, dataDir = here.publisher): string =>
    dataPaths(dataDir).build(build_id);
  const publish = async (manifest: Manifest, more: Partial<PublishOptions> = {}) =>
    publishBuild(here.store, folderOf(manifest), manifest, options(await currentTag(here.store), more));
  const objectKeys = () => [...here.store.objects.keys()].filter((key) => key.startsWith(KEYS.objects));
  const current = async () => (await readPointer(here.store, KEYS.current))?.build_id ?? null;
  return {here, now, options, folderOf, publish, objectKeys, current};
}
